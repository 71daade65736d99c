// Homes.cpp: what a long function owns, noted in memory.
//
// Every reference that the function may own has a place in its frame. The reference is written
// there when it is gained and null when it is given up, so that one exit can release whatever is
// there. The accesses are volatile: in registers, all places where an exception may leave would
// have to agree on them.

#include "codegen/host/FunctionEmitter.h"

#include <lith/abi.h>

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

void FunctionEmitter::releaseHomes(llvm::ArrayRef<int32_t> kept) {
  llvm::StringRef bytes(reinterpret_cast<const char *>(kept.data()), kept.size() * sizeof(int32_t));
  llvm::Value *unknown = llvm::ConstantPointerNull::get(b.getPtrTy());
  callRuntime("release_homes",
              {unknown, b.getInt64(0), unknown, b.getInt64(kept.size()), program.data(bytes)});
  homeReleases.push_back(llvm::cast<llvm::CallInst>(&b.GetInsertBlock()->back()));
}

void FunctionEmitter::releaseOthers(ValueRange kept) {
  OwnedChain::State others = owned.get(), rest;
  llvm::SmallVector<int32_t> words;
  for (Value value : kept) {
    auto entry = llvm::find_if(others, [&](auto &one) { return one.first == ir::owner(value); });
    assert(entry != others.end() && "keeps what is not owned");
    words.push_back(int32_t(homeOf.lookup({entry->first, 0})));
    others.erase(entry);
  }
  if (isLong) {
    llvm::sort(words);
    releaseHomes(words);
  }
  for (auto &[value, node] : llvm::reverse(others)) {
    if (!isLong)
      release(get(value), value.getType());
    owned.remove(value);
  }
}

/// Clears the homes on entry, writes the exit that releases them, and tells all who release some
/// where they are.
void FunctionEmitter::finishHomes() {
  if (llvm::BasicBlock *exit = exits.lookup(0)) {
    b.SetInsertPoint(exit);
    if (homes)
      releaseHomes({});
    returnRaised();
  }
  if (!homes)
    return;
  homes->setOperand(0, b.getInt32(homeWords));
  b.SetInsertPoint(homes->getParent(), std::next(homes->getIterator()));
  b.CreateMemSet(homes, b.getInt8(0), uint64_t(homeWords) * 8, llvm::Align(16));
  std::string forms(homeWords, char(LITH_HOME_REST));
  for (auto &[key, word] : homeOf)
    forms[word] = char(isa<ir::BoxType>(key.first.getType()) ? LITH_HOME_VALUE : LITH_HOME_OBJECT);
  for (llvm::CallInst *call : homeReleases) {
    call->setArgOperand(1, homes);
    call->setArgOperand(2, b.getInt64(homeWords));
    call->setArgOperand(3, program.data(forms));
  }
}
