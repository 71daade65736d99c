// Check.cpp: what a pickle gives is a finite tree that readers can follow by recursion.
#include "torchscript/Pickle.h"
#include "torchscript/Zip.h"

#include <algorithm>
#include <unordered_set>

namespace lith::torchscript {
namespace {

using Kind = Item::Kind;

constexpr uint32_t Open = UINT32_MAX; // the depth of what is around the object at hand

size_t childCount(const Node &node) {
  return node.children.size() + 2 * node.entries.size() + (node.state ? 1 : 0);
}

// Of nodes with children one kind only has some.
Node &child(const Node &node, size_t index) {
  const Item *item = node.state             ? node.state
                     : node.entries.empty() ? node.children[index]
                     : index % 2            ? node.entries[index / 2].second
                                            : node.entries[index / 2].first;
  return const_cast<Node &>(static_cast<const Node &>(*item));
}

class Checker {
public:
  explicit Checker(const std::string &pickle) : pickle(pickle) {}

  void run(Node &root) {
    enter(root);
    while (!open.empty()) {
      auto &[node, next] = open.back();
      if (next == childCount(*node)) {
        leave(*node);
        open.pop_back();
      } else if (Node &below = child(*node, next++); below.depth == Open) {
        throw CannotRead("holds an object that contains itself, which Lith does not read");
      } else if (!below.depth) {
        enter(below);
      }
    }
  }

private:
  [[noreturn]] void fail(const std::string &what) const { damaged(pickle + ": " + what); }

  void enter(Node &node) {
    if (node.global || node.isStorage)
      fail("a value is no object");
    if (node.kind == Kind::List)
      checkElements(node);
    if (node.kind == Kind::Dict)
      checkKeys(node);
    node.depth = Open;
    open.emplace_back(&node, 0);
  }

  void leave(Node &node) const {
    uint32_t depth = 0;
    uint64_t places = 1;
    for (size_t i = 0; i < childCount(node); ++i) {
      const Node &below = child(node, i);
      depth = std::max(depth, below.depth);
      places += below.places;
    }
    node.depth = depth + 1;
    node.places = std::min(places, Limits::Places + 1);
    if (node.depth > Limits::Depth)
      throw CannotRead("holds objects that are nested more than " + std::to_string(Limits::Depth) +
                       " deep, which Lith does not read");
    if (node.places > Limits::Places)
      throw CannotRead("holds objects in too many places of one another");
  }

  void checkElements(const Node &list) const {
    static const std::pair<std::string_view, Kind> types[] = {{"List[int]", Kind::Int},
                                                              {"List[float]", Kind::Float},
                                                              {"List[bool]", Kind::Bool},
                                                              {"List[Tensor]", Kind::Tensor}};
    for (auto &[tag, kind] : types)
      if (list.typeTag == tag)
        for (const Item *element : list.children)
          if (element->kind != kind)
            fail("a list of the type " + list.typeTag + " has other elements");
  }

  void checkKeys(const Node &dict) const {
    std::unordered_set<std::string_view> texts;
    std::unordered_set<int64_t> integers;
    for (auto &[key, value] : dict.entries) {
      bool isKey = key->kind == Kind::Str ? texts.insert(key->text).second
                   : key->kind == Kind::Int
                       ? integers.insert(key->integer).second
                       : key->kind == Kind::Bool || key->kind == Kind::Float ||
                             key->kind == Kind::Complex || key->kind == Kind::Tensor ||
                             key->kind == Kind::Device;
      if (!isKey)
        fail("a dict has a key twice, or of no type that keys have");
    }
  }

  const std::string &pickle;
  std::vector<std::pair<Node *, size_t>> open; ///< with how many of its children are done
};

} // namespace

void checkObjects(Node &root, const std::string &pickle) { Checker(pickle).run(root); }

} // namespace lith::torchscript
