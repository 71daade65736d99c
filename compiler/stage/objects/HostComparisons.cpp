// HostComparisons.cpp: comparisons that the host answers.
#include "stage/Arrays.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Iteration.h"

namespace lith::stage {

using namespace lith::syntax;

// Versions are compared by code that is all about text, and that notes in them what it has worked
// out: the host runs it.
static host::Handle versionOrConstant(Stage &s, Value value, bool &isVersion) {
  if (!s.find<InstanceObject>(value) || !isOutside(s, value.address()))
    return s.toHandle(value);
  host::Handle handle = outsideHandle(s, value.address());
  std::string cls = s.host.qualifiedName(classOf(s, handle).handle());
  bool is = cls == "torch.torch_version.TorchVersion" || cls == "packaging.version.Version" ||
            cls == "torch._vendor.packaging.version.Version";
  isVersion |= is;
  return is ? handle : nullptr;
}

Result compareVersions(Stage &s, CmpOperator op, Value left, Value right) {
  bool isVersion = false;
  host::Handle a = versionOrConstant(s, left, isVersion);
  host::Handle b = versionOrConstant(s, right, isVersion);
  if (!isVersion || !a || !b)
    return Value();
  return hostResult(s, s.host.apply(std::string_view(namesOf(op).symbol), {a, b}));
}

// An object that the host compares, and whose class is none that the stage knows.
static bool comparesInC(Stage &s, Value value, llvm::StringRef method) {
  if (isForeign(s, value))
    return definesAny(s, value, method);
  if (!s.find<InstanceObject>(value) || payloadOf(s, value) != value || isNumpyObject(s, value))
    return false;
  Value entry = classAttribute(s, typeOf(s, value), s.intern(method));
  return entry.isStatic() && s.kindOf(entry) == host::Kind::SlotWrapper &&
         entry != hostClassEntry(s, builtinType(s, "object").handle(), s.intern(method)) &&
         !ofCollection(s, entry);
}

Result compareInC(Stage &s, CmpOperator op, Value left, Value right) {
  const CompareNames &names = namesOf(op);
  bool isLeft = comparesInC(s, left, names.method);
  if (!isLeft && !comparesInC(s, right, names.reflected))
    return Value();
  if (auto answer = operatorInHost(s, names.symbol, {left, right}))
    return hostResult(s, *answer);
  refuse(
      s, diag::Kind::UnsupportedFunction,
      {typeName(s, isLeft ? left : right) + "." + (isLeft ? names.method : names.reflected).str()});
}

Result compareConstants(Stage &s, CmpOperator op, Value left, Value right) {
  host::Handle a = s.toHandle(left), b = s.toHandle(right);
  host::Outcome outcome =
      a && b ? s.host.apply(std::string_view(namesOf(op).symbol), {a, b}) : host::Outcome();
  return outcome.ok() ? Result(ofFresh(s, outcome.value)) : Value();
}

} // namespace lith::stage
