// State.cpp: the state of programs, and their examples, of the C interface.
#include "api/Handles.h"

using namespace lith;

extern "C" {

size_t lith_state_count(const lith_program *program) {
  return program->model->data()->state.size();
}

const char *lith_state_name(const lith_program *program, size_t index) {
  auto data = program->model->data();
  return index < data->state.size() ? data->state[index].name.c_str() : nullptr;
}

lith_value lith_state(const lith_program *program, size_t index) {
  auto data = program->model->data();
  return index < data->state.size() ? program->model->weight(size_t(data->state[index].weight))
                                    : lith_value{LITH_NULL, 0};
}

int lith_load_state(const lith_program *program, const char *path, lith_error **error) {
  ArtifactStatus status;
  std::string message;
  std::shared_ptr<const TensorFile> tensors = openTensors(path, status, message);
  if (!tensors) {
    report(error, kindOf(status), std::move(message));
    return 1;
  }
  if (program->model->setState(*tensors, message))
    return 0;
  report(error, LITH_ERROR_ARGUMENTS, "cannot load '" + std::string(path) + "': " + message);
  return 1;
}

int lith_save_state(const lith_program *program, const char *path, lith_error **error) {
  std::string message;
  ArtifactStatus status = program->model->saveState(path, message);
  if (status == ArtifactStatus::Ok)
    return 0;
  report(error, kindOf(status), std::move(message));
  return 1;
}

size_t lith_example_count(const lith_program *program) {
  return program->model->data()->examples.size();
}

size_t lith_verify(const lith_program *program,
                   void (*report)(void *data, const lith_verified *outcome), void *data) {
  auto model = program->model->instance();
  std::shared_ptr<const ArtifactData> known = model->data();
  size_t failed = 0;
  for (const Example &example : known->examples) {
    Verified outcome = verifyExample(*model, example);
    failed += !outcome.agrees;
    const char *method = example.method.empty() ? "forward" : example.method.c_str();
    lith_verified told = {method,           outcome.agrees,  outcome.absolute,
                          outcome.relative, outcome.seconds, outcome.message.c_str()};
    if (report)
      report(data, &told);
  }
  return failed;
}

} // extern "C"
