// Gradients.h: what tensor operations note so that what they made can be differentiated.
// Implemented in stage/gradients.
#ifndef LITH_STAGE_GRADIENTS_H
#define LITH_STAGE_GRADIENTS_H

#include "stage/Stage.h"

namespace lith::stage {

/// Where the gradient of this tensor goes; of a view, to the node of its chain, which is made here.
History edgeOf(Stage &, Value tensor);
/// The same, where eager asks for the node.
History usedEdgeOf(Stage &, Value tensor);
/// The same of a node that others that lead to it know: not one of this path only.
History sharedEdgeOf(Stage &, Value tensor);
/// Of a tensor that keeps its gradient, from here or from the entry on.
History leafHistory(Stage &, Address leaf, bool isFromEntry = false);
/// The leaves of before the call to which something that was staged leads.
llvm::DenseSet<Address> leavesReached(Stage &);
/// `requires_grad` and `is_leaf`, numbers of run time where it depends on the path.
Value requiresGradOf(Stage &, Value tensor);
Value isLeaf(Stage &, Value tensor);
/// The name of the node that made a tensor, where it is one operator here and in eager; empty: it
/// is several, a view, or only run time knows it.
std::string certainNameOfGradFn(Stage &, Value tensor);
/// `grad_fn`: None, or what tells the name of the node.
Result gradFnOf(Stage &, Value tensor);
/// `results`, tensors or others, were made of `arguments` by the operator, where gradients are
/// wanted. Arguments are in the order of its schema, as they are; of a tensor its contents are
/// kept.
void record(Stage &, const ops::Operator &op, llvm::ArrayRef<Value> arguments,
            llvm::ArrayRef<Value> results);
/// The call of a function of the prelude whose record has a rule for its gradient, where one is
/// wanted: its body notes nothing, its results come of one node. None: no rule, or no gradient.
std::optional<Result> callWithRule(Stage &, const CallableData &function,
                                   llvm::ArrayRef<Value> bound);
/// What eager says where the tensor is written where gradients are on: a str, empty where it may
/// be.
Value objectionTo(Stage &, Value tensor);
/// As messages have the node of a view: "Select".
std::string nameOfStep(const ViewStep &);
/// Whether not even run time tells if it is a leaf: a container or function of run time gave it.
bool isLeafUntold(Stage &, Value tensor);
/// Whether it is a leaf where it requires a gradient, a bool.
Value isOwnLeaf(Stage &, Value tensor);
/// Raises where eager does not let `source` be written into `target`, as that keeps a gradient or
/// is a view of what does; false: the path ended.
bool checkMayWrite(Stage &, Value target, Value source);
/// The same of a view for whose node eager was not asked yet (markUnasked), or would raise, before
/// an operation in place reads it, which then does so past the hooks of views.
bool checkAsked(Stage &, Value target);
/// `source`, a tensor or a number, was written into `target`.
void recordWrite(Stage &, Value target, Value source);
/// How often the memory of a new storage was written, where nodes of run time ask for that: a cell
/// of run time that is made here, else undefined.
Value newCounter(Stage &, const StorageObject &storage, mlir::OpBuilder &at);
/// `view` is one of the results of a function, as eager calls it, which nobody may write where
/// gradients are.
void markSeveral(Stage &, Value view, llvm::StringRef function, unsigned place);
/// The memory is written: eager knows no gradient of those among its views any more.
void markStale(Stage &, Address storage);
/// Eager makes the node of a view again where it is used; raises what it raises there.
void askForNode(Stage &, Value view);
/// Refuses to give such a view away, where nobody would know of it any more; and one of a view that
/// was made where no gradients are, which a caller would take for a view of its memory.
void refuseGivenAway(Stage &, const TensorObject &view);

/// The views of a base that require no gradient, before the base is made a leaf that does.
std::vector<Address> viewsBeforeLeaf(Stage &, Value leaf);
/// They are leaves then that get no gradient, as long as the base requires one (forgetEarly).
void markEarly(Stage &, llvm::ArrayRef<Address> views, Address leaf);
void forgetEarly(Stage &, Address leaf);
/// The views of memory without gradients that is about to be written, other than what is.
std::vector<Address> viewsWithoutGradient(Stage &, Value written);
/// To eager those of them that require a gradient now are leaves until it is asked for their nodes.
void markUnasked(Stage &, llvm::ArrayRef<Address> views);
/// The memory of such a view was written: gradients go through it to its base. False: it is none.
bool takeBase(Stage &, Address view);
/// The memory of `target` was written, which graphs may have kept.
void noteWrite(Stage &, Value target);
/// Another number after each write of the tensor's memory.
Address versionOf(Stage &, Value tensor);
/// `x.f_()` stored in `target` what `op` made, or a function of the prelude (null), with the nodes
/// of `since` and later.
void noteInPlace(Stage &, const ops::Operator *op, Value target, Value result, Address since);

/// `joined` was made of the tensors of a list of run time.
void recordJoin(Stage &, mlir::Value list, unsigned dim, bool isStack, Value joined);

/// Whether a node, or the object that holds a leaf's attributes, has a place for hooks; and gives
/// it one, without a hook.
bool holdsHooks(Stage &, const Heap &heap, Address at);
void holdHooks(Stage &, Address at);

/// Whether the program has registered hooks with tensors that it has made.
bool hasHooks(Stage &);
/// Whether a tensor is a view of memory of before the call that was made where no gradients were.
bool isViewWithoutGradients(Stage &, Value tensor);
/// Whether hooks are on the way from here to the argument that it is a view of.
bool isViewWithHooks(Stage &, History);
/// To be called of a value that leaves the program: its tensors have their histories with them.
void keepHistories(Stage &, Value value);

/// What a tensor that comes out of a box has with it: a history of run time.
History historyOfBoxed(Stage &, mlir::Value tensor);
/// These histories as nodes of run time, those that are known made into such; null nodes where none
/// is required. All at once, so that what they share runs once. `why`, for readers: what needs
/// them.
std::vector<History> atRunTime(Stage &, llvm::ArrayRef<History> histories, llvm::StringRef why);

} // namespace lith::stage

#endif // LITH_STAGE_GRADIENTS_H
