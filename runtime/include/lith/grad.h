/* grad.h: graphs of gradients at run time, for hosts that keep them across calls.
 *
 * A node (lith_node, boxed as LITH_NODE) is one step of a computation, seen from its end: compiled
 * code that turns the gradients of the step's outputs into those of its inputs, the values which
 * that code reads, and for each input an edge to the node that made it. A leaf has no code and
 * collects what arrives at each of its outputs. Nodes hold the native code that they need: they may
 * outlive the program, and be released on any thread, with or without a context.
 */
#ifndef LITH_GRAD_H
#define LITH_GRAD_H

#include <lith/abi.h>

#pragma GCC visibility push(default) /* the Python module is another library */

#ifdef __cplusplus
extern "C" {
#endif

/* Sends `gradients[i]` (a tensor, or LITH_NONE) to output `ports[i]` of `nodes[i]` (LITH_NODE; what
 * is null is skipped) and from there on to the leaves. Nodes run in the reverse order of their
 * making, each once; one that no gradient reaches does not run. What they saved is given up unless
 * `keep`, so that their code may reuse its memory; the first `others` nodes that were ever made
 * (lith_grad_made) keep it in any case: a host's backward that runs a graph of gradients may come
 * to them once more. With `create`, gradients that are given have histories, and so have those that
 * arrive. All arguments are borrowed. False with ctx->pending set where a node raises, or needs
 * what it gave up before (RuntimeError): the rest does not run then.
 */
bool lith_grad_run(lith_ctx *ctx, bool keep, bool create, int64_t others, int64_t count,
                   const lith_value *nodes, const int64_t *ports, const lith_value *gradients);

/* How many nodes were made so far. */
int64_t lith_grad_made(void);

/* A node that collects what arrives; owned by the caller. */
lith_node *lith_grad_leaf(lith_ctx *ctx, int64_t outputs);

/* What arrived at an output of a leaf since the last time, a tensor, or LITH_NONE; owned by the
 * caller. Nothing arrives at another node. */
lith_value lith_grad_take(lith_ctx *ctx, lith_node *leaf, int64_t port);

/* Calls `visit` for each tensor that these nodes (null ones are skipped) and those that they lead
 * to have saved. */
void lith_grad_saved(int64_t count, lith_node *const *nodes,
                     void (*visit)(void *data, lith_tensor *saved), void *data);

void lith_node_retain(lith_node *node);
/* Null is ignored; the context may be null. */
void lith_node_release(lith_ctx *ctx, lith_node *node);

#ifdef __cplusplus
} /* extern "C" */

namespace lith {
enum class HostOperation : int32_t;
class Executable;
/// Of calls that are differentiated outside, beside the operations of program.h.
/// Module: gives a number for its backward hooks as they are now.
inline constexpr auto KeepHooks = static_cast<HostOperation>(100);
/// The number, a method of lith._hooks.RunningHooks, gradients (a tuple), other arguments (a
/// tuple): gives a tuple of gradients of the same types and sizes.
inline constexpr auto RunHooks = static_cast<HostOperation>(101);
/* The program whose code the node runs, null for a leaf. Contexts for lith_grad_run are those of
 * the program of a root. */
const Executable *executableOf(const lith_node *node);
} // namespace lith
#endif
#pragma GCC visibility pop

#endif /* LITH_GRAD_H */
