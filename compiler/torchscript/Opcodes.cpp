// Opcodes.cpp: what each opcode of the format does.
#include "torchscript/Unpickler.h"

#include <bit>

namespace lith::torchscript {

using Kind = Item::Kind;

void Unpickler::pushLong() {
  size_t count = little(1);
  if (count > 8)
    throw CannotRead("has an integer of more than 64 bits, which Lith does not read");
  uint64_t value = little(count);
  unsigned unused = 64 - 8 * count;
  pushInt(count ? static_cast<int64_t>(value << unused) >> unused : 0);
}

void Unpickler::pushText() {
  Node *node = make(Kind::Str);
  node->text = takeText(little(4));
  push(node);
}

bool Unpickler::doConstant(uint8_t opcode) {
  switch (opcode) {
  case 'N': // NONE
    push(shared(none, Kind::None));
    return true;
  case 0x88: // NEWTRUE
    push(shared(yes, Kind::Bool, 1));
    return true;
  case 0x89: // NEWFALSE
    push(shared(no, Kind::Bool, 0));
    return true;
  case 'J': // BININT
    pushInt(static_cast<int32_t>(little(4)));
    return true;
  case 'K': // BININT1
    pushInt(static_cast<int64_t>(little(1)));
    return true;
  case 'M': // BININT2
    pushInt(static_cast<int64_t>(little(2)));
    return true;
  case 0x8a: // LONG1
    pushLong();
    return true;
  case 'G': { // BINFLOAT, big endian
    Node *node = make(Kind::Float);
    node->real = std::bit_cast<double>(__builtin_bswap64(little(8)));
    push(node);
    return true;
  }
  case 'X': // BINUNICODE
    pushText();
    return true;
  default:
    return false;
  }
}

bool Unpickler::doContainer(uint8_t opcode) {
  switch (opcode) {
  case '(': // MARK
    marks.push_back(stack.size());
    return true;
  case ')': // EMPTY_TUPLE
    push(shared(emptyTuple, Kind::Tuple));
    return true;
  case ']': // EMPTY_LIST
    push(make(Kind::List));
    return true;
  case '}': // EMPTY_DICT
    push(make(Kind::Dict));
    return true;
  case 't': // TUPLE
    pushTuple(popToMark());
    return true;
  case 0x85: // TUPLE1
  case 0x86: // TUPLE2
  case 0x87: // TUPLE3
    pushTuple(size_t(opcode - 0x84));
    return true;
  case 'l':   // LIST
  case 'd': { // DICT
    Kind kind = opcode == 'l' ? Kind::List : Kind::Dict;
    std::vector<const Item *> items = popToMark();
    push(make(kind));
    extend(kind, std::move(items));
    return true;
  }
  case 'e': // APPENDS
    extend(Kind::List, popToMark());
    return true;
  case 'u': // SETITEMS
    extend(Kind::Dict, popToMark());
    return true;
  default:
    return false;
  }
}

// Appends to the list, or enters pairs into the dict, on top of the stack.
void Unpickler::extend(Kind kind, std::vector<const Item *> items) {
  Node *container = top();
  if (container->kind != kind || container->global || container->isStorage)
    fail("a list or dict is missing");
  if (kind == Kind::List) {
    container->children.insert(container->children.end(), items.begin(), items.end());
    return;
  }
  if (items.size() % 2)
    fail("a value of a dict is missing");
  for (size_t i = 0; i < items.size(); i += 2)
    container->entries.emplace_back(items[i], items[i + 1]);
}

bool Unpickler::doMemo(uint8_t opcode) {
  switch (opcode) {
  case 'q': // BINPUT
    remember(little(1));
    return true;
  case 'r': // LONG_BINPUT
    remember(little(4));
    return true;
  case 'h': // BINGET
    recall(little(1));
    return true;
  case 'j': // LONG_BINGET
    recall(little(4));
    return true;
  default:
    return false;
  }
}

// Writers number what they remember without a gap.
void Unpickler::remember(uint64_t index) {
  if (index > memo.size())
    fail("the memo has a gap");
  if (index == memo.size())
    memo.push_back(nullptr);
  memo[index] = top();
}

void Unpickler::recall(uint64_t index) {
  if (index >= memo.size())
    fail("the memo has no such object");
  push(memo[index]);
}

bool Unpickler::doCall(uint8_t opcode) {
  switch (opcode) {
  case 'c': { // GLOBAL
    std::string module = line(), qualifiedName = module + "." + line();
    const Global &global = globalNamed(qualifiedName, name);
    Node *node = make(Kind::None);
    node->global = &global;
    node->text = std::move(qualifiedName);
    push(node);
    return true;
  }
  case 0x81: { // NEWOBJ
    Node *arguments = pop(), *cls = pop();
    if (arguments->kind != Kind::Tuple || !arguments->children.empty() || !cls->global ||
        cls->global->call != Global::Call::Class)
      fail("an object is made of no class");
    Node *object = make(Kind::Object);
    object->text = cls->text;
    push(object);
    return true;
  }
  case 'R': { // REDUCE
    Node *arguments = pop(), *callee = pop();
    push(reduce(*callee, *arguments, name, arena));
    return true;
  }
  case 'b': // BUILD
    build();
    return true;
  case 'Q': // BINPERSID
    push(persistent(*pop(), name, arena, findStorage));
    return true;
  default:
    return false;
  }
}

void Unpickler::build() {
  Node *state = pop(), *object = top();
  if (object->kind != Kind::Object || object->state)
    fail("the state of an object belongs to none");
  object->state = state;
}

} // namespace lith::torchscript
