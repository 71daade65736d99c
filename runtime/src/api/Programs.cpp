// Programs.cpp: loading and calling, of the C interface.
#include "api/Handles.h"
#include "core/Object.h"

#include <mutex>

using namespace lith;

namespace {

/// Calls; where no program takes the arguments, one is compiled if the model grows.
lith_value callOrGrow(const Model &model, const std::string &method,
                      std::span<const lith_value> positional, std::span<const NamedValue> keywords,
                      const Model::Print &print, CallFailure &failure,
                      const ArtifactProgram **chosen) {
  for (auto growth = Model::Growth::Adopted;;) {
    failure = {};
    lith_value value = model.call(method, positional, keywords, print, failure, chosen);
    if (failure.kind != CallFailure::Kind::Mismatch || growth != Model::Growth::Adopted)
      return value;
    growth = model.grow(method, positional, keywords, failure);
    if (growth == Model::Growth::Refused || growth == Model::Growth::None)
      return nullValue();
  }
}

int finish(lith_value value, const ArtifactProgram *program, const CallFailure &failure,
           lith_value *result, lith_error **error) {
  if (failure.kind == CallFailure::Kind::None) {
    *result = withoutRecords(value, *program->image);
    return 0;
  }
  *result = nullValue();
  if (error)
    *error = new lith_error{failure.kind == CallFailure::Kind::Raised    ? LITH_ERROR_RAISED
                            : failure.kind == CallFailure::Kind::Refused ? LITH_ERROR_COMPILE
                                                                         : LITH_ERROR_ARGUMENTS,
                            failure.message, failure.className, failure.traceback};
  return 1;
}

Model::Print printer(lith_print print, void *data) {
  if (!print)
    return {};
  return [print, data](int stream, std::string_view text) {
    print(data, stream, text.data(), text.size());
  };
}

/// The program, whose texts tell of all that is compiled so far.
lith_program *described(const lith_program *program) {
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  auto *own = const_cast<lith_program *>(program);
  std::shared_ptr<const ArtifactData> data = own->model->data();
  if (own->described == data)
    return own;
  own->described = data;
  own->schema.clear();
  own->graph.clear();
  for (const ArtifactProgram &one : data->programs) {
    own->schema += signatureOf(*data, one) + "\n";
    own->graph += one.graph;
  }
  own->manifest = manifestOf(*data);
  return own;
}

} // namespace

lith_error *lith::makeError(lith_error_kind kind, std::string message) {
  return new lith_error{kind, std::move(message), {}, {}};
}

void lith::report(lith_error **error, lith_error_kind kind, std::string message) {
  if (error)
    *error = makeError(kind, std::move(message));
}

lith_error_kind lith::kindOf(ArtifactStatus status) {
  switch (status) {
  case ArtifactStatus::Ok:
    return LITH_ERROR_NONE;
  case ArtifactStatus::CannotOpen:
    return LITH_ERROR_CANNOT_OPEN;
  case ArtifactStatus::CannotWrite:
    return LITH_ERROR_CANNOT_WRITE;
  case ArtifactStatus::NotAnArtifact:
    return LITH_ERROR_NOT_AN_ARTIFACT;
  case ArtifactStatus::Truncated:
    return LITH_ERROR_TRUNCATED;
  case ArtifactStatus::Damaged:
    return LITH_ERROR_DAMAGED;
  case ArtifactStatus::OtherVersion:
    return LITH_ERROR_OTHER_VERSION;
  case ArtifactStatus::OtherProcessor:
    return LITH_ERROR_OTHER_PROCESSOR;
  case ArtifactStatus::Malformed:
    return LITH_ERROR_MALFORMED;
  }
  return LITH_ERROR_MALFORMED;
}

lith_program *lith::makeProgram(std::shared_ptr<Model> model) {
  std::string code;
  std::shared_ptr<const ArtifactData> data = model->data();
  for (const auto &[file, text] : data->sources)
    code += (data->sources.size() > 1 ? "# " + file + "\n" : "") + text;
  return new lith_program{std::move(model), {}, std::move(code), nullptr, {}, {}, {}};
}

extern "C" {

lith_error_kind lith_error_code(const lith_error *error) { return error->kind; }
const char *lith_error_message(const lith_error *error) { return error->message.c_str(); }
const char *lith_error_class(const lith_error *error) { return error->className.c_str(); }
const char *lith_error_traceback(const lith_error *error) { return error->traceback.c_str(); }
void lith_error_release(lith_error *error) { delete error; }

lith_program *lith_load(const char *path, lith_error **error) {
  ArtifactStatus status = ArtifactStatus::Ok;
  std::string message;
  std::shared_ptr<Model> model = Model::load(path, {}, status, message);
  if (!model) {
    report(error, kindOf(status), std::move(message));
    return nullptr;
  }
  return makeProgram(std::move(model));
}

lith_program *lith_program_instance(const lith_program *program) {
  lith_program *made = makeProgram(program->model->instance());
  made->method = program->method;
  return made;
}
lith_program *lith_program_method(const lith_program *program, const char *name,
                                  lith_error **error) {
  std::string method = std::string_view(name) == "forward" ? "" : name;
  if (!program->model->hasMethod(method)) {
    report(error, LITH_ERROR_ARGUMENTS, "the program has no method '" + std::string(name) + "'");
    return nullptr;
  }
  lith_program *made = makeProgram(program->model);
  made->method = std::move(method);
  return made;
}
void lith_program_release(lith_program *program) { delete program; }

const char *lith_program_schema(const lith_program *program) {
  return described(program)->schema.c_str();
}
const char *lith_program_manifest(const lith_program *program) {
  return described(program)->manifest.c_str();
}
const char *lith_program_graph(const lith_program *program) {
  return described(program)->graph.c_str();
}
const char *lith_program_code(const lith_program *program) { return program->code.c_str(); }
size_t lith_program_weight_bytes(const lith_program *program) {
  size_t bytes = 0;
  for (const Constant &weight : program->model->data()->weights)
    bytes += static_cast<size_t>(weight.dataBytes());
  return bytes;
}

int lith_call(const lith_program *program, const lith_value *arguments, size_t count,
              const char *const *names, size_t named, lith_print print, void *data,
              lith_value *result, lith_error **error) {
  if (named > count) {
    *result = nullValue();
    report(error, LITH_ERROR_ARGUMENTS, "more names than arguments");
    return 1;
  }
  std::vector<NamedValue> keywords;
  for (size_t i = 0; i < named; ++i)
    keywords.push_back({names[i], arguments[count - named + i]});
  CallFailure failure;
  const ArtifactProgram *chosen = nullptr;
  lith_value value = callOrGrow(*program->model, program->method, {arguments, count - named},
                                keywords, printer(print, data), failure, &chosen);
  return finish(value, chosen, failure, result, error);
}

int lith_specialise(const lith_program *program, const lith_value *arguments, size_t count,
                    const char *const *names, size_t named, lith_error **error) {
  std::vector<NamedValue> keywords;
  for (size_t i = 0; i < named; ++i)
    keywords.push_back({names[i], arguments[count - named + i]});
  std::span<const lith_value> positional{arguments, count - named};
  const Model &model = *program->model;
  CallFailure failure;
  auto growth = Model::Growth::Adopted;
  while (growth == Model::Growth::Adopted &&
         !model.takes(program->method, positional, keywords, failure))
    growth = model.grow(program->method, positional, keywords, failure);
  lith_value none;
  return growth == Model::Growth::Refused || growth == Model::Growth::None
             ? finish(nullValue(), nullptr, failure, &none, error)
             : 0;
}

int lith_save(const lith_program *program, const char *path, lith_error **error) {
  return lith_save_for(program, path, nullptr, 0, 0, error);
}

int lith_save_for(const lith_program *program, const char *path, const char *const *targets,
                  size_t count, int strip, lith_error **error) {
  std::string message;
  auto data = program->model->prepare({{targets, targets + count}, strip != 0}, message);
  if (data && data->programs.empty())
    message = "nothing is compiled yet: call it, or specialise it";
  if (!message.empty()) {
    report(error, LITH_ERROR_ARGUMENTS, std::move(message));
    return 1;
  }
  ArtifactStatus status = writeArtifact(*data, path, message);
  if (status == ArtifactStatus::Ok)
    return 0;
  report(error, kindOf(status), std::move(message));
  return 1;
}

int lith_call_flat(const lith_program *program, const lith_value *inputs, size_t count,
                   lith_print print, void *data, lith_value *result, lith_error **error) {
  CallFailure failure;
  const ArtifactProgram *chosen = nullptr;
  lith_value value = program->model->callFlat(program->method, {inputs, count},
                                              printer(print, data), failure, &chosen);
  return finish(value, chosen, failure, result, error);
}

const char *lith_version(void) { return LITH_VERSION; }

} // extern "C"
