// Results.cpp: the results of a program as its function returns them; see Match.h.
#include "artifact/Match.h"

#include "core/Program.h"
#include "objects/Containers.h"
#include "objects/Str.h"
#include "tensor/Element.h"

using namespace lith;

namespace {

/// One result, from the tree that describes it.
class Builder {
public:
  Builder(lith_ctx *ctx, const ArtifactProgram &program, std::span<const lith_value> results,
          std::span<const lith_value> leaves, std::span<const lith_value> weights)
      : ctx(ctx), program(program), results(results), leaves(leaves), weights(weights) {}

  lith_value build(const Tree &tree) {
    size_t number = made.size();
    made.push_back(nullValue());
    lith_value value = make(tree);
    made[number] = value;
    return value;
  }

private:
  lith_value make(const Tree &tree) {
    size_t index = static_cast<size_t>(tree.index);
    switch (tree.kind) {
    case Tree::Kind::Constant:
      return makeConstant(ctx, tree.constant);
    case Tree::Kind::Input:
      return retained(leaves[index]);
    case Tree::Kind::Weight:
      return retained(weights[index]);
    case Tree::Kind::Shared:
      return index < made.size() ? retained(made[index]) : nullValue();
    case Tree::Kind::Tuple:
    case Tree::Kind::Slice: {
      Owned<lith_tuple> tuple(ctx, newTuple(ctx, static_cast<int64_t>(tree.children.size())));
      for (size_t i = 0; i < tree.children.size(); ++i)
        tuple->items[i] = build(tree.children[i]);
      return tree.kind == Tree::Kind::Tuple ? box(tuple.take())
                                            : lith_rt_slice_new(ctx, 3, tuple->items);
    }
    case Tree::Kind::List: {
      lith_list *list = newList(ctx, static_cast<int64_t>(tree.children.size()));
      for (const Tree &child : tree.children)
        append(ctx, list, build(child));
      return box(list);
    }
    case Tree::Kind::Dict:
      return makeDict(tree);
    case Tree::Kind::Set: {
      lith_set *set = newSet(ctx, false);
      for (const Tree &child : tree.children) {
        OwnedValue element(ctx, build(child));
        insert(ctx, set, element.get());
      }
      return box(set);
    }
    case Tree::Kind::Record:
      return makeRecord(tree);
    default:
      return retained(results[index]);
    }
  }

  lith_value makeDict(const Tree &tree) {
    lith_dict *dict = newDict(ctx);
    for (size_t i = 0; i < tree.children.size() && i < tree.keys.size(); ++i) {
      OwnedValue key(ctx, makeConstant(ctx, tree.keys[i]));
      OwnedValue value(ctx, build(tree.children[i]));
      store(ctx, dict, key.get(), value.get());
    }
    return box(dict);
  }

  // The payload, if any, is one field more than the class names.
  lith_value makeRecord(const Tree &tree) {
    const std::vector<ClassInfo> &classes = program.image->classes;
    size_t id = 0;
    while (id < classes.size() && !(classes[id].qualifiedName == tree.name &&
                                    classes[id].fields.size() == tree.keys.size()))
      ++id;
    lith_record *record =
        lith_rt_record_new(ctx, LITH_FIRST_PROGRAM_CLASS + static_cast<int64_t>(id),
                           static_cast<int64_t>(tree.children.size()));
    for (size_t i = 0; i < tree.children.size(); ++i)
      record->fields[i] = build(tree.children[i]);
    return box(record);
  }

  lith_ctx *ctx;
  const ArtifactProgram &program;
  std::span<const lith_value> results, leaves, weights;
  std::vector<lith_value> made; // of each node in preorder; borrowed
};

} // namespace

lith_value lith::buildResult(lith_ctx *ctx, const ArtifactProgram &program,
                             std::span<const lith_value> results,
                             std::span<const lith_value> leaves,
                             std::span<const lith_value> weights) {
  return Builder(ctx, program, results, leaves, weights).build(program.result);
}
