// Programs.cpp: loading and calling, of the C interface.
#include "core/Object.h"
#include "objects/Containers.h"
#include "objects/Str.h"

#include <lith/artifact.h>
#include <lith/lith_c.h>

#include <mutex>

using namespace lith;

namespace {

/// The programs of a source so far.
struct Growing {
  Specialise specialise;
  std::mutex mutex; ///< of all below
  std::vector<std::shared_ptr<Model>> models;
};

} // namespace

struct lith_program {
  std::shared_ptr<Model> model;
  std::string schema, manifest, graph, code;
  std::shared_ptr<Growing> growing; ///< null: what the model holds is all
};

struct lith_error {
  lith_error_kind kind = LITH_ERROR_NONE;
  std::string message, className, traceback;
};

namespace {

lith_error_kind kindOf(ArtifactStatus status) {
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

void report(lith_error **error, lith_error_kind kind, std::string message) {
  if (error)
    *error = makeError(kind, std::move(message));
}

void describe(lith_program *program, const ArtifactData &data) {
  for (const ArtifactProgram &one : data.programs) {
    program->schema += signatureOf(data, one) + "\n";
    program->graph += one.graph;
  }
}

lith_program *wrap(std::shared_ptr<Model> model) {
  auto *program = new lith_program{std::move(model), {}, {}, {}, {}, nullptr};
  const ArtifactData &data = program->model->data();
  describe(program, data);
  for (const auto &[file, text] : data.sources)
    program->code += (data.sources.size() > 1 ? "# " + file + "\n" : "") + text;
  return program;
}

/// The programs that were there when the call began.
std::vector<std::shared_ptr<Model>> modelsOf(Growing &growing) {
  std::lock_guard lock(growing.mutex);
  return growing.models;
}

/// Calls the program that takes the arguments; where there is none, one is compiled.
lith_value callGrowing(Growing &growing, std::span<const lith_value> positional,
                       std::span<const NamedValue> keywords, const Model::Print &print,
                       CallFailure &failure, const ArtifactProgram **chosen, bool &isRefused) {
  size_t tried = 0;
  auto tryNew = [&](lith_value &value) {
    for (std::vector<std::shared_ptr<Model>> models = modelsOf(growing); tried < models.size();
         ++tried) {
      failure = {};
      value = models[tried]->call(positional, keywords, print, failure, chosen);
      if (failure.kind != CallFailure::Kind::Mismatch)
        return true;
    }
    return false;
  };
  lith_value value = nullValue();
  if (tryNew(value))
    return value;
  static std::mutex compiling; // another thread may just be compiling what this call needs
  std::lock_guard lock(compiling);
  if (tryNew(value))
    return value;
  std::string error;
  auto data = growing.specialise(positional, keywords, error);
  if (!data) {
    isRefused = true;
    failure.kind = CallFailure::Kind::Mismatch;
    failure.message = std::move(error);
    return nullValue();
  }
  {
    std::lock_guard adding(growing.mutex);
    growing.models.push_back(Model::of(std::move(data)));
  }
  tryNew(value);
  return value;
}

// Instances become dicts of their fields: C has no classes to make.
lith_value withoutRecords(lith_value value, const Image &image);

lith_value withoutRecord(lith_record *record, const Image &image) {
  Context scratch;
  size_t id = static_cast<size_t>(record->class_id - LITH_FIRST_PROGRAM_CLASS);
  size_t names = id < image.classes.size() ? image.classes[id].fields.size() : 0;
  // Of a mapping, its entries, and the attributes that are no entries.
  bool isMapping =
      static_cast<size_t>(record->count) == names + 1 && record->fields[names].tag == LITH_DICT;
  lith_dict *dict = isMapping ? lith_rt_dict_copy(&scratch, as<lith_dict>(record->fields[names]))
                              : newDict(nullptr);
  withoutRecords(box(dict), image);
  for (size_t i = 0; i < static_cast<size_t>(record->count) - isMapping; ++i) {
    std::string name = i < names ? image.classes[id].fields[i] : "value";
    if (isNull(record->fields[i]) || name.starts_with(' ')) // of the compiler
      continue;
    OwnedValue key(nullptr, boxStr(nullptr, name));
    if (isMapping && findEntry(&scratch, dict, key.get()))
      continue;
    OwnedValue value(nullptr, withoutRecords(retained(record->fields[i]), image));
    store(&scratch, dict, key.get(), value.get());
  }
  return box(dict);
}

// Consumes `value`.
lith_value withoutRecords(lith_value value, const Image &image) {
  switch (value.tag) {
  case LITH_RECORD: {
    OwnedValue old(nullptr, value);
    return withoutRecord(as<lith_record>(value), image);
  }
  case LITH_LIST:
    for (int64_t i = 0; i < as<lith_list>(value)->length; ++i)
      as<lith_list>(value)->items[i] = withoutRecords(as<lith_list>(value)->items[i], image);
    return value;
  case LITH_TUPLE:
    if (objectOf(value)->refs > 0)
      for (int64_t i = 0; i < as<lith_tuple>(value)->length; ++i)
        as<lith_tuple>(value)->items[i] = withoutRecords(as<lith_tuple>(value)->items[i], image);
    return value;
  case LITH_DICT:
    for (int64_t i = 0; i < as<lith_dict>(value)->fill; ++i)
      if (!isNull(as<lith_dict>(value)->entries[i].key))
        as<lith_dict>(value)->entries[i].value =
            withoutRecords(as<lith_dict>(value)->entries[i].value, image);
    return value;
  default:
    return value;
  }
}

int finish(lith_value value, const ArtifactProgram *program, const CallFailure &failure,
           lith_value *result, lith_error **error, bool isRefused = false) {
  if (failure.kind == CallFailure::Kind::None) {
    *result = withoutRecords(value, *program->image);
    return 0;
  }
  *result = nullValue();
  if (error)
    *error = new lith_error{failure.kind == CallFailure::Kind::Raised ? LITH_ERROR_RAISED
                            : isRefused                               ? LITH_ERROR_COMPILE
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

/// The program, whose texts tell of all that was compiled so far.
lith_program *grown(const lith_program *program) {
  auto *own = const_cast<lith_program *>(program);
  if (!own->growing)
    return own;
  std::lock_guard lock(own->growing->mutex);
  own->schema.clear();
  own->graph.clear();
  for (const auto &model : own->growing->models)
    describe(own, model->data());
  return own;
}

} // namespace

lith_error *lith::makeError(lith_error_kind kind, std::string message) {
  return new lith_error{kind, std::move(message), {}, {}};
}

lith_program *lith::makeGrowing(Specialise specialise, std::string code) {
  lith_program *program = wrap(Model::of(std::make_shared<ArtifactData>()));
  program->code = std::move(code);
  program->growing = std::make_shared<Growing>();
  program->growing->specialise = std::move(specialise);
  return program;
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
  return wrap(std::move(model));
}

lith_program *lith_program_instance(const lith_program *program) {
  if (program->growing)
    return new lith_program(*program);
  return wrap(program->model->instance());
}
void lith_program_release(lith_program *program) { delete program; }

const char *lith_program_schema(const lith_program *program) {
  return grown(program)->schema.c_str();
}
const char *lith_program_manifest(const lith_program *program) {
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  auto *own = const_cast<lith_program *>(program);
  if (own->manifest.empty())
    own->manifest = manifestOf(program->model->data());
  return own->manifest.c_str();
}
const char *lith_program_graph(const lith_program *program) {
  return grown(program)->graph.c_str();
}
const char *lith_program_code(const lith_program *program) { return program->code.c_str(); }
size_t lith_program_weight_bytes(const lith_program *program) {
  size_t bytes = 0;
  for (const Constant &weight : program->model->data().weights)
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
  if (program->growing) {
    bool isRefused = false;
    lith_value value = callGrowing(*program->growing, {arguments, count - named}, keywords,
                                   printer(print, data), failure, &chosen, isRefused);
    return finish(value, chosen, failure, result, error, isRefused);
  }
  lith_value value = program->model->call({arguments, count - named}, keywords,
                                          printer(print, data), failure, &chosen);
  return finish(value, chosen, failure, result, error);
}

int lith_call_flat(const lith_program *program, const lith_value *inputs, size_t count,
                   lith_print print, void *data, lith_value *result, lith_error **error) {
  CallFailure failure;
  const ArtifactProgram *chosen = nullptr;
  lith_value value =
      program->model->callFlat({inputs, count}, printer(print, data), failure, &chosen);
  return finish(value, chosen, failure, result, error);
}

const char *lith_version(void) { return LITH_VERSION; }

} // extern "C"
