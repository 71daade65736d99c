// FunctionEmitter.cpp: the walk over blocks and operations.

#include "codegen/host/FunctionEmitter.h"

#include "mlir/IR/RegionGraphTraits.h"
#include "llvm/ADT/PostOrderIterator.h"

#include <lith/abi.h>

using namespace mlir;
using namespace lith::codegen;

/// In operations.
static constexpr size_t longFunction = 400;

FunctionEmitter::FunctionEmitter(ProgramEmitter &program, func::FuncOp source,
                                 llvm::Function *function, bool isEntry)
    : Emitter(builder, program.module, program.target, program.kernels), program(program),
      source(source), function(function), isEntry(isEntry), builder(program.module.getContext()) {}

void FunctionEmitter::run() {
  Region &body = const_cast<func::FuncOp &>(source).getBody();
  size_t operations = 0;
  for (Block &block : body)
    operations += block.getOperations().size();
  if ((isLong = operations > longFunction))
    owned.forgetPaths();
  llvm::ReversePostOrderTraversal<Region *> order(&body);
  auto *entry = llvm::BasicBlock::Create(b.getContext(), "entry", function);
  b.SetInsertPoint(entry);
  for (Block *block : order) {
    auto *start = llvm::BasicBlock::Create(b.getContext(), "", function);
    blocks[block] = start;
    if (block->isEntryBlock())
      continue;
    b.SetInsertPoint(start);
    for (BlockArgument argument : block->getArguments())
      set(argument, b.CreatePHI(type(argument.getType()), 2));
  }
  b.SetInsertPoint(entry);
  enter();
  b.CreateBr(blocks[&body.front()]);
  for (Block *block : order)
    emitBlock(block);
  for (const Edge &edge : edges)
    for (auto [argument, value] : llvm::zip(edge.to->getArguments(), edge.arguments))
      llvm::cast<llvm::PHINode>(get(argument))->addIncoming(value, edge.from);
  if (scratch)
    scratch->setOperand(0, b.getInt32(scratchWords));
  if (isLong)
    finishHomes();
}

/// Arguments become values: as they are, or out of the array of boxes.
void FunctionEmitter::enter() {
  Region &body = const_cast<func::FuncOp &>(source).getBody();
  for (auto [i, argument] : llvm::enumerate(body.getArguments())) {
    if (!isEntry) {
      set(argument, function->getArg(i + 1));
      continue;
    }
    llvm::Value *at = b.CreateConstInBoundsGEP1_64(program.boxType, function->getArg(1), i);
    set(argument, unbox(b.CreateLoad(program.boxType, at), argument.getType()));
  }
}

llvm::Value *FunctionEmitter::get(Value value) {
  llvm::Value *found = values.lookup(value);
  assert(found && "used before its definition was written");
  return found;
}

void FunctionEmitter::emitBlock(Block *block) {
  if (sameWay(block) != block) { // nothing leads here
    blocks[block]->eraseFromParent();
    return;
  }
  b.SetInsertPoint(blocks[block]);
  if (!block->isEntryBlock())
    owned.set(std::move(ownedAt[block]));
  for (BlockArgument argument : block->getArguments())
    if (ir::isOwned(argument))
      own(argument);
  for (Operation &op : *block) {
    current = &op;
    scratchUsed = 0;
    for (OpOperand &operand : op.getOpOperands()) {
      Value owner = ir::owner(operand.get());
      bool moves = isa<ir::ReleaseOp>(op) || ir::consumes(&op, operand.getOperandNumber());
      if (moves && owned.contains(owner))
        disown(owner);
    }
    if (op.hasTrait<OpTrait::IsTerminator>())
      emitTerminator(op);
    else
      emitOperation(op);
  }
}

void FunctionEmitter::emitOperation(Operation &op) {
  program.handlerOf (&op)(*this, &op);
  bool isCall = !isa<ir::BinaryOp, ir::UnaryOp, ir::ConvertOp, ir::CheckOp>(op);
  bool isHandled = op.getNextNode() && isa<ir::RaisedOp>(op.getNextNode());
  if (isCall && !isHandled && ir::mayRaise(&op))
    exitIfRaised(&op);
  if (auto retain = dyn_cast<ir::RetainOp>(op))
    own(ir::owner(retain.getObject()));
  for (Value result : op.getResults())
    if (ir::isOwned(result))
      own(result);
}

llvm::BasicBlock *FunctionEmitter::edge(Block *target, ValueRange arguments, bool isShared) {
  llvm::SmallVector<llvm::Value *, 4> passed;
  for (Value argument : arguments)
    passed.push_back(get(argument));
  llvm::BasicBlock *from = b.GetInsertBlock(), *to = blocks[target];
  llvm::IRBuilder<>::InsertPointGuard guard(b);
  bool isApart = isShared && !arguments.empty(); // two edges of one block need different sources
  if (isApart) {
    from = llvm::BasicBlock::Create(b.getContext(), "", function);
    b.SetInsertPoint(from);
  }
  edges.push_back({from, target, std::move(passed)});
  OwnedChain::State before = owned.get();
  for (Value argument : arguments)
    if (Value owner = ir::owner(argument); owned.contains(owner))
      disown(owner);
  ownedAt.try_emplace(target, owned.get());
  owned.set(std::move(before));
  if (!isApart)
    return to;
  b.CreateBr(to);
  return from;
}
