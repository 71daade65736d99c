// Node.h: nodes of graphs of gradients as memory; lith/grad.h says what they are.
#ifndef LITH_GRAD_NODE_H
#define LITH_GRAD_NODE_H

#include "core/Object.h"

#include <lith/grad.h>
#include <lith/program.h>

#include <memory>
#include <span>

/// Where a gradient goes: to output `port` of `node`, which is owned; null: nowhere.
struct lith_edge {
  lith_node *node;
  int64_t port;
};

/// Behind its fields a node holds what it saved, then its edges; a leaf what has arrived at each
/// output, a tensor or null.
struct lith_node {
  lith_object head; ///< flags: see lith::NodeFlag
  int32_t outputCount, savedCount, edgeCount;
  int64_t number;   ///< nodes made later have larger ones; an edge leads to a smaller one
  lith_entry again; ///< as `code`, with gradients that have histories; null: there is none
  lith_entry code;  ///< (saved..., gradients of outputs...) -> gradients of edges; takes them over
  std::shared_ptr<const lith::Executable> executable; ///< keeps `code` mapped
  lith_value saved[];

  bool isLeaf() const { return !code; }
  bool isObserved() const;
  bool isHooks() const;
  std::span<lith_edge> edges() {
    return {reinterpret_cast<lith_edge *>(saved + savedCount), static_cast<size_t>(edgeCount)};
  }
};

namespace lith {

enum NodeFlag : uint8_t {
  NodeReleased = 1, ///< gave up what it saved
  NodeBusy = 2,     ///< a thread is taking what it saved
  NodeObserved = LITH_NODE_OBSERVED,
  NodeKeeps = LITH_NODE_KEEPS,
  NodeHooks = 16, ///< hooks of the node that all its edges lead to
  NodeRaises = LITH_NODE_RAISES,
};

} // namespace lith

inline bool lith_node::isObserved() const {
  return __atomic_load_n(&head.flags, __ATOMIC_RELAXED) & lith::NodeObserved;
}

inline bool lith_node::isHooks() const {
  return __atomic_load_n(&head.flags, __ATOMIC_RELAXED) & lith::NodeHooks;
}

namespace lith {

/// What a node runs.
struct NodeCode {
  lith_entry code = nullptr, again = nullptr;
};
/// Takes over `saved`; the caller fills in the edges.
lith_node *newNode(lith_ctx *ctx, NodeCode code, std::span<const lith_value> saved,
                   int64_t edgeCount, int64_t outputs);
/// Frees the memory of a node that owns nothing any more.
void freeNodeItself(lith_ctx *ctx, lith_node *node);

/// Owned copies of what the node saved; without `keep` a node for which eager keeps something gives
/// it up, unless its code may raise. False where it did so before.
bool takeSaved(lith_node *node, bool keep, lith_value *into);
/// After code that might have raised: a node for which eager keeps something gives it up.
void giveUpSaved(lith_ctx *ctx, lith_node *node);

/// Calls code of the node in the context of this call, whose program may be another; it takes over
/// `in`. False with an exception pending.
bool runCode(lith_ctx *ctx, lith_node *node, lith_entry code, const lith_value *in,
             lith_value *out);

/// The sum of two gradients, which are taken over; in place where nobody else holds the first.
/// Null with an exception pending.
lith_tensor *addGradients(lith_ctx *ctx, lith_tensor *old, lith_tensor *added);
/// The same of gradients that have histories, with its own.
lith_tensor *addWithHistory(lith_ctx *ctx, lith_tensor *old, lith_tensor *added);

} // namespace lith

#endif // LITH_GRAD_NODE_H
