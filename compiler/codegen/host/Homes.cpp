// Homes.cpp: what a long function owns, noted in memory.
//
// Every reference that the function may own has a place in its frame. The reference is written
// there when it is gained and null when it is given up, so that one exit can release whatever is
// there. The accesses are volatile: in registers, all places where an exception may leave would
// have to agree on them.

#include "codegen/host/FunctionEmitter.h"

using namespace mlir;
using namespace lith::codegen;

void FunctionEmitter::own(Value value) {
  if (isLong)
    storeHome(value, true);
  owned.add(value);
}

void FunctionEmitter::disown(Value value) {
  owned.remove(value);
  if (isLong)
    storeHome(value, false);
}

void FunctionEmitter::storeHome(Value value, bool isOwned) {
  if (!homes) { // its size is known at the end of the function
    llvm::IRBuilder<> entry(&function->getEntryBlock(), function->getEntryBlock().begin());
    homes = entry.CreateAlloca(b.getInt64Ty(), b.getInt32(1));
    homes->setAlignment(llvm::Align(16));
  }
  bool isBox = isa<ir::BoxType>(value.getType());
  auto [home, isNew] = homeOf.try_emplace({value, owned.count(value)}, homeWords);
  if (isNew)
    homeWords += isBox ? 2 : 1;
  llvm::Value *at = b.CreateConstInBoundsGEP1_64(b.getInt64Ty(), homes, home->second);
  llvm::Value *made = get(value);
  if (!isBox) {
    llvm::Value *null = llvm::Constant::getNullValue(made->getType());
    b.CreateStore(isOwned ? made : null, at, /*isVolatile=*/true);
    return;
  }
  llvm::Value *tag = isOwned ? b.CreateExtractValue(made, 0) : b.getInt64(0);
  b.CreateStore(tag, at, /*isVolatile=*/true);
  if (isOwned)
    b.CreateStore(b.CreateExtractValue(made, 1),
                  b.CreateConstInBoundsGEP1_64(b.getInt64Ty(), at, 1), /*isVolatile=*/true);
}

/// Clears the homes on entry and writes the exit that releases them.
void FunctionEmitter::finishHomes() {
  if (homes) {
    homes->setOperand(0, b.getInt32(homeWords));
    b.SetInsertPoint(homes->getParent(), std::next(homes->getIterator()));
    b.CreateMemSet(homes, b.getInt8(0), uint64_t(homeWords) * 8, llvm::Align(16));
  }
  llvm::BasicBlock *exit = exits.lookup(0);
  if (!exit)
    return;
  b.SetInsertPoint(exit);
  for (auto &[key, word] : homeOf) {
    Type type = key.first.getType();
    llvm::Value *at = b.CreateConstInBoundsGEP1_64(b.getInt64Ty(), homes, word);
    if (!isa<ir::BoxType>(type)) {
      release(b.CreateLoad(b.getPtrTy(), at, /*isVolatile=*/true), type);
      continue;
    }
    llvm::Value *tag = b.CreateLoad(b.getInt64Ty(), at, /*isVolatile=*/true);
    llvm::Value *second = b.CreateConstInBoundsGEP1_64(b.getInt64Ty(), at, 1);
    release(makeBox(tag, b.CreateLoad(b.getInt64Ty(), second, /*isVolatile=*/true)), type);
  }
  returnRaised();
}
