// Processor.cpp: whether native code made for one processor runs on this one.
#include <lith/artifact.h>

#include <algorithm>
#include <string_view>

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#endif

using namespace lith;

// Targets of aarch64 begin with it; all others are of x86-64.
static constexpr std::string_view Aarch64 = "aarch64";

namespace {

#if defined(__x86_64__)
constexpr bool IsAarch64 = false;

struct Registers {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
};
Registers cpuid(unsigned leaf, unsigned subleaf) {
  Registers r;
  __get_cpuid_count(leaf, subleaf, &r.eax, &r.ebx, &r.ecx, &r.edx);
  return r;
}

enum Where { Leaf1Ecx, Leaf7Ebx, Leaf7Ecx, Leaf7Edx, Leaf71Eax, Extended1Ecx };
enum State { None, Ymm, Zmm }; // what the system must save for it

struct Feature {
  std::string_view name; // as LLVM spells it
  Where where;
  int bit;
  State state;
};

// What a code generator may use unasked, beyond the x86-64 baseline.
constexpr Feature Features[] = {
    {"sse3", Leaf1Ecx, 0, None},
    {"ssse3", Leaf1Ecx, 9, None},
    {"fma", Leaf1Ecx, 12, Ymm},
    {"sse4.1", Leaf1Ecx, 19, None},
    {"sse4.2", Leaf1Ecx, 20, None},
    {"movbe", Leaf1Ecx, 22, None},
    {"popcnt", Leaf1Ecx, 23, None},
    {"avx", Leaf1Ecx, 28, Ymm},
    {"f16c", Leaf1Ecx, 29, Ymm},
    {"bmi", Leaf7Ebx, 3, None},
    {"avx2", Leaf7Ebx, 5, Ymm},
    {"bmi2", Leaf7Ebx, 8, None},
    {"avx512f", Leaf7Ebx, 16, Zmm},
    {"avx512dq", Leaf7Ebx, 17, Zmm},
    {"adx", Leaf7Ebx, 19, None},
    {"avx512ifma", Leaf7Ebx, 21, Zmm},
    {"avx512cd", Leaf7Ebx, 28, Zmm},
    {"avx512bw", Leaf7Ebx, 30, Zmm},
    {"avx512vl", Leaf7Ebx, 31, Zmm},
    {"avx512vbmi", Leaf7Ecx, 1, Zmm},
    {"avx512vbmi2", Leaf7Ecx, 6, Zmm},
    {"gfni", Leaf7Ecx, 8, None},
    {"vaes", Leaf7Ecx, 9, Ymm},
    {"vpclmulqdq", Leaf7Ecx, 10, Ymm},
    {"avx512vnni", Leaf7Ecx, 11, Zmm},
    {"avx512bitalg", Leaf7Ecx, 12, Zmm},
    {"avx512vpopcntdq", Leaf7Ecx, 14, Zmm},
    {"avx512vp2intersect", Leaf7Edx, 8, Zmm},
    {"avx512fp16", Leaf7Edx, 23, Zmm},
    {"avxvnni", Leaf71Eax, 4, Ymm},
    {"avx512bf16", Leaf71Eax, 5, Zmm},
    {"avxifma", Leaf71Eax, 23, Ymm},
    {"lzcnt", Extended1Ecx, 5, None},
    {"sse4a", Extended1Ecx, 6, None},
    {"xop", Extended1Ecx, 11, Ymm},
    {"fma4", Extended1Ecx, 16, Ymm},
    {"tbm", Extended1Ecx, 21, None},
};

// The register state that the operating system saves.
State savedState() {
  if (!(cpuid(1, 0).ecx >> 27 & 1))
    return None;
  unsigned low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  if ((low & 6) != 6)
    return None;
  return (low & 0xe6) == 0xe6 ? Zmm : Ymm;
}

/// What the processor says, asked once: in a virtual machine each question takes microseconds.
struct Processor {
  unsigned words[Extended1Ecx + 1];
  State saved = savedState();

  Processor() {
    Registers leaf7 = cpuid(7, 0);
    words[Leaf1Ecx] = cpuid(1, 0).ecx;
    words[Leaf7Ebx] = leaf7.ebx;
    words[Leaf7Ecx] = leaf7.ecx;
    words[Leaf7Edx] = leaf7.edx;
    words[Leaf71Eax] = cpuid(7, 1).eax;
    words[Extended1Ecx] = cpuid(0x80000001, 0).ecx;
  }
};

bool has(const Feature &feature) {
  static const Processor processor;
  return (processor.words[feature.where] >> feature.bit & 1) && feature.state <= processor.saved;
}

/// What code gains by it: wider vectors count most.
int worthOf(const Feature &feature) { return feature.state == Zmm ? 100 : 1; }

#else
constexpr bool IsAarch64 = true;

struct Feature {
  std::string_view name;
  unsigned long bit; // of AT_HWCAP
};
constexpr Feature Features[] = {{"neon", 1 << 1}};

bool has(const Feature &feature) { return (getauxval(AT_HWCAP) & feature.bit) != 0; }
int worthOf(const Feature &) { return 1; }
#endif

bool isOfThisArchitecture(std::string_view target) {
  return target.starts_with(Aarch64) == IsAarch64;
}

/// Calls `use` with each feature of a target that this table knows.
template <typename Use> void forEachFeature(std::string_view target, Use use) {
  for (size_t at = target.find(','); at != std::string_view::npos;) {
    size_t next = target.find(',', at + 1);
    std::string_view name =
        target.substr(at + 1, next == std::string_view::npos ? next : next - at - 1);
    at = next;
    if (name.empty() || name[0] != '+')
      continue;
    name.remove_prefix(1);
    for (const Feature &feature : Features)
      if (feature.name == name)
        use(feature);
  }
}

/// More than 0: it runs here, and makes so much of this processor; else what is missing.
int fitOf(std::string_view target) {
  if (!isOfThisArchitecture(target))
    return -1000;
  int gained = 1, missing = 0;
  forEachFeature(target, [&](const Feature &feature) {
    if (has(feature))
      gained += worthOf(feature);
    else
      ++missing;
  });
  return missing ? -missing : gained;
}

} // namespace

size_t lith::bestFor(const std::vector<NativeCode> &codes) {
  auto best = std::ranges::max_element(codes, {},
                                       [](const NativeCode &code) { return fitOf(code.target); });
  return static_cast<size_t>(best - codes.begin());
}

bool lith::processorHas(std::string_view target, std::string &missing) {
  missing = isOfThisArchitecture(target) ? ""
            : IsAarch64                  ? "the instructions of x86-64"
                                         : "the instructions of aarch64";
  if (!missing.empty())
    return false;
  forEachFeature(target, [&](const Feature &feature) {
    if (!has(feature))
      missing += (missing.empty() ? "" : ", ") + std::string(feature.name);
  });
  return missing.empty();
}
