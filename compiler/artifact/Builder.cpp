// Builder.cpp: the weights of an artifact, and what its programs do to state.
#include "artifact/Builder.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace lith::artifact {

using host::Kind;

static void addWeight(ArtifactData &data, Constant constant, bool isWritten) {
  data.weights.push_back(std::move(constant));
  data.weightsWritten.push_back(isWritten);
  data.weightsParameter.push_back(false);
  data.weightsGrad.push_back(false);
}

int32_t Builder::weightOf(const Input &input) {
  host::Handle tensor = objectAt(input.path);
  if (!tensor || (host.kind(tensor) != Kind::Tensor && host.kind(tensor) != Kind::Parameter))
    throw CannotSave("a saved program can hold tensors of the outside only: " + nameOf(input.path));
  int32_t number = numberOfWeight(tensor, input.name.empty() ? nameOf(input.path) : input.name);
  names[number].insert(nameOf(input.path));
  if (input.written || input.replaced)
    data.weightsWritten[size_t(number)] = true;
  if (input.replaced)
    replaced.insert(number);
  return number;
}

Constant Builder::constantOfTensor(host::Handle tensor) {
  Constant constant = tensorConstant(tensor);
  constant.strides = host.tensor(tensor).stridesWithoutGaps();
  return constant;
}

int32_t Builder::numberOfWeight(host::Handle tensor, const std::string &name) {
  auto [found, isNew] = weights.try_emplace(tensor, int32_t(data.weights.size()));
  if (isNew) {
    Constant constant = constantOfTensor(tensor);
    constant.name = name;
    addWeight(data, std::move(constant), false);
    host::TensorInfo info = host.tensor(tensor);
    data.weightsParameter.back() = info.isParameter;
    data.weightsGrad.back() = info.requiresGrad;
  }
  return found->second;
}

void Builder::nameState(const std::string &name, host::Handle tensor, StateName::Kind kind) {
  data.state.push_back({name, numberOfWeight(tensor, name), kind});
}

void Builder::nameAttribute(const std::string &name, host::Handle root, host::Handle value) {
  Path path;
  path.root = root;
  path.steps.push_back({Step::Kind::Attribute, name});
  data.attributes.push_back({name, constantOfHandle(host, value)});
  attributePlaces.push_back(nameOf(path));
}

// Places that follow one another in memory, each of which meets one before it.
static std::vector<std::span<const Place>> groupsThatMeet(std::span<const Place> places) {
  std::vector<std::span<const Place>> groups;
  for (size_t first = 0, last; first < places.size(); first = last) {
    const char *end = places[first].end;
    for (last = first + 1; last < places.size() && places[last].begin < end; ++last)
      end = std::max(end, places[last].end);
    groups.push_back(places.subspan(first, last - first));
  }
  return groups;
}

void Builder::shareMemory(ArtifactData &data) const {
  std::vector<Place> places;
  for (auto [tensor, weight] : weights) {
    Place place = placeOf(host, std::to_string(weight), tensor);
    if (place.begin)
      places.push_back(std::move(place));
  }
  std::sort(places.begin(), places.end(), [](const Place &a, const Place &b) {
    return std::tie(a.begin, a.path) < std::tie(b.begin, b.path);
  });
  for (std::span<const Place> group : groupsThatMeet(places))
    if (group.size() > 1 && std::any_of(group.begin(), group.end(), [&](const auto &place) {
          return data.weightsWritten[size_t(weightAt(place))];
        }))
      addViews(data, group);
}

int32_t Builder::weightAt(const Place &place) const { return weights.at(place.tensor); }

void Builder::addViews(ArtifactData &data, std::span<const Place> group) const {
  host::TensorInfo first = host.tensor(group.front().tensor);
  // Elements of any dtype are aligned in it as they are in the storage.
  int64_t before = first.storageOffset * lith_dtype_bytes(lith_dtype(first.dtype)) % 16;
  const char *begin = group.front().begin - before, *end = begin;
  auto base = int32_t(data.weights.size());
  for (const Place &place : group) {
    WeightView view{weightAt(place), base, place.begin - begin, host.tensor(place.tensor).strides};
    data.views.push_back(std::move(view));
    end = std::max(end, place.end);
  }
  Constant memory;
  memory.tag = LITH_TENSOR;
  memory.dtype = LITH_UINT8;
  memory.sizes = {end - begin};
  memory.data = begin;
  memory.owner = keep(group.front().tensor);
  memory.name = "memory of " + data.weights[size_t(weightAt(group.front()))].name;
  addWeight(data, std::move(memory), true);
}

int32_t Builder::numberOf(const Path &path, host::Handle number) {
  auto [found, isNew] = numbers.try_emplace(nameOf(path), int32_t(data.weights.size()));
  if (!isNew)
    return found->second;
  statePaths.push_back(path);
  bool isInt = host.kind(number) == Kind::Int;
  auto bits = std::make_shared<int64_t>(isInt ? *host.asInt(number)
                                              : std::bit_cast<int64_t>(host.asFloat(number)));
  Constant constant;
  constant.tag = LITH_TENSOR;
  constant.dtype = isInt ? LITH_INT64 : LITH_FLOAT64;
  constant.data = reinterpret_cast<const char *>(bits.get());
  constant.owner = bits;
  constant.name = found->first;
  addWeight(data, std::move(constant), true);
  return found->second;
}

Constant Builder::constantOfValue(host::Handle value, int depth) {
  Constant constant;
  auto add = [&](host::Handle part) {
    constant.children.push_back(constantOfValue(part, depth + 1));
  };
  switch (host.kind(value)) {
  case Kind::Tensor:
    constant = constantOfTensor(value);
    constant.name = "value";
    heldTensors.push_back(value);
    return constant;
  case Kind::List:
  case Kind::Tuple:
    constant.tag = host.kind(value) == Kind::List ? LITH_LIST : LITH_TUPLE;
    for (size_t i = 0; depth < 100 && i < host.length(value); ++i)
      add(host.item(value, i));
    return constant;
  case Kind::Dict:
    constant.tag = LITH_DICT;
    for (auto [key, element] : host.items(value)) {
      add(key);
      add(element);
    }
    return constant;
  default:
    return constantOfHandle(host, value);
  }
}

int32_t Builder::valueOf(const Path &path, host::Handle value) {
  bool isContainer = host.kind(value) == Kind::List || host.kind(value) == Kind::Dict;
  auto number = int32_t(data.values.size());
  auto [found, isNew] = values.try_emplace(nameOf(path), number);
  if (isContainer) { // one object is one, by whichever path
    std::tie(std::ignore, isNew) = containers.try_emplace(value, number);
    found->second = containers.at(value);
  }
  if (isNew) {
    data.values.push_back({nameOf(path), constantOfValue(value, 0)});
    statePaths.push_back(path);
  }
  return found->second;
}

bool Builder::add(const std::string &method, const Request &request, Program program) {
  ArtifactProgram added = save(request, program);
  added.method = method;
  Places own;
  for (const Guard &guard : program.guards)
    if (guard.path.root && guard.kind == Guard::Kind::Equal)
      own.fixed.push_back(guard.path);
  own.dropped = std::move(program.dropped);
  for (const Guard &guard : program.guards) {
    if (!guard.path.root)
      continue;
    own.read.push_back(guard.path);
    for (const std::string &name : guard.names) {
      own.read.push_back(guard.path);
      own.read.back().steps.push_back({Step::Kind::Attribute, name, 0, nullptr});
    }
  }
  for (const Input &input : program.inputs)
    if (input.path.root) {
      own.read.push_back(input.path);
      if (input.kind == Input::Kind::List)
        own.state.insert(objectAt(input.path));
    }
  places.push_back(std::move(own));
  addSources(*added.image);
  data.programs.push_back(std::move(added));
  return !data.programs.back().relations.empty();
}

ArtifactData Builder::addAndFinish(const std::string &method, const Request &request,
                                   Program program) {
  auto before = std::make_tuple(data, weights, names, replaced, numbers, values, containers,
                                statePaths, places);
  try {
    add(method, request, std::move(program));
    return finish();
  } catch (const CannotSave &) {
    std::tie(data, weights, names, replaced, numbers, values, containers, statePaths, places) =
        std::move(before);
    throw;
  }
}

/// What a place is in, and which of its parts: as no two paths to it differ in.
std::string Builder::placeKey(const Path &path) {
  Path owner = path;
  Step last;
  if (!owner.steps.empty()) {
    last = owner.steps.back();
    owner.steps.pop_back();
  }
  host::Handle object = objectAt(owner);
  return !object ? nameOf(path)
                 : std::to_string(reinterpret_cast<uintptr_t>(object)) + "/" +
                       std::to_string(int(last.kind)) + last.name + "/" +
                       std::to_string(last.index) + (last.key ? host.repr(last.key) : "");
}

std::vector<Path> Builder::contested() {
  std::map<std::string, Path> dropped;
  for (const Places &own : places)
    for (const Path &path : own.dropped)
      dropped.emplace(placeKey(path), path);
  std::vector<Path> paths;
  for (const Places &own : places)
    for (const Path &path : own.read)
      if (auto place = dropped.empty() ? dropped.end() : dropped.find(placeKey(path));
          place != dropped.end()) {
        paths.push_back(place->second);
        paths.push_back(path);
      }
  return paths;
}

/// Throws CannotSave where a program knows what is in a container that others change, or reaches it
/// in another way than as its state.
void Builder::checkRead(const Places &own, const Path &path) {
  Path outer = path;
  for (size_t count = path.steps.size() + 1; count-- > 0;) {
    outer.steps.resize(count);
    host::Handle object = objectAt(outer);
    bool isState = object && containers.count(object);
    bool isOwn = count == path.steps.size() && own.state.count(object);
    if (isState && !isOwn)
      throw CannotSave("one saved program reads what another writes: " + nameOf(path));
  }
}

void Builder::checkReads() {
  std::set<std::string> written;
  for (const Path &path : statePaths)
    written.insert(placeKey(path));
  for (const Places &own : places) {
    for (const Path &path : own.fixed)
      if (!written.empty() && written.count(placeKey(path)))
        throw CannotSave("one saved program reads what another writes: " + nameOf(path));
    for (const Path &path : own.read)
      if (!containers.empty())
        checkRead(own, path);
  }
  if (std::vector<Path> paths = contested(); !paths.empty())
    throw CannotSave("one saved program reads what another writes: " + nameOf(paths.front()));
}

/// Throws CannotSave where what a program writes in place is an element of a list or dict as well.
void Builder::checkHeld() const {
  for (host::Handle held : heldTensors) {
    Place own = placeOf(host, "", held);
    for (auto [tensor, weight] : weights) {
      Place other = placeOf(host, "", tensor);
      if (data.weightsWritten[size_t(weight)] && own.begin < other.end && other.begin < own.end)
        throw CannotSave("a list or dict holds memory of '" + data.weights[size_t(weight)].name +
                         "', which is written");
    }
  }
}

ArtifactData Builder::finish() {
  for (int32_t weight : replaced)
    if (names.at(weight).size() > 1)
      throw CannotSave("a tensor that has several names is replaced: " + *names.at(weight).begin());
  checkReads();
  checkHeld();
  ArtifactData made = data;
  for (size_t i = 0; i < attributePlaces.size(); ++i) {
    if (auto place = numbers.find(attributePlaces[i]); place != numbers.end())
      made.attributes[i].weight = place->second;
    if (auto place = values.find(attributePlaces[i]); place != values.end())
      made.values[size_t(place->second)].attribute = int32_t(i);
  }
  shareMemory(made);
  return made;
}

} // namespace lith::artifact
