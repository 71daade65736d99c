// Caught.cpp: exceptions that the function itself catches.
//
//   op; %r = lith.raised; cf.cond_br %r, ^handler, ^next
//
// is one test behind the operation, and none where the operation branches when it raises. Cold code
// notes the place and goes the way to the handler, which is written once for all operations that
// take it: functions within `with` have thousands of them.

#include "codegen/host/FunctionEmitter.h"

using namespace mlir;
using namespace lith::codegen;

/// The branch that does nothing but ask whether the operation before has raised.
static cf::CondBranchOp testOf(lith::ir::RaisedOp raised) {
  auto branch = dyn_cast<cf::CondBranchOp>(raised->getNextNode());
  bool isTest = branch && raised->getPrevNode() && raised->hasOneUse() &&
                branch.getCondition() == raised && branch.getTrueDest() != branch.getFalseDest() &&
                branch.getTrueDestOperands().empty();
  return isTest ? branch : cf::CondBranchOp();
}

/// The same for the branch.
static lith::ir::RaisedOp testedBy(Operation *branch) {
  auto test = dyn_cast<cf::CondBranchOp>(branch);
  auto raised = dyn_cast_if_present<lith::ir::RaisedOp>(branch->getPrevNode());
  return test && raised && testOf(raised) == test ? raised : lith::ir::RaisedOp();
}

Block *FunctionEmitter::catcherOf(Operation *op) {
  auto raised = dyn_cast_if_present<ir::RaisedOp>(op->getNextNode());
  auto branch = raised ? testOf(raised) : cf::CondBranchOp();
  return branch ? sameWay(branch.getTrueDest()) : nullptr;
}

// Ways to one handler that release all but the same values and pass the same are one way.
Block *FunctionEmitter::sameWay(Block *way) {
  auto others = dyn_cast<ir::ReleaseOthersOp>(way->front());
  auto branch = dyn_cast<cf::BranchOp>(way->back());
  Block *from = way->getSinglePredecessor();
  if (!isLong || !others || !branch || others->getNextNode() != branch || !from ||
      !testedBy(from->getTerminator()) || from->getTerminator()->getSuccessor(0) != way)
    return way;
  std::vector<const void *> key{branch.getDest()};
  for (Value kept : others->getOperands())
    key.push_back(ir::owner(kept).getAsOpaquePointer());
  key.push_back(nullptr);
  for (Value passed : branch.getDestOperands())
    key.push_back(passed.getAsOpaquePointer());
  return ways.try_emplace(std::move(key), way).first->second;
}

static bool raisesByBranch(Operation *op) {
  auto binary = dyn_cast<lith::ir::BinaryOp>(op);
  using Kind = lith::ir::BinaryKind;
  return isa<lith::ir::CheckOp>(op) ||
         (binary && llvm::is_contained({Kind::add, Kind::sub, Kind::mul}, binary.getKind()));
}

bool FunctionEmitter::emitTest(cf::CondBranchOp branch) {
  ir::RaisedOp raised = testedBy(branch);
  if (!raised)
    return false;
  edge(branch.getTrueDest(), {}, false);
  llvm::BasicBlock *next = edge(branch.getFalseDest(), branch.getFalseDestOperands(), isLong);
  Operation *op = raised->getPrevNode();
  if (raisesByBranch(op)) {
    b.CreateBr(next);
    return true;
  }
  auto *cold = llvm::BasicBlock::Create(b.getContext(), "", function);
  b.CreateCondBr(isRaised(), cold, next, unlikely(b.getContext()));
  b.SetInsertPoint(cold);
  noteLocation(op);
  b.CreateBr(sharedExit(catcherOf(op), "", nullptr));
  return true;
}

// The traceback starts here, at the operation that raised, wherever the exception goes.
static void emitRaised(Emitter &base, Operation *op) {
  if (testOf(cast<lith::ir::RaisedOp>(op)))
    return; // emitTest
  auto &emitter = static_cast<FunctionEmitter &>(base);
  llvm::IRBuilder<> &b = emitter.b;
  auto *cold = llvm::BasicBlock::Create(b.getContext(), "", b.GetInsertBlock()->getParent());
  auto *next = llvm::BasicBlock::Create(b.getContext(), "", b.GetInsertBlock()->getParent());
  llvm::Value *raised = emitter.isRaised();
  b.CreateCondBr(raised, cold, next, unlikely(b.getContext()));
  b.SetInsertPoint(cold);
  Operation *raising = op->getPrevNode();
  Location place = raising ? raising->getLoc() : op->getLoc();
  emitter.callRuntime("traceback", b.getInt64(emitter.program.location(place)));
  b.CreateBr(next);
  b.SetInsertPoint(next);
  base.set(op->getResult(0), raised);
}

static void emitCatch(Emitter &emitter, Operation *op) {
  emitter.set(op->getResult(0), emitter.callRuntime("catch", {}));
}

void lith::codegen::addCatchHandlers(HandlerTable &handlers) {
  handlers[lith::ir::RaisedOp::getOperationName()] = emitRaised;
  handlers[lith::ir::CatchOp::getOperationName()] = emitCatch;
}
