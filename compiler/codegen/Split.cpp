// Split.cpp: parts of a function share a frame in memory.
//
//   function: frame; next = first; while next: next = part_of(next)(frame, next, arguments...)
//   part:     switch next -> its blocks; an edge to a block of another part returns its number
//
// The frame holds what was on the stack of the function, its result, and every value that is used
// where its part need not have made it since it was entered. Numbers of blocks start at 1; 0 is the
// function's return.

#include "codegen/Split.h"
#include "codegen/PhiPlaces.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using lith::codegen::PhiPlaces;

/// In instructions: a function that is longer is split, and into parts of about this length.
static constexpr size_t LargeFunction = 5000, LargePart = 2000;
/// In blocks: parts of a function that is longer are not optimised by the code generator, which
/// takes half the time for them. They are mostly calls. In one that is long, a part is optimised
/// for the sake of a loop without others inside that is at most so long.
static constexpr size_t HugeFunction = 3000, LongFunction = 1000, ShortLoop = 100;

namespace {

class Splitter {
public:
  explicit Splitter(Function &function)
      : function(function), context(function.getContext()),
        layout(function.getParent()->getDataLayout()), number(Type::getInt32Ty(context)) {}
  void run();

private:
  void cutBlocks();
  void order();
  void choose();
  void storePhis();
  void storeValues();
  void storeValue(Instruction &instruction, const DominatorTree &part);
  void moveAllocas();
  void makeParts();
  void moveBlocks(unsigned part);
  void leave(BasicBlock &block, unsigned part);
  BasicBlock *wayTo(BasicBlock *target, unsigned part);
  void dispatch();
  void findOptimised(const LoopInfo &loops);
  uint64_t place(Type *type);
  Value *at(IRBuilder<> &builder, uint64_t offset);

  Function &function;
  LLVMContext &context;
  const DataLayout &layout;
  Type *number;
  std::vector<BasicBlock *> blocks;
  DenseMap<BasicBlock *, unsigned> parts, numbers;
  std::vector<Function *> made;
  DenseSet<unsigned> optimised;                           ///< parts
  std::vector<DenseMap<BasicBlock *, BasicBlock *>> ways; ///< per part
  AllocaInst *frame = nullptr; ///< in the place of each part's parameter until the parts are made
  Align frameAlign = Align(16);
  uint64_t frameBytes = 0;
  uint64_t result = 0;
};

void Splitter::cutBlocks() {
  for (BasicBlock &block : function) { // those that are made here come next
    size_t size = 0;
    for (Instruction &instruction : block)
      if (++size > LargePart / 4 && !isa<PHINode>(instruction) && !isa<AllocaInst>(instruction)) {
        block.splitBasicBlock(&instruction);
        break;
      }
  }
}

// Depth first, the last successor first: a block that leaves for good, as those do that raise, and
// the body of a loop come right after the block that leads to them.
void Splitter::order() {
  DenseSet<BasicBlock *> seen;
  std::vector<std::pair<BasicBlock *, unsigned>> stack;
  auto enter = [&](BasicBlock *block) {
    if (seen.insert(block).second)
      stack.push_back({block, block->getTerminator()->getNumSuccessors()});
  };
  enter(&function.getEntryBlock());
  while (!stack.empty()) {
    auto &[block, left] = stack.back();
    if (left > 0) {
      --left;
      enter(block->getTerminator()->getSuccessor(left));
    } else {
      blocks.push_back(block);
      stack.pop_back();
    }
  }
  std::reverse(blocks.begin(), blocks.end());
}

// Of the places where a part may end, the one within the fewest loops.
void Splitter::choose() {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  unsigned part = 0;
  size_t begin = 0, size = 0, best = 0;
  unsigned bestDepth = ~0u;
  for (size_t i = 0; i < blocks.size(); ++i) {
    size += blocks[i]->size();
    unsigned depth = i + 1 < blocks.size() ? loops.getLoopDepth(blocks[i + 1]) : 0;
    if (size >= LargePart / 2 && depth <= bestDepth) {
      best = i + 1;
      bestDepth = depth;
    }
    if (size < LargePart && i + 1 < blocks.size())
      continue;
    if (i + 1 == blocks.size())
      best = i + 1;
    for (size_t k = begin; k < best; ++k)
      parts[blocks[k]] = part;
    ++part;
    begin = best;
    i = best - 1;
    size = 0;
    bestDepth = ~0u;
  }
  ways.resize(part);
  if (blocks.size() <= HugeFunction)
    findOptimised(loops);
}

void Splitter::findOptimised(const LoopInfo &loops) {
  for (BasicBlock *block : blocks)
    if (Loop *loop = loops.getLoopFor(block);
        blocks.size() <= LongFunction ||
        (loop && loop->isInnermost() && loop->getNumBlocks() <= ShortLoop))
      optimised.insert(parts.lookup(block));
}

uint64_t Splitter::place(Type *type) {
  Align align = layout.getABITypeAlign(type);
  frameAlign = std::max(frameAlign, align);
  uint64_t offset = alignTo(frameBytes, align);
  frameBytes = offset + layout.getTypeAllocSize(type);
  return offset;
}

Value *Splitter::at(IRBuilder<> &builder, uint64_t offset) {
  Function *owner = builder.GetInsertBlock()->getParent();
  Value *frame = owner == &function ? static_cast<Value *>(this->frame) : owner->getArg(0);
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), frame, offset);
}

// Those of blocks that are entered from another part: each way in stores what it brings.
void Splitter::storePhis() {
  std::vector<PHINode *> phis;
  for (BasicBlock *block : blocks)
    if (any_of(predecessors(block),
               [&](BasicBlock *from) { return parts.lookup(from) != parts.lookup(block); }))
      for (PHINode &phi : block->phis())
        phis.push_back(&phi);
  PhiPlaces shared(blocks, phis);
  DenseMap<PHINode *, uint64_t> offsets; // of leaders
  for (PHINode *phi : phis) {
    auto [offset, isNew] = offsets.try_emplace(shared.leader(phi));
    if (isNew)
      offset->second = place(phi->getType());
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      if (!shared.holds(phi, i)) {
        IRBuilder<> writes(phi->getIncomingBlock(i)->getTerminator());
        writes.CreateStore(phi->getIncomingValue(i), at(writes, offset->second));
      }
  }
  for (PHINode *phi : phis) {
    IRBuilder<> reads(phi->getParent(), phi->getParent()->getFirstInsertionPt());
    phi->replaceAllUsesWith(
        reads.CreateLoad(phi->getType(), at(reads, offsets.lookup(shared.leader(phi)))));
  }
  for (PHINode *phi : phis)
    phi->eraseFromParent();
}

void Splitter::storeValue(Instruction &instruction, const DominatorTree &part) {
  SmallVector<Use *> elsewhere;
  auto blockOf = [](Use &use) {
    auto *user = cast<Instruction>(use.getUser());
    auto *phi = dyn_cast<PHINode>(user);
    return phi ? phi->getIncomingBlock(use) : user->getParent();
  };
  for (Use &use : instruction.uses()) {
    BasicBlock *block = blockOf(use);
    if (block->getParent() != instruction.getFunction() ||
        !part.dominates(instruction.getParent(), block))
      elsewhere.push_back(&use);
  }
  if (elsewhere.empty())
    return;
  Type *type = instruction.getType();
  uint64_t offset = place(type);
  auto after = isa<PHINode>(instruction) ? instruction.getParent()->getFirstInsertionPt()
                                         : std::next(instruction.getIterator());
  IRBuilder<> writes(instruction.getParent(), after);
  writes.CreateStore(&instruction, at(writes, offset));
  DenseMap<BasicBlock *, Value *> loaded;
  for (Use *use : elsewhere) {
    BasicBlock *block = blockOf(*use);
    Value *&value = loaded[block];
    if (!value) {
      IRBuilder<> reads(block, block->getFirstInsertionPt());
      value = reads.CreateLoad(type, at(reads, offset));
    }
    use->set(value);
  }
}

// A part may be left and entered again between a value and its use, both its own.
void Splitter::storeValues() {
  for (Function *part : made) {
    DominatorTree dominators(*part);
    for (BasicBlock &block : *part)
      for (Instruction &instruction : make_early_inc_range(block))
        if (!instruction.use_empty())
          storeValue(instruction, dominators);
  }
}

// What the function had on its stack is part of the frame.
void Splitter::moveAllocas() {
  SmallVector<AllocaInst *> allocas;
  for (Instruction &instruction : function.getEntryBlock())
    if (auto *alloca = dyn_cast<AllocaInst>(&instruction); alloca && alloca != frame)
      allocas.push_back(alloca);
  for (AllocaInst *alloca : allocas) {
    frameAlign = std::max(frameAlign, alloca->getAlign());
    uint64_t offset = alignTo(frameBytes, alloca->getAlign());
    frameBytes = offset + alloca->getAllocationSize(layout)->getFixedValue();
    DenseMap<BasicBlock *, Value *> addresses;
    for (Use &use : make_early_inc_range(alloca->uses())) {
      auto *user = cast<Instruction>(use.getUser());
      auto *phi = dyn_cast<PHINode>(user);
      BasicBlock *block = phi ? phi->getIncomingBlock(use) : user->getParent();
      Value *&address = addresses[block];
      if (!address) {
        IRBuilder<> builder(block, block == frame->getParent() ? std::next(frame->getIterator())
                                                               : block->getFirstInsertionPt());
        address = at(builder, offset);
      }
      use.set(address);
    }
    alloca->eraseFromParent();
  }
}

// What leads to a block of another part.
BasicBlock *Splitter::wayTo(BasicBlock *target, unsigned part) {
  BasicBlock *&way = ways[part][target];
  if (!way) {
    way = BasicBlock::Create(context, "", made[part]);
    unsigned to = numbers.try_emplace(target, numbers.size() + 1).first->second;
    ReturnInst::Create(context, ConstantInt::get(number, to), way);
  }
  return way;
}

// The terminator of a block, in its part.
void Splitter::leave(BasicBlock &block, unsigned part) {
  Instruction *last = block.getTerminator();
  if (auto *returned = dyn_cast<ReturnInst>(last)) {
    IRBuilder<> builder(last);
    if (Value *value = returned->getReturnValue())
      builder.CreateStore(value, at(builder, result));
    builder.CreateRet(ConstantInt::get(number, 0));
    last->eraseFromParent();
    return;
  }
  for (unsigned i = 0; i < last->getNumSuccessors(); ++i)
    if (BasicBlock *to = last->getSuccessor(i); parts.lookup(to) != part)
      last->setSuccessor(i, wayTo(to, part));
}

void Splitter::makeParts() {
  SmallVector<Type *> parameters{PointerType::getUnqual(context), number};
  append_range(parameters, function.getFunctionType()->params());
  auto *type = FunctionType::get(number, parameters, false);
  for (size_t i = 0; i < ways.size(); ++i) {
    auto *part = Function::Create(type, GlobalValue::InternalLinkage, function.getName() + ".part",
                                  function.getParent());
    part->setAttributes(
        AttributeList::get(context, AttributeList::FunctionIndex,
                           AttrBuilder(context, function.getAttributes().getFnAttrs())));
    if (!optimised.contains(i)) {
      part->addFnAttr(Attribute::OptimizeNone);
      part->addFnAttr(Attribute::NoInline); // the one needs the other
    }
    made.push_back(part);
  }
  for (BasicBlock *block : blocks)
    leave(*block, parts.lookup(block));
}

// The blocks of a part go into its function, whose entry leads to those that others name.
void Splitter::moveBlocks(unsigned index) {
  Function *part = made[index];
  auto *entry = BasicBlock::Create(context, "", part, part->empty() ? nullptr : &part->front());
  SwitchInst *chosen = nullptr;
  for (BasicBlock *block : blocks) {
    if (parts.lookup(block) != index)
      continue;
    block->removeFromParent();
    block->insertInto(part);
    for (Instruction &instruction : *block)
      for (Use &use : instruction.operands())
        if (auto *argument = dyn_cast<Argument>(use))
          use.set(part->getArg(argument->getArgNo() + 2));
        else if (use == frame)
          use.set(part->getArg(0));
    if (unsigned known = numbers.lookup(block)) {
      if (!chosen)
        chosen = SwitchInst::Create(part->getArg(1), block, 0, entry);
      else
        chosen->addCase(cast<ConstantInt>(ConstantInt::get(number, known)), block);
    }
  }
}

// What is left of the function.
void Splitter::dispatch() {
  auto *entry = BasicBlock::Create(context, "", &function);
  auto *next = BasicBlock::Create(context, "", &function);
  auto *end = BasicBlock::Create(context, "", &function);
  IRBuilder<> builder(entry);
  frame = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), frameBytes));
  frame->setAlignment(frameAlign);
  builder.CreateBr(next);
  builder.SetInsertPoint(next);
  PHINode *at = builder.CreatePHI(number, made.size() + 1);
  at->addIncoming(ConstantInt::get(number, numbers.lookup(blocks[0])), entry);
  SwitchInst *chosen = builder.CreateSwitch(at, end, numbers.size());
  SmallVector<Value *> arguments{frame, at};
  for (Argument &argument : function.args())
    arguments.push_back(&argument);
  SmallVector<BasicBlock *> calls;
  for (Function *part : made) {
    calls.push_back(BasicBlock::Create(context, "", &function));
    builder.SetInsertPoint(calls.back());
    at->addIncoming(builder.CreateCall(part, arguments), calls.back());
    builder.CreateBr(next);
  }
  for (BasicBlock *block : blocks)
    if (unsigned known = numbers.lookup(block))
      chosen->addCase(cast<ConstantInt>(ConstantInt::get(number, known)),
                      calls[parts.lookup(block)]);
  builder.SetInsertPoint(end);
  Type *type = function.getReturnType();
  if (type->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(builder.CreateLoad(type, this->at(builder, result)));
}

void Splitter::run() {
  removeUnreachableBlocks(function);
  cutBlocks();
  order();
  choose();
  IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
  frame = builder.CreateAlloca(builder.getInt8Ty());
  if (!function.getReturnType()->isVoidTy())
    result = place(function.getReturnType());
  storePhis();
  moveAllocas();
  numbers[blocks[0]] = 1;
  makeParts();
  AllocaInst *common = frame;
  for (unsigned i = 0; i < made.size(); ++i)
    moveBlocks(i);
  storeValues();
  common->eraseFromParent();
  dispatch();
}

} // namespace

void lith::codegen::splitLargeFunctions(Module &module) {
  SmallVector<Function *> large;
  for (Function &function : module)
    if (function.getInstructionCount() > LargeFunction)
      large.push_back(&function);
  for (Function *function : large)
    Splitter(*function).run();
}
