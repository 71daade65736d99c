// objects_test.cpp: containers, counting, memory.
#include "support.h"

#include "objects/Iterator.h"
#include "tensor/Tensor.h"

using namespace lith;

namespace {

using Objects = lith::test::Fixture;

TEST_F(Objects, ListsGrowAndShrink) {
  lith_list *list = newList(ctx, 0);
  for (int64_t i = 0; i < 100; ++i)
    append(ctx, list, box(i));
  EXPECT_EQ(intOf(lith_rt_list_pop(ctx, list, 0)), 0);
  EXPECT_EQ(intOf(lith_rt_list_pop(ctx, list, -1)), 99);
  EXPECT_EQ(list->length, 98);
  lith_rt_list_pop(ctx, list, 500);
  EXPECT_EQ(raised(), "IndexError: pop index out of range");
  lith_rt_list_clear(ctx, list);
  lith_rt_list_pop(ctx, list, 0);
  EXPECT_EQ(raised(), "IndexError: pop from empty list");
  release(ctx, list);
}

TEST_F(Objects, ListThatHoldsItself) {
  lith_list *list = newList(ctx, 1);
  append(ctx, list, box(retained(list)));
  EXPECT_EQ(repr({LITH_LIST, reinterpret_cast<uint64_t>(list)}), "[[...]]");
  lith_rt_list_clear(ctx, list);
  release(ctx, list);
}

TEST_F(Objects, DictsKeepOrderAndUnifyNumbers) {
  lith_dict *dict = newDict(ctx);
  store(ctx, dict, box(int64_t(1)), box(int64_t(10)));
  OwnedValue key(ctx, str("k"));
  store(ctx, dict, key.get(), box(2.5));
  store(ctx, dict, box(1.0), box(int64_t(11)));
  store(ctx, dict, box(true), box(int64_t(12)));
  OwnedValue boxed(ctx, box(dict));
  EXPECT_EQ(repr(boxed.get()), "{1: 12, 'k': 2.5}");
  OwnedValue list(ctx, box(newList(ctx, 0)));
  EXPECT_FALSE(store(ctx, dict, list.get(), noneValue()));
  EXPECT_EQ(raised(), "TypeError: unhashable type: 'list'");
}

TEST_F(Objects, DictsSurviveManyDeletions) {
  lith_dict *dict = newDict(ctx);
  for (int64_t i = 0; i < 10000; ++i) {
    store(ctx, dict, box(i), box(i * 2));
    if (i >= 10)
      lith_rt_dict_delete(ctx, dict, box(i - 10));
  }
  EXPECT_EQ(dict->length, 10);
  EXPECT_LT(dict->capacity, 100);
  EXPECT_EQ(intOf(findEntry(ctx, dict, box(int64_t(9995)))->value), 19990);
  release(ctx, dict);
}

TEST_F(Objects, IterationNoticesChanges) {
  lith_dict *dict = newDict(ctx);
  store(ctx, dict, box(int64_t(1)), noneValue());
  OwnedValue boxed(ctx, box(dict));
  Owned<lith_iterator> iterator(ctx, iterate(ctx, boxed.get()));
  next(ctx, iterator.get());
  store(ctx, dict, box(int64_t(2)), noneValue());
  EXPECT_TRUE(isNull(next(ctx, iterator.get())));
  EXPECT_EQ(raised(), "RuntimeError: dictionary changed size during iteration");
}

TEST_F(Objects, DeepNestingIsReleasedWithoutRecursion) {
  lith_value nested = noneValue();
  for (int i = 0; i < 1000000; ++i) {
    lith_tuple *tuple = newTuple(ctx, 1);
    tuple->items[0] = nested;
    nested = box(tuple);
  }
  release(ctx, nested);
}

TEST_F(Objects, DeepComparisonRaises) {
  lith_value a = noneValue(), b = noneValue();
  for (int i = 0; i < 5000; ++i) {
    lith_value items[] = {a, b};
    lith_tuple *left = newTuple(ctx, 1), *right = newTuple(ctx, 1);
    left->items[0] = items[0];
    right->items[0] = items[1];
    a = box(left);
    b = box(right);
  }
  EXPECT_EQ(equal(ctx, a, b), -1);
  EXPECT_EQ(raised(), "RecursionError: maximum recursion depth exceeded in comparison");
  release(ctx, a);
  release(ctx, b);
}

TEST_F(Objects, MemoryIsReused) {
  int64_t sizes[] = {1000, 1000};
  lith_tensor *first = newTensor(ctx, LITH_FLOAT32, sizes);
  const char *data = first->data;
  EXPECT_EQ(reinterpret_cast<uintptr_t>(data) % 64, 0u);
  release(ctx, first);
  lith_tensor *second = newTensor(ctx, LITH_FLOAT32, sizes);
#if !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer)
  EXPECT_EQ(second->data, data);
#endif
  release(ctx, second);
}

TEST_F(Objects, LargeBlocksMoveToOtherContexts) {
  int64_t sizes[] = {3000, 1000};
  lith_tensor *first = newTensor(ctx, LITH_FLOAT32, sizes);
  const char *data = first->data;
  release(ctx, first);
  context.pool.shareLarge();
  EXPECT_LT(context.pool.cachedBytes(), 4096u);
  Context other;
  lith_tensor *second = newTensor(&other, LITH_FLOAT32, sizes);
#if !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer)
  EXPECT_EQ(second->data, data);
#endif
  release(&other, second);
}

TEST_F(Objects, ImpossibleTensorsRaise) {
  int64_t sizes[] = {int64_t(1) << 40, int64_t(1) << 40};
  EXPECT_EQ(newTensor(ctx, LITH_FLOAT32, sizes), nullptr);
  EXPECT_EQ(raised(), "RuntimeError: Storage size calculation overflowed with "
                      "sizes=[1099511627776, 1099511627776]");
  int64_t large[] = {int64_t(1) << 50};
  EXPECT_EQ(newTensor(ctx, LITH_FLOAT32, large), nullptr);
  EXPECT_EQ(raised().substr(0, 56), "RuntimeError: DefaultCPUAllocator: can't allocate memory");
}

TEST_F(Objects, ViewsShareAndCopiesDoNot) {
  int64_t sizes[] = {2, 3}, shape[] = {3, 2}, strides[] = {1, 3};
  Owned<lith_tensor> base(ctx, newTensor(ctx, LITH_INT64, sizes));
  for (int64_t i = 0; i < 6; ++i)
    reinterpret_cast<int64_t *>(base->data)[i] = i;
  Owned<lith_tensor> view(ctx, viewTensor(ctx, base.get(), shape, strides, 0));
  Owned<lith_tensor> copy(ctx, lith_rt_tensor_contiguous(ctx, view.get()));
  reinterpret_cast<int64_t *>(base->data)[0] = 9;
  Owned<lith_str> shown(ctx, lith_rt_tensor_str(ctx, view.get(), 0));
  EXPECT_EQ(textOf(shown.get()), "tensor([[9, 3],\n        [1, 4],\n        [2, 5]])");
  EXPECT_EQ(reinterpret_cast<int64_t *>(copy->data)[0], 0);
  EXPECT_FALSE(lith_rt_tensor_unique(ctx, base.get()));
}

TEST_F(Objects, ExceptionsChain) {
  raise(ctx, LITH_CLASS_ValueError, "first");
  Owned<lith_exception> first(ctx, lith_rt_catch(ctx));
  raise(ctx, LITH_CLASS_KeyError, "second");
  Owned<lith_exception> second(ctx, lith_rt_catch(ctx));
  lith_rt_exception_set_context(ctx, second.get(), first.get(), true);
  EXPECT_TRUE(lith_rt_exception_is(ctx, second.get(), LITH_CLASS_LookupError));
  EXPECT_FALSE(lith_rt_exception_is(ctx, second.get(), LITH_CLASS_ValueError));
  EXPECT_EQ(renderTraceback(&context, Image{}, second.get(), {}),
            "ValueError: first\n\nDuring handling of the above exception, another exception "
            "occurred:\n\nKeyError: 'second'\n");
}

} // namespace
