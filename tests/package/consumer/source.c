/* source.c: a program from source, in C. */
#include <lith/compiler.h>

#include <stdio.h>

int main(void) {
  lith_error *error = NULL;
  lith_program *program = lith_compile("def f(n):\n    return n + 1\n", "f", "source.py", &error);
  lith_value argument = {LITH_INT, 41}, result = {LITH_NULL, 0};
  if (!program || lith_call(program, &argument, 1, NULL, 0, NULL, NULL, &result, &error)) {
    fprintf(stderr, "source: %s\n", lith_error_message(error));
    return 1;
  }
  lith_program_release(program);
  puts(result.tag == LITH_INT && result.bits == 42 ? "done" : "wrong");
  return 0;
}
