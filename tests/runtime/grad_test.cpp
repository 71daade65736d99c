// grad_test.cpp: graphs of gradients: the order of running, sums, what is kept and given up.
#include "support.h"

#include "grad/Node.h"
#include "tensor/Tensor.h"

#include <thread>

using namespace lith;
using lith::test::sampleImage;

namespace {

std::vector<int> order; ///< what the nodes of `noting` save, as they run

/// Notes the int that it saved first; gives each edge the gradient.
template <int Edges> int32_t noting(lith_ctx *ctx, const lith_value *in, lith_value *out) {
  order.push_back(int(intOf(in[0])));
  for (int i = 0; i < Edges; ++i)
    out[i] = retained(in[1]);
  release(ctx, in[1]);
  return 0;
}
int32_t passing(lith_ctx *, const lith_value *in, lith_value *out) {
  out[0] = in[0];
  return 0;
}
/// Saved a tensor, which it gives to the edge.
int32_t giving(lith_ctx *ctx, const lith_value *in, lith_value *out) {
  out[0] = in[0];
  release(ctx, in[1]);
  return 0;
}
int32_t silent(lith_ctx *ctx, const lith_value *in, lith_value *) {
  release(ctx, in[0]);
  return 0;
}
template <int Saved> int32_t raising(lith_ctx *ctx, const lith_value *in, lith_value *) {
  for (int i = 0; i <= Saved; ++i)
    release(ctx, in[i]);
  raise(ctx, LITH_CLASS_ValueError, "no");
  return 1;
}

class Gradients : public lith::test::Fixture {
protected:
  void SetUp() override { order.clear(); }

  lith_tensor *tensor(std::initializer_list<float> values) {
    int64_t size = int64_t(values.size());
    lith_tensor *made = newTensor(ctx, LITH_FLOAT32, {&size, 1});
    std::copy(values.begin(), values.end(), reinterpret_cast<float *>(made->data));
    return made;
  }
  /// Borrows the nodes of its edges.
  lith_node *node(lith_entry code, std::vector<lith_value> saved, std::vector<lith_edge> edges,
                  int64_t outputs = 1) {
    lith_node *made = newNode(ctx, {code}, saved, int64_t(edges.size()), outputs);
    if (std::any_of(saved.begin(), saved.end(), isReference))
      made->head.flags |= NodeKeeps;
    for (size_t i = 0; i < edges.size(); ++i) {
      made->edges()[i] = edges[i];
      if (edges[i].node)
        retain(&edges[i].node->head);
    }
    return made;
  }
  bool run(lith_node *root, bool keep = false, int64_t port = 0, float gradient = 1) {
    Owned<lith_tensor> ones(ctx, tensor({gradient}));
    lith_value value = box(ones.get()), boxed = box(root);
    return lith_grad_run(ctx, keep, false, 0, 1, &boxed, &port, &value);
  }
  std::string taken(lith_node *leaf, int64_t port = 0) {
    OwnedValue value(ctx, lith_grad_take(ctx, leaf, port));
    return repr(value.get());
  }
};

TEST_F(Gradients, YoungestFirstAndSumsInOrderOfArrival) {
  Owned<lith_node> leaf(ctx, lith_grad_leaf(ctx, 1));
  Owned<lith_node> shared(ctx, node(noting<1>, {box(int64_t(1))}, {{leaf.get(), 0}}));
  Owned<lith_node> left(ctx, node(noting<1>, {box(int64_t(2))}, {{shared.get(), 0}}));
  Owned<lith_node> right(ctx, node(noting<1>, {box(int64_t(3))}, {{shared.get(), 0}}));
  Owned<lith_node> root(ctx,
                        node(noting<2>, {box(int64_t(4))}, {{left.get(), 0}, {right.get(), 0}}));
  EXPECT_TRUE(run(root.get()));
  EXPECT_EQ(order, (std::vector<int>{4, 3, 2, 1}));
  EXPECT_EQ(taken(leaf.get()), "tensor([2.])");
  EXPECT_EQ(taken(leaf.get()), "None");
}

TEST_F(Gradients, WhatNoGradientReachesDoesNotRun) {
  Owned<lith_node> leaf(ctx, lith_grad_leaf(ctx, 1)), other(ctx, lith_grad_leaf(ctx, 1));
  Owned<lith_node> unreached(ctx, node(noting<1>, {box(int64_t(1))}, {{other.get(), 0}}));
  Owned<lith_node> none(ctx, node(silent, {}, {{unreached.get(), 0}}));
  Owned<lith_node> root(ctx,
                        node(noting<2>, {box(int64_t(2))}, {{none.get(), 0}, {leaf.get(), 0}}));
  EXPECT_TRUE(run(root.get()));
  EXPECT_EQ(order, std::vector<int>{2});
  EXPECT_EQ(taken(other.get()), "None");
  EXPECT_EQ(taken(leaf.get()), "tensor([1.])");
}

TEST_F(Gradients, OutputsThatGetNothingAreNone) {
  auto second = [](lith_ctx *, const lith_value *in, lith_value *out) -> int32_t {
    order.push_back(in[0].tag == LITH_NONE);
    out[0] = in[1];
    return 0;
  };
  Owned<lith_node> leaf(ctx, lith_grad_leaf(ctx, 1));
  Owned<lith_node> root(ctx, node(second, {}, {{leaf.get(), 0}}, 2));
  EXPECT_TRUE(run(root.get(), false, 1));
  EXPECT_EQ(order, std::vector<int>{1});
  EXPECT_EQ(taken(leaf.get()), "tensor([1.])");
}

TEST_F(Gradients, SeveralRootsAndNullOnes) {
  Owned<lith_node> leaf(ctx, lith_grad_leaf(ctx, 1));
  Owned<lith_node> a(ctx, node(passing, {}, {{leaf.get(), 0}}));
  Owned<lith_node> b(ctx, node(passing, {}, {{leaf.get(), 0}, {nullptr, 0}}));
  Owned<lith_tensor> one(ctx, tensor({1})), two(ctx, tensor({2}));
  lith_value nodes[] = {box(a.get()), nullValue(), box(b.get())};
  lith_value gradients[] = {box(one.get()), box(one.get()), box(two.get())};
  int64_t ports[] = {0, 0, 0};
  EXPECT_TRUE(lith_grad_run(ctx, false, false, 0, 3, nodes, ports, gradients));
  EXPECT_EQ(taken(leaf.get()), "tensor([3.])");
  EXPECT_EQ(repr(box(one.get())), "tensor([1.])"); // was not added to in place
  EXPECT_EQ(repr(box(two.get())), "tensor([2.])");
}

TEST_F(Gradients, ALeafCollectsAtEachOutput) {
  Owned<lith_node> leaf(ctx, lith_grad_leaf(ctx, 3));
  Owned<lith_node> root(
      ctx, node(noting<3>, {box(int64_t(1))}, {{leaf.get(), 2}, {leaf.get(), 0}, {leaf.get(), 2}}));
  EXPECT_TRUE(run(root.get()));
  EXPECT_EQ(taken(leaf.get(), 0), "tensor([1.])");
  EXPECT_EQ(taken(leaf.get(), 1), "None");
  EXPECT_EQ(taken(leaf.get(), 2), "tensor([2.])");
  EXPECT_TRUE(run(root.get())); // what is not taken is the leaf's
}

TEST_F(Gradients, WhatLeadsToAnotherOutputOfALeafIsNotWanted) {
  Owned<lith_node> leaf(ctx, lith_grad_leaf(ctx, 2)), to(ctx, lith_grad_leaf(ctx, 1));
  Owned<lith_node> wanted(ctx, node(noting<1>, {box(int64_t(1))}, {{leaf.get(), 1}}));
  Owned<lith_node> other(ctx, node(noting<1>, {box(int64_t(2))}, {{leaf.get(), 0}}));
  Owned<lith_node> root(ctx,
                        node(noting<2>, {box(int64_t(3))}, {{wanted.get(), 0}, {other.get(), 0}}));
  Owned<lith_tensor> one(ctx, tensor({1}));
  lith_value boxed = box(root.get()), gradient = box(one.get()), watched = box(leaf.get()),
             into = box(to.get());
  int64_t port = 0, watchedPort = 1;
  lith_rt_grad_run(ctx, false, false, 1, &boxed, &port, &gradient, 1, &watched, &watchedPort,
                   &into);
  EXPECT_EQ(order, (std::vector<int>{3, 1}));
  EXPECT_EQ(taken(to.get()), "tensor([1.])");
  EXPECT_EQ(taken(leaf.get(), 1), "None");
}

TEST_F(Gradients, SecondTimeRaisesWhereSomethingWasSaved) {
  Owned<lith_node> leaf(ctx, lith_grad_leaf(ctx, 1));
  Owned<lith_node> saves(ctx, node(giving, {box(tensor({5}))}, {{leaf.get(), 0}}));
  Owned<lith_node> root(ctx, node(noting<1>, {box(int64_t(1))}, {{saves.get(), 0}}));
  EXPECT_TRUE(run(root.get(), true));
  EXPECT_TRUE(run(root.get(), false));
  EXPECT_EQ(taken(leaf.get()), "tensor([10.])");
  EXPECT_EQ(saves->saved[0].tag, LITH_NULL);
  EXPECT_FALSE(run(root.get()));
  EXPECT_EQ(raised(),
            "RuntimeError: Trying to backward through the graph a second time (or directly access "
            "saved tensors after they have already been freed). Saved intermediate values of the "
            "graph are freed when you call .backward() or autograd.grad(). Specify "
            "retain_graph=True if you need to backward through the graph a second time or if you "
            "need to access saved tensors after calling backward.");
  EXPECT_EQ(order.size(), 3u); // the root had saved a number only
}

TEST_F(Gradients, ANodeThatRaisesStopsTheRun) {
  Owned<lith_node> leaf(ctx, lith_grad_leaf(ctx, 1)), finished(ctx, lith_grad_leaf(ctx, 1));
  Owned<lith_tensor> saved(ctx, tensor({5}));
  Owned<lith_node> bad(ctx, node(raising<1>, {box(retained(saved.get()))}, {{leaf.get(), 0}}));
  Owned<lith_node> good(ctx,
                        node(noting<2>, {box(int64_t(1))}, {{leaf.get(), 0}, {finished.get(), 0}}));
  Owned<lith_node> root(ctx, node(noting<2>, {box(int64_t(2))}, {{bad.get(), 0}, {good.get(), 0}}));
  EXPECT_FALSE(run(root.get(), true));
  EXPECT_EQ(raised(), "ValueError: no");
  EXPECT_EQ(taken(finished.get()), "tensor([1.])"); // of `good`, which is younger
  EXPECT_EQ(taken(leaf.get()), "None");             // to which more would have come
  EXPECT_EQ(saved->head.refs, 2);
  EXPECT_FALSE(run(root.get()));
  EXPECT_EQ(raised(), "ValueError: no");
  EXPECT_EQ(saved->head.refs, 1);
}

TEST_F(Gradients, SumsAreInPlaceWhereNobodyElseHoldsThem) {
  lith_tensor *old = tensor({1, 2}), *added = tensor({10, 20});
  Owned<lith_tensor> sum(ctx, addGradients(ctx, old, added));
  EXPECT_EQ(sum.get(), old);
  Owned<lith_tensor> held(ctx, tensor({1, 2}));
  lith_tensor *fresh = tensor({3, 4});
  Owned<lith_tensor> other(ctx, addGradients(ctx, retained(held.get()), fresh));
  EXPECT_EQ(other.get(), fresh);
  EXPECT_EQ(repr(box(held.get())), "tensor([1., 2.])");
  EXPECT_EQ(repr(box(other.get())), "tensor([4., 6.])");
  Owned<lith_tensor> twice(ctx, addGradients(ctx, retained(held.get()), retained(held.get())));
  EXPECT_EQ(repr(box(twice.get())), "tensor([2., 4.])");
  EXPECT_EQ(repr(box(held.get())), "tensor([1., 2.])");
}

TEST_F(Gradients, SumsOfExpandedTransposedAndDifferentTensors) {
  int64_t square[] = {2, 2}, expanded[] = {0, 1}, transposed[] = {1, 2};
  Owned<lith_tensor> row(ctx, tensor({1, 2})), flat(ctx, tensor({1, 2, 3, 4}));
  lith_tensor *wide = viewTensor(ctx, row.get(), square, expanded, 0);
  lith_tensor *turned = viewTensor(ctx, flat.get(), square, transposed, 0);
  Owned<lith_tensor> sum(ctx, addGradients(ctx, wide, turned));
  EXPECT_EQ(repr(box(sum.get())), "tensor([[2., 5.],\n        [3., 6.]])");
  int64_t none = 0;
  lith_tensor *one = newTensor(ctx, LITH_FLOAT64, {&none, 0});
  *reinterpret_cast<double *>(one->data) = 1;
  Owned<lith_tensor> mixed(ctx, addGradients(ctx, one, retained(row.get())));
  EXPECT_EQ(repr(box(mixed.get())), "tensor([2., 3.])");
  EXPECT_EQ(addGradients(ctx, retained(row.get()), retained(flat.get())), nullptr);
  EXPECT_NE(raised().find("must match"), std::string::npos);
}

TEST_F(Gradients, SumsOfEveryKindOfElement) {
  Owned<lith_tensor> a(ctx, tensor({1, 2})), b(ctx, tensor({0.5, 4}));
  for (int dtype : {LITH_FLOAT16, LITH_BFLOAT16, LITH_FLOAT64, LITH_COMPLEX64, LITH_COMPLEX128}) {
    lith_tensor *left = lith_rt_cast_tensor(ctx, a.get(), dtype);
    Owned<lith_tensor> sum(ctx, addGradients(ctx, left, lith_rt_cast_tensor(ctx, b.get(), dtype)));
    EXPECT_EQ(sum->head.dtype, dtype);
    Owned<lith_tensor> real(ctx, lith_rt_cast_tensor(ctx, sum.get(), LITH_FLOAT32));
    EXPECT_EQ(repr(box(real.get())), "tensor([1.5000, 6.0000])");
  }
}

TEST_F(Gradients, AChainOfAMillionNodesRunsAndIsFreed) {
  Owned<lith_node> leaf(ctx, lith_grad_leaf(ctx, 1));
  lith_node *last = retained(leaf.get());
  for (int i = 0; i < 1000000; ++i) {
    lith_node *next = newNode(ctx, {passing}, {}, 1, 1);
    next->edges()[0] = {last, 0};
    last = next;
  }
  Owned<lith_node> root(ctx, last);
  EXPECT_TRUE(run(root.get()));
  EXPECT_EQ(taken(leaf.get()), "tensor([1.])");
  root.reset(nullptr);
  EXPECT_EQ(leaf->head.refs, 1);
}

TEST_F(Gradients, TensorsHoldTheirHistories) {
  Owned<lith_node> first(ctx, lith_grad_leaf(ctx, 1)), second(ctx, lith_grad_leaf(ctx, 1));
  lith_tensor *plain = tensor({1});
  lith_tensor *made = lith_rt_with_history(ctx, plain, retained(first.get()), 3);
  EXPECT_EQ(made, plain); // nobody else held it
  Owned<lith_node> found(ctx, lith_rt_history_of(ctx, made));
  EXPECT_EQ(found.get(), first.get());
  EXPECT_EQ(lith_rt_history_port(ctx, made), 3);
  Owned<lith_tensor> again(ctx,
                           lith_rt_with_history(ctx, retained(made), retained(second.get()), 0));
  EXPECT_NE(again.get(), made);
  EXPECT_EQ(again->data, made->data);
  Owned<lith_tensor> without(ctx, lith_rt_with_history(ctx, retained(made), nullptr, 0));
  EXPECT_EQ(lith_rt_history_of(ctx, without.get()), nullptr);
  Owned<lith_tensor> copy(ctx, cloneTensor(ctx, made));
  EXPECT_EQ(lith_rt_history_of(ctx, copy.get()), nullptr);
  lith_tensor *written = lith_rt_tensor_own(ctx, made); // `again` shares its memory
  EXPECT_NE(written, made);
  release(ctx, written);
  EXPECT_EQ(first->head.refs, 2);
  Owned<lith_tensor> sole(ctx, lith_rt_with_history(ctx, tensor({1}), retained(first.get()), 0));
  EXPECT_EQ(lith_rt_tensor_own(ctx, sole.get()), sole.get());
  EXPECT_EQ(lith_rt_history_of(ctx, sole.get()), nullptr);
  EXPECT_EQ(first->head.refs, 2);
}

TEST_F(Gradients, RunsNestAndNodesAreFreedElsewhere) {
  static lith_node *inner;
  auto nested = [](lith_ctx *ctx, const lith_value *in, lith_value *out) -> int32_t {
    lith_value node = box(inner);
    int64_t port = 0;
    out[0] = in[0];
    return !lith_grad_run(ctx, true, false, 0, 1, &node, &port, in);
  };
  Owned<lith_node> leaf(ctx, lith_grad_leaf(ctx, 1));
  Owned<lith_node> shared(ctx, node(giving, {box(tensor({5}))}, {{leaf.get(), 0}}));
  inner = shared.get();
  lith_node *root = node(nested, {}, {{shared.get(), 0}});
  EXPECT_TRUE(run(root, true));
  EXPECT_EQ(taken(leaf.get()), "tensor([10.])");
  std::thread([root] { lith_node_release(nullptr, root); }).join();
  EXPECT_EQ(shared->head.refs, 1);
}

TEST_F(Gradients, RunsInSeveralThreadsShareANode) {
  Owned<lith_node> leaf(ctx, lith_grad_leaf(ctx, 1));
  Owned<lith_node> root(ctx, node(giving, {box(tensor({1}))}, {{leaf.get(), 0}}));
  Owned<lith_tensor> one(ctx, tensor({1}));
  auto work = [&] {
    Context own;
    lith_value value = box(one.get()), boxed = box(root.get());
    int64_t port = 0;
    for (int i = 0; i < 1000; ++i)
      EXPECT_TRUE(lith_grad_run(&own, true, false, 0, 1, &boxed, &port, &value));
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back(work);
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(taken(leaf.get()), "tensor([4000.])");
}

/// Notes whether it runs as a part of its program, and raises what only that can name.
int32_t raisingOwn(lith_ctx *ctx, const lith_value *in, lith_value *) {
  release(ctx, in[0]);
  const Image *image = contextOf(ctx).image;
  order.push_back(image && image->classes.size() == 1 && !contextOf(ctx).state);
  raise(ctx, order.size() > 1 ? int(LITH_CLASS_ValueError) : LITH_FIRST_PROGRAM_CLASS, "no");
  lith_rt_traceback(ctx, 0);
  return 1;
}

TEST_F(Gradients, CodeOfAnotherProgramRunsInTheContextOfThisOne) {
  std::string error;
  auto image = sampleImage(0);
  image->classes.push_back({"Mine", "Mine", {LITH_CLASS_ValueError}, {}, {}});
  std::shared_ptr<const Executable> maker = Executable::load(image, error);
  std::shared_ptr<const Executable> runner = Executable::load(sampleImage(0), error);
  ASSERT_TRUE(maker && runner) << error;
  Context *making = maker->takeContext(), *running = runner->takeContext();
  lith_value state = noneValue();
  setState(running, &state);
  lith_node *root = newNode(making, {raisingOwn}, {}, 0, 1);
  maker->giveContext(making);
  std::weak_ptr<const Executable> watched = maker;
  maker.reset();
  EXPECT_EQ(executableOf(root), watched.lock().get());
  lith_value boxed = box(root), gradient = box(tensor({1}));
  int64_t port = 0;
  for (const char *text : {"RuntimeError: Mine: no", "ValueError: no"}) {
    EXPECT_FALSE(lith_grad_run(running, false, false, 0, 1, &boxed, &port, &gradient));
    lith_exception *exception = takePending(running);
    EXPECT_EQ(exceptionClassName(runner->image(), exception) + ": " +
                  exceptionText(running, exception),
              text);
    EXPECT_TRUE(traceback(runner->image(), exception).empty());
    release(ctx, exception);
  }
  EXPECT_EQ(order, (std::vector<int>{1, 1}));
  EXPECT_EQ(running->executable, runner.get());
  EXPECT_EQ(running->image, &runner->image());
  EXPECT_EQ(running->state, &state);
  runner->giveContext(running);
  release(ctx, gradient);
  lith_node_release(nullptr, root);
  EXPECT_TRUE(watched.expired());
}

} // namespace
