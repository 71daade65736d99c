/* plain.c: the same saved function as main.cpp, from C. */
#include <lith/abi.h>
#include <lith/lith_c.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect(bool holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "plain: not so: %s\n", what);
  exit(1);
}

static lith_value vector(void) {
  int64_t shape[] = {2};
  lith_value tensor = lith_make_tensor(LITH_FLOAT32, shape, 1);
  float *data = lith_tensor_data(tensor);
  data[0] = 1, data[1] = 2;
  return tensor;
}

static lith_value text(const char *utf8) { return lith_make_str(utf8, strlen(utf8)); }

/* f([x], {"k": x}, x, n): the list grows by x * n. */
static int call(const lith_program *program, int64_t n, lith_error **error) {
  lith_value x = vector(), pair[] = {text("k"), x}, result;
  lith_value arguments[] = {
      lith_make_list(&x, 1), lith_make_dict(pair, 2), x, {LITH_INT, (uint64_t)n}};
  int failed = lith_call(program, arguments, 4, NULL, 0, NULL, NULL, &result, error);
  if (!failed) {
    lith_value grown = lith_item(arguments[0], 1);
    expect(lith_length(arguments[0]) == 2, "the list has grown");
    expect(lith_dtype_bytes((int)lith_tensor_dtype(grown)) == sizeof(float), "it holds floats");
    expect(((const float *)lith_tensor_data(grown))[1] == 2 * (float)n, "it holds the product");
    lith_value_release(result);
  }
  for (int i = 0; i < 3; ++i)
    lith_value_release(arguments[i]);
  lith_value_release(pair[0]);
  return failed;
}

int main(int argc, char **argv) {
  lith_error *error = NULL;
  expect(argc == 2, "usage: plain FOLDER");
  char path[4096];
  snprintf(path, sizeof path, "%s/none.lith", argv[1]);
  expect(!lith_load(path, &error), "there is no such file");
  expect(lith_error_code(error) == LITH_ERROR_CANNOT_OPEN, lith_error_message(error));
  lith_error_release(error);
  snprintf(path, sizeof path, "%s/f.lith", argv[1]);
  lith_program *program = lith_load(path, &error);
  expect(program, "the program is loaded");

  expect(!call(program, 3, &error), "it runs");
  expect(call(program, -1, &error), "it raises");
  expect(!strcmp(lith_error_class(error), "ValueError"), lith_error_message(error));
  lith_error_release(error);
  lith_program_release(program);
  puts("done");
  return 0;
}
