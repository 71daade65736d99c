// Targets.cpp: see Targets.h.
#include "codegen/Targets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/X86TargetParser.h"

#include <lith/artifact.h>

using namespace llvm;

namespace lith::codegen {

constexpr StringLiteral Native = "native", Common = "x86-64-v3";
constexpr StringLiteral Levels[] = {Common, "x86-64-v4"};
constexpr StringLiteral Arm = "aarch64";

static std::string described(StringRef processor, SmallVector<StringRef> features) {
  std::string text = processor.str();
  llvm::sort(features);
  for (StringRef feature : features)
    text += ",+" + feature.str();
  return text;
}

static SmallVector<StringRef> listed(const StringMap<bool> &features) {
  SmallVector<StringRef> names;
  for (const auto &feature : features)
    if (feature.second)
      names.push_back(feature.first());
  return names;
}

/// Also what its features imply, as they are listed of a processor.
static std::string describedLevel(StringRef level) {
  SmallVector<StringRef> own;
  X86::getFeaturesForCPU(level, own);
  StringMap<bool> features;
  for (StringRef feature : own) {
    features[feature] = true;
    X86::updateImpliedFeatures(feature, true, features);
  }
  return described(level, listed(features));
}

const std::string &nativeTarget() {
  static const StringMap<bool> features = sys::getHostCPUFeatures();
  static const std::string native = described(sys::getHostCPUName(), listed(features));
  return native;
}

std::string targetNamed(StringRef name) {
  if (name == Native)
    return nativeTarget();
  if (name == Arm)
    return described(name, {"neon"});
  return is_contained(Levels, name) ? describedLevel(name) : std::string();
}

std::string targetNames() {
  std::string names = Native.str();
  for (StringRef level : Levels)
    names += ", " + level.str();
  return names + ", " + Arm.str();
}

std::vector<std::string> defaultTargets() {
  std::vector<std::string> targets{nativeTarget()};
  std::string common = targetNamed(Common), missing;
  if (processorHas(common, missing))
    targets.push_back(std::move(common));
  return targets;
}

bool isArm(StringRef target) { return target.split(',').first == Arm; }

} // namespace lith::codegen
