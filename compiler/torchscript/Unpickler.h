// Unpickler.h: the machine of pickles: a stack, its marks, and a memo.
#ifndef LITH_TORCHSCRIPT_UNPICKLER_H
#define LITH_TORCHSCRIPT_UNPICKLER_H

#include "torchscript/Pickle.h"

namespace lith::torchscript {

/// Reads one pickle. What it makes is the arena's.
class Unpickler {
public:
  Unpickler(std::string_view bytes, const std::string &name, Arena &arena, const FindStorage &find)
      : bytes(bytes), name(name), arena(arena), findStorage(find) {}

  /// The object of the pickle, unchecked.
  Node *run();

private:
  [[noreturn]] void fail(const std::string &what) const;

  std::string_view take(size_t count);
  uint64_t little(size_t count);
  std::string takeText(size_t count);
  std::string line();

  Node *make(Item::Kind kind);
  Node *shared(Node *&known, Item::Kind kind, int64_t integer = 0);
  void push(Node *node) { stack.push_back(node); }
  void pushInt(int64_t value);
  Node *pop();
  Node *top();
  std::vector<const Item *> popToMark();
  void pushTuple(std::vector<const Item *> children);
  void pushTuple(size_t count);

  // Each does an opcode of its group; false: it is of another.
  bool doConstant(uint8_t opcode);
  bool doContainer(uint8_t opcode);
  bool doMemo(uint8_t opcode);
  bool doCall(uint8_t opcode);
  void pushLong();
  void pushText();
  void extend(Item::Kind kind, std::vector<const Item *> items);
  void remember(uint64_t index);
  void recall(uint64_t index);
  void build();

  std::string_view bytes;
  const std::string &name;
  Arena &arena;
  const FindStorage &findStorage;
  size_t at = 0;
  std::vector<Node *> stack, memo;
  std::vector<size_t> marks; ///< sizes of the stack
  Node *none = nullptr, *yes = nullptr, *no = nullptr, *emptyTuple = nullptr; ///< one of each
};

} // namespace lith::torchscript

#endif // LITH_TORCHSCRIPT_UNPICKLER_H
