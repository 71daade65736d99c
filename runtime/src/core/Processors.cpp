// Processors.cpp: how many threads a program may use where nobody says.
#include "core/Processors.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sched.h>
#include <string>
#include <unistd.h>

namespace lith {
namespace {

// 0: the variable is not set to a number of threads. OMP_NUM_THREADS may be a list, of which the
// first counts.
int threadsOf(const char *variable) {
  const char *text = std::getenv(variable);
  char *end = nullptr;
  long count = text ? std::strtol(text, &end, 10) : 0;
  bool isNumber = text && end != text && (*end == '\0' || *end == ',');
  return isNumber && count > 0 && count <= 4096 ? static_cast<int>(count) : 0;
}

int processorsOfAffinity() {
  cpu_set_t set;
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  int all = online > 0 ? static_cast<int>(online) : 1;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : all;
}

// The numbers at the beginning of a file; how many there were.
int readNumbers(const std::string &path, double (&numbers)[2]) {
  std::FILE *file = std::fopen(path.c_str(), "re");
  if (!file)
    return 0;
  int count = std::fscanf(file, "%lf %lf", &numbers[0], &numbers[1]);
  std::fclose(file);
  return count;
}

// The folder of this process's group, below the mount of all groups.
std::string groupOfProcess() {
  std::FILE *file = std::fopen("/proc/self/cgroup", "re");
  char line[4096], path[4096] = "";
  while (file && std::fgets(line, sizeof line, file))
    if (std::sscanf(line, "0::%4095s", path) == 1)
      break;
  if (file)
    std::fclose(file);
  return path;
}

// Processors that the groups of this process may use in all; 0: as many as there are.
double processorsOfGroups() {
  double least = 0, numbers[2];
  auto limit = [&](double quota, double period) {
    if (quota > 0 && period > 0)
      least = least == 0 ? quota / period : std::min(least, quota / period);
  };
  for (std::string group = groupOfProcess();; group.erase(group.rfind('/'))) {
    if (readNumbers("/sys/fs/cgroup" + group + "/cpu.max", numbers) == 2)
      limit(numbers[0], numbers[1]);
    if (group.find('/') == std::string::npos)
      break;
  }
  double period[2];
  if (readNumbers("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", numbers) >= 1 &&
      readNumbers("/sys/fs/cgroup/cpu/cpu.cfs_period_us", period) >= 1)
    limit(numbers[0], period[0]);
  return least;
}

} // namespace

int defaultThreads() {
  for (const char *variable : {"LITH_NUM_THREADS", "OMP_NUM_THREADS"})
    if (int count = threadsOf(variable))
      return count;
  int processors = processorsOfAffinity();
  double allowed = processorsOfGroups();
  return allowed > 0 ? std::clamp(static_cast<int>(std::ceil(allowed)), 1, processors) : processors;
}

} // namespace lith
