// Builder.h: programs of one callable, compiled one after the other, as the data of an artifact.
#ifndef LITH_ARTIFACT_BUILDER_H
#define LITH_ARTIFACT_BUILDER_H

#include "artifact/Saver.h"

#include <map>
#include <span>
#include <unordered_map>

namespace lith::artifact {

/// Gathers programs and the weights that they share. A weight keeps its number.
class [[gnu::visibility("default")]] Builder : public Saver {
public:
  using Saver::Saver;
  /// Adds a program of a method that was compiled for `request`; whether it tells arguments apart.
  /// Throws CannotSave.
  bool add(const std::string &method, const Request &request, Program program);
  /// Everything added so far, ready to be written or run.
  /// Throws CannotSave where programs disagree about state.
  ArtifactData finish();
  /// Places that some program writes and does not read, and another one reads: they are state, of
  /// which those have to know.
  std::vector<Path> contested();
  /// Both at once: what cannot be part of one artifact with the programs so far is left out of it.
  ArtifactData addAndFinish(const std::string &method, const Request &request, Program program);
  /// Names a tensor of the state of the module that is saved; it becomes a weight.
  void nameState(const std::string &name, host::Handle tensor, StateName::Kind kind);
  /// Names a number or text that is an attribute of the object `root`.
  void nameAttribute(const std::string &name, host::Handle root, host::Handle value);

protected:
  /// The elements of a tensor in row-major order, which the constant keeps alive.
  virtual Constant tensorConstant(host::Handle tensor) = 0;
  /// What keeps the memory of a tensor alive.
  virtual std::shared_ptr<const void> keep(host::Handle tensor) const = 0;
  /// Adds the files that messages of the program show to `data.sources`.
  virtual void addSources(const Image &image) = 0;
  int32_t weightOf(const Input &input) override;
  int32_t numberOf(const Path &path, host::Handle number) override;
  int32_t valueOf(const Path &path, host::Handle value) override;

  ArtifactData data;

private:
  /// Weights that share memory with one that is written become views of it.
  void shareMemory(ArtifactData &data) const;
  /// Adds the memory of a group of weights, and each of them as a view of it.
  void addViews(ArtifactData &data, std::span<const Place> group) const;
  int32_t weightAt(const Place &place) const;
  int32_t numberOfWeight(host::Handle tensor, const std::string &name);
  Constant constantOfTensor(host::Handle tensor);
  Constant constantOfValue(host::Handle value, int depth);

  std::unordered_map<host::Handle, int32_t> weights; ///< by tensor
  std::map<int32_t, std::set<std::string>>
      names;                                  ///< of each weight: the places that it was found at
  std::set<int32_t> replaced;                 ///< weights that a program replaces
  std::map<std::string, int32_t> numbers;     ///< weights that are numbers, by the place
  std::map<std::string, int32_t> values;      ///< values that are state, by the place
  std::map<host::Handle, int32_t> containers; ///< of them, the lists and dicts, by the object
  std::vector<Path> statePaths;               ///< places of all these
  std::vector<host::Handle> heldTensors;      ///< in containers
  std::vector<std::string> attributePlaces;   ///< of each attribute
  struct Places {
    std::vector<Path> read, dropped;
    std::vector<Path> fixed;      ///< numbers and strings that the program holds
    std::set<host::Handle> state; ///< lists and dicts that it has as state
  };
  std::string placeKey(const Path &path);
  void checkRead(const Places &own, const Path &path);
  void checkReads();
  void checkHeld() const;
  std::vector<Places> places; ///< of each program
};

} // namespace lith::artifact

#endif // LITH_ARTIFACT_BUILDER_H
