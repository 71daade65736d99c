// Backward.h: a backward through a graph that is known: rules are staged where it stands.
#ifndef LITH_STAGE_GRADIENTS_BACKWARD_H
#define LITH_STAGE_GRADIENTS_BACKWARD_H

#include "stage/Gradients.h"
#include "stage/model/Registry.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <map>

namespace lith::stage::gradients {

struct SavedTensors {
  llvm::MapVector<mlir::Value, mlir::LocationAttr> tensors; ///< and where each was made
  /// What the nodes around give, which others may have: the caller, where that is the call's
  /// result.
  const llvm::DenseSet<mlir::Value> *given = nullptr;
  /// Memory that others may have, too, among what eager keeps, whether a rule needs it or not.
  llvm::SetVector<mlir::Value> seen;
  /// Whether eager keeps something, be it numbers: it runs these rules once only.
  bool isAny = false;
};

/// A gradient that comes in from outside: of a tensor with this history.
struct Root {
  History history;
  Value gradient; ///< undefined: none came, to a node that is reached
};

/// What is asked of a backward.
struct Request {
  std::vector<Root> roots;
  /// Where gradients are wanted; nothing: at all leaves.
  std::optional<std::vector<History>> inputs;
  std::vector<mlir::Type> inputTypes; ///< of the tensors
  bool accumulates = false;           ///< inputs and leaves keep what arrives, as `.grad`
  bool keeps = false;                 ///< the graph may be used once more
  bool creates = false;               ///< the gradients are differentiable themselves
  /// Nodes that are not entered: what arrives at them stays there, as at leaves and at nodes of run
  /// time. Null: leaves accumulate, and a graph that run time knows is run by its engine.
  const llvm::DenseSet<Address> *cuts = nullptr;
  const llvm::DenseSet<mlir::Value> *given = nullptr; ///< see SavedTensors
};

class Backward {
public:
  Backward(Stage &s, const Request &request);
  /// Runs what the roots reach, in PyTorch's order; `accumulate` takes the whole gradient of a leaf
  /// when its last part came. False: the path ended.
  bool run(llvm::function_ref<bool(Value leaf, Value gradient)> accumulate);
  /// What arrived at an input; undefined: nothing.
  Value arrivedAt(const History &input) const;
  /// Whether nobody else has the memory of a gradient, so that a leaf may take it as it is.
  bool isFresh(Value gradient);
  /// Whether eager keeps something for the rules that ran.
  bool keepsAny() const { return saved.isAny; }
  llvm::ArrayRef<mlir::Value> keptOfOthers() const { return saved.seen.getArrayRef(); }
  /// The nodes that ran that may find that what they kept was written or freed.
  llvm::ArrayRef<Address> objectingNodes() const { return objecting; }

private:
  using Place = std::pair<const void *, uint64_t>;
  static Place placeOf(const History &history);
  bool isBorder(const History &history) const;
  bool isLeaf(const History &history) const;
  std::optional<size_t> inputOf(Address leaf) const;
  bool runByEngine();
  llvm::SmallVector<mlir::Value> callEngine(mlir::Value &raised);
  Value takenOf(mlir::Value leaf, Value port, mlir::Type of);
  bool isWanted(Address at) const { return !request.inputs || wanted.contains(at); }
  bool isEntered(Address at) const;
  void explore();
  void askForTakenOnes();
  void findWanted(llvm::ArrayRef<Address> finished);
  bool arrive(const History &at, Value gradient);
  bool runHooks(Address at, llvm::MutableArrayRef<Value> ofResults);
  std::optional<std::vector<Value>> runRule(Address at, llvm::ArrayRef<Value> ofResults);
  bool runNode(Address at);
  bool finishLeaf(Address leaf);
  /// The graph of a tensor that was computed before the call goes on outside of the program: it may
  /// lead to what is asked for and was there before.
  void checkPast(Address leaf);
  bool checkNumbers(const NodeObject &node, llvm::ArrayRef<Value> made);
  void note();
  bool pass(const History &to, Value gradient, Value like);

  Stage &s;
  const Request &request;
  llvm::function_ref<bool(Value, Value)> accumulate;
  std::map<Address, unsigned, std::greater<>> nodes; ///< reached, youngest first
  llvm::DenseMap<Address, unsigned> missing;         ///< edges into a leaf that have not run
  llvm::DenseSet<Address> wanted;                    ///< nodes that lead to an input
  std::map<Place, Value> arrived;
  llvm::DenseSet<mlir::Value> given; ///< contents that others have
  SavedTensors saved;                ///< of the rules that ran, for readers
  std::vector<Address> objecting;
  bool isOfRunTime = false; ///< some node that is reached
  std::string whyOfRunTime; ///< what made the first of them one
};

/// Whether an object that was there before is another one now: tensors' memory, nodes and what is
/// the backward's own aside.
bool isChanged(Stage &s, const Heap &before, Address own = NoAddress);
/// Asks for what gradients need that have histories themselves, Twice or TwiceOutside.
void askForTwice(Stage &s, FactKind kind);
/// Whether a tensor with this history requires a gradient, a bool, for the function of a node: it
/// is asked where the node is made.
Value requiredOutside(Stage &s, const History &history);
/// Asks for what decides a history that is not known; staging starts again with it.
void demand(Stage &s, const History &history);

/// What was made, as a tensor that is no view; for its gradient eager keeps these tensors, whatever
/// rules need. It may be one of them.
Value recordKept(Stage &, Value made, llvm::ArrayRef<Value> tensors);
/// What a torch.autograd.Function made of its arguments.
void recordFunction(Stage &s, Value cls, Value context, llvm::ArrayRef<Value> arguments,
                    llvm::ArrayRef<Value> results, llvm::ArrayRef<Value> isDifferentiable);
/// The gradients of a node's tensor arguments, undefined where there is none, of those of its
/// results; `needs` says for which they are wanted, `isLater` whether this is for a node of run
/// time. `saved`, where it is given, gets what its rule keeps. Nothing: the path ended.
std::optional<std::vector<Value>> gradientsOf(Stage &, Address node,
                                              llvm::ArrayRef<Value> ofResults,
                                              llvm::ArrayRef<bool> needs, bool isLater,
                                              SavedTensors *saved = nullptr);
/// A tensor with contents that a node kept, and its history.
Value restored(Stage &s, Value contents, const History &history);
/// The gradient of what a chain of views begins with; nothing: the path ended.
Result throughViews(Stage &s, llvm::ArrayRef<ViewStep> chain, Value base, Value gradient);
/// The view that a step makes, and the views of a chain, of another tensor.
/// A view that was made where no gradients were: it keeps none.
bool leadsNowhere(Stage &s, const History &history);
Value viewed(Stage &s, const ViewStep &step, Value tensor);
Value viewed(Stage &s, llvm::ArrayRef<ViewStep> chain, Value tensor);
/// A gradient with the sizes and the dtype of the tensor that it is of.
Result fitted(Stage &s, Value gradient, Value like);

} // namespace lith::stage::gradients

#endif // LITH_STAGE_GRADIENTS_BACKWARD_H
