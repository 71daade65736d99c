// Pickle.cpp: reading a pickle, its stack and its end.
#include "torchscript/Pickle.h"
#include "torchscript/Unpickler.h"
#include "torchscript/Zip.h"

#include "syntax/Unicode.h"

namespace lith::torchscript {

using Kind = Item::Kind;

void Unpickler::fail(const std::string &what) const { damaged(name + ": " + what); }

std::string_view Unpickler::take(size_t count) {
  if (count > bytes.size() - at)
    fail("it ends too early");
  at += count;
  return bytes.substr(at - count, count);
}

uint64_t Unpickler::little(size_t count) {
  uint64_t value = 0;
  std::string_view from = take(count);
  for (size_t i = 0; i < count; ++i)
    value |= uint64_t(static_cast<unsigned char>(from[i])) << 8 * i;
  return value;
}

std::string Unpickler::takeText(size_t count) {
  std::string text(take(count));
  if (syntax::findInvalidUtf8(text) != std::string::npos)
    fail("a string is not valid UTF-8");
  return text;
}

std::string Unpickler::line() {
  size_t end = bytes.find('\n', at);
  if (end == std::string_view::npos)
    fail("it ends too early");
  std::string text = takeText(end - at);
  take(1);
  return text;
}

Node *Unpickler::make(Kind kind) { return &arena.make(kind); }

// Nobody changes these: one object is enough.
Node *Unpickler::shared(Node *&known, Kind kind, int64_t integer) {
  if (!known) {
    known = make(kind);
    known->integer = integer;
  }
  return known;
}

void Unpickler::pushInt(int64_t value) {
  Node *node = make(Kind::Int);
  node->integer = value;
  push(node);
}

Node *Unpickler::top() {
  if (stack.size() <= (marks.empty() ? 0 : marks.back()))
    fail("an object is missing");
  return stack.back();
}

Node *Unpickler::pop() {
  Node *node = top();
  stack.pop_back();
  return node;
}

std::vector<const Item *> Unpickler::popToMark() {
  if (marks.empty())
    fail("a mark is missing");
  std::vector<const Item *> items(stack.begin() + static_cast<ptrdiff_t>(marks.back()),
                                  stack.end());
  stack.resize(marks.back());
  marks.pop_back();
  return items;
}

void Unpickler::pushTuple(std::vector<const Item *> children) {
  Node *tuple = make(Kind::Tuple);
  tuple->children = std::move(children);
  push(tuple);
}

void Unpickler::pushTuple(size_t count) {
  std::vector<const Item *> children(count);
  for (size_t i = count; i--;)
    children[i] = pop();
  pushTuple(std::move(children));
}

Node *Unpickler::run() {
  if (little(1) != 0x80 || little(1) != 2)
    fail("it is no pickle of protocol 2");
  for (size_t count = 0; count < Limits::Opcodes; ++count) {
    auto opcode = static_cast<uint8_t>(little(1));
    if (opcode == '.') { // STOP
      Node *result = pop();
      if (!stack.empty() || !marks.empty() || at != bytes.size())
        fail("something follows its object");
      return result;
    }
    if (!doConstant(opcode) && !doContainer(opcode) && !doMemo(opcode) && !doCall(opcode))
      throw CannotRead("is refused: " + name + " has the pickle opcode " + opcodeName(opcode) +
                       ", which is no part of the format");
  }
  throw CannotRead("is refused: " + name + " has more than " + std::to_string(Limits::Opcodes) +
                   " opcodes");
}

Node &Arena::make(Kind kind) {
  if (nodes.size() >= Limits::Nodes)
    throw CannotRead("holds more than " + std::to_string(Limits::Nodes) +
                     " objects, which Lith does not read");
  Node &node = nodes.emplace_back();
  node.kind = kind;
  return node;
}

const Item *readPickle(std::string_view bytes, const std::string &name, Arena &arena,
                       const FindStorage &findStorage) {
  Node *root = Unpickler(bytes, name, arena, findStorage).run();
  checkObjects(*root, name);
  return root;
}

} // namespace lith::torchscript
