// DriverTest.cpp: drivers of the runtime on generated kernels: shapes, layouts, reuse of memory.
#include "Harness.h"
#include "TensorTest.h"

#include "codegen/kernels/GroupGraph.h"

#include <cmath>
#include <cstring>
#include <lith/kernels.h>
#include <numeric>

using namespace lith;
using namespace lith::codegen;

namespace {

class Drivers : public test::TensorTest {
protected:
  lith_tensor *make(std::vector<int64_t> sizes) {
    lith_tensor *t = keep(newTensor(&context, LITH_FLOAT32, sizes));
    float *data = reinterpret_cast<float *>(t->data);
    std::iota(data, data + elementCount(t), 0.f);
    return t;
  }
  static float at(const lith_tensor *t, std::vector<int64_t> index) {
    int64_t offset = 0;
    for (size_t d = 0; d < index.size(); ++d)
      offset += index[d] * t->strides[d];
    return reinterpret_cast<float *>(t->data)[offset];
  }
  std::vector<lith_tensor *> run(const Graph &graph, std::vector<lith_tensor *> inputs,
                                 void (*adjust)(lith_group &) = nullptr) {
    GroupCode code{graph, describeGraph(graph)};
    if (adjust)
      adjust(code.description);
    test::Code compiled([&](llvm::Module &module, KernelTarget target) {
      if (graph.kind == GraphKind::Map)
        buildMapKernel(module, "kernel", graph, target);
      else if (graph.kind == GraphKind::Row)
        buildRowKernel(module, "kernel", graph, target);
      else
        buildColumnKernel(module, "kernel", graph, target);
    });
    std::vector<lith_tensor *> results(graph.outputs.size());
    auto driver = graph.kind == GraphKind::Map   ? lith_rt_kernel_map
                  : graph.kind == GraphKind::Row ? lith_rt_kernel_row
                                                 : lith_rt_kernel_column;
    driver(&context, compiled.find("kernel"), &code.description, inputs.data(), results.data());
    for (size_t i = 0; i < results.size(); ++i)
      if (!(code.description.numbers >> i & 1))
        keep(results[i]);
    return results;
  }
};

Graph sum(GraphKind kind) {
  Graph graph;
  graph.kind = kind;
  graph.outputs = {graph.reduce(ReduceKind::Sum, graph.input(LITH_FLOAT32))};
  return graph;
}

Graph add() {
  Graph graph;
  uint32_t a = graph.input(LITH_FLOAT32), b = graph.input(LITH_FLOAT32);
  graph.outputs = {graph.add(KernelOp::Add, LITH_FLOAT32, {a, b})};
  return graph;
}

TEST_F(Drivers, MapBroadcasts) {
  lith_tensor *a = make({3, 1, 5}), *b = make({4, 1}), *r = run(add(), {a, b})[0];
  ASSERT_EQ(r->head.rank, 3);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 5; ++k)
        ASSERT_EQ(at(r, {i, j, k}), at(a, {i, 0, k}) + at(b, {j, 0}));
}

TEST_F(Drivers, MapBroadcastsOverRowsOfAnyLength) {
  for (int length : {2, 5, 15, 16, 70, 600})
    for (int rows : {3, 40, 300}) {
      lith_tensor *whole = make({2, rows, length}), *column = make({rows, 1});
      lith_tensor *row = make({2, 1, length}), *parts = make({rows, 2 * length});
      int64_t sizes[] = {rows, length}, steps[] = {2 * length, 2};
      lith_tensor *strided = keep(viewTensor(&context, parts, sizes, steps, 1));
      for (lith_tensor *other : {column, row, strided}) {
        lith_tensor *r = run(add(), {other, whole})[0];
        for (int i = 0; i < 2; ++i)
          for (int j = 0; j < rows; ++j)
            for (int k = 0; k < length; ++k) {
              float want = other == column ? at(column, {j, 0})
                           : other == row  ? at(row, {i, 0, k})
                                           : at(strided, {j, k});
              ASSERT_EQ(at(r, {i, j, k}), want + at(whole, {i, j, k}));
            }
      }
    }
}

TEST_F(Drivers, MapFollowsThePermutedLayout) {
  lith_tensor *a = make({6, 7}), *t = transposed(a, 0, 1), *r = run(add(), {t, t})[0];
  EXPECT_EQ(r->strides[0], 1);
  EXPECT_EQ(r->strides[1], 7);
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 6; ++j)
      ASSERT_EQ(at(r, {i, j}), 2 * at(t, {i, j}));
}

TEST_F(Drivers, MapReadsRunsWithSteps) {
  lith_tensor *x = make({600, 3}), *a = make({600});
  int64_t size = 600, forwards = 3, backwards = -3;
  lith_tensor *column = keep(viewTensor(&context, x, {&size, 1}, {&forwards, 1}, 1));
  lith_tensor *reversed = keep(viewTensor(&context, x, {&size, 1}, {&backwards, 1}, 599 * 3));
  lith_tensor *r = run(add(), {column, a})[0], *q = run(add(), {column, reversed})[0];
  for (int i = 0; i < 600; ++i) {
    ASSERT_EQ(at(r, {i}), at(x, {i, 1}) + at(a, {i}));
    ASSERT_EQ(at(q, {i}), at(x, {i, 1}) + at(x, {599 - i, 0}));
  }
}

TEST_F(Drivers, NumbersInsteadOfTensors) {
  lith_tensor *word =
      run(sum(GraphKind::Row), {make({3, 4})}, [](lith_group &g) { g.numbers = 1; })[0];
  float total;
  std::memcpy(&total, &word, sizeof(total));
  EXPECT_EQ(total, 66);
}

TEST_F(Drivers, MapReusesAnOwnedOperand) {
  lith_tensor *a = make({6, 7}), *b = make({6, 7});
  EXPECT_EQ(run(add(), {a, b}, [](lith_group &g) { g.owned = 1; })[0], a);
  lith_tensor *kept = retained(b);
  EXPECT_NE(run(add(), {b, b}, [](lith_group &g) { g.owned = 1; })[0], b);
  EXPECT_EQ(kept->head.refs, 1);
}

TEST_F(Drivers, EmptyTensors) {
  EXPECT_EQ(elementCount(run(add(), {make({0, 3}), make({1, 3})})[0]), 0);
  lith_tensor *r =
      run(sum(GraphKind::Row), {make({2, 0})}, [](lith_group &g) { g.dim_count = 1; })[0];
  ASSERT_EQ(elementCount(r), 2);
  EXPECT_EQ(at(r, {1}), 0);
}

TEST_F(Drivers, RowsOverAnyDimensions) {
  lith_tensor *x = make({3, 4, 5, 6});
  lith_tensor *all = run(sum(GraphKind::Row), {x})[0];
  EXPECT_EQ(all->head.rank, 0);
  EXPECT_EQ(at(all, {}), 360 * 359 / 2);
  lith_tensor *r = run(sum(GraphKind::Row), {x}, [](lith_group &g) {
    g.dim_count = 2;
    g.dims[0] = 2; // dimension 1
    g.dims[1] = 0; // dimension 3
    g.keepdim = 1;
  })[0];
  ASSERT_EQ(r->head.rank, 4);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 5; ++k) {
      float want = 0;
      for (int j = 0; j < 4; ++j)
        for (int l = 0; l < 6; ++l)
          want += at(x, {i, j, k, l});
      ASSERT_EQ(at(r, {i, 0, k, 0}), want);
    }
}

TEST_F(Drivers, ColumnsOverAMiddleDimension) {
  lith_tensor *x = transposed(make({4, 3, 5, 6}), 0, 1);
  lith_tensor *r = run(sum(GraphKind::Column), {x}, [](lith_group &g) {
    g.dim_count = 1;
    g.dims[0] = 2;
  })[0];
  ASSERT_EQ(r->head.rank, 3);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 5; ++k)
      for (int l = 0; l < 6; ++l) {
        float want = 0;
        for (int j = 0; j < 4; ++j)
          want += at(x, {i, j, k, l});
        ASSERT_EQ(at(r, {i, k, l}), want);
      }
}

TEST_F(Drivers, RowOutputsOfBothShapes) {
  Graph graph;
  graph.kind = GraphKind::Row;
  uint32_t x = graph.input(LITH_FLOAT32), y = graph.input(LITH_FLOAT32);
  uint32_t top = graph.reduce(ReduceKind::Max, x);
  uint32_t d = graph.add(KernelOp::Sub, LITH_FLOAT32, {x, top});
  graph.outputs = {graph.add(KernelOp::Add, LITH_FLOAT32, {d, y}), top};
  lith_tensor *a = make({3, 20}), *b = make({2, 1, 20});
  auto results = run(graph, {a, b}, [](lith_group &g) {
    g.dim_count = 1;
    g.keepdim = 1;
  });
  ASSERT_EQ(results[0]->head.rank, 3);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 20; ++k)
        ASSERT_EQ(at(results[0], {i, j, k}), at(a, {j, k}) - at(a, {j, 19}) + at(b, {i, 0, k}));
  EXPECT_EQ(results[1]->head.rank, 2);
  EXPECT_EQ(results[1]->sizes[1], 1);
}

TEST_F(Drivers, RowOutputsThatBroadcastAlongTheRow) {
  Graph graph; // sum(x, -1, keepdim) * w, with w of one column
  graph.kind = GraphKind::Row;
  uint32_t x = graph.input(LITH_FLOAT32), w = graph.input(LITH_FLOAT32);
  graph.outputs = {graph.add(KernelOp::Mul, LITH_FLOAT32, {graph.reduce(ReduceKind::Sum, x), w})};
  lith_tensor *a = make({3, 20}), *b = make({3, 1});
  lith_tensor *r = run(graph, {a, b}, [](lith_group &g) {
    g.dim_count = 1;
    g.keepdim = 1;
  })[0];
  ASSERT_EQ(r->head.rank, 2);
  ASSERT_EQ(r->sizes[1], 1);
  EXPECT_EQ(at(r, {2, 0}), 2 * 990.f);
}

} // namespace
