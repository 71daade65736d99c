// Archive.cpp: the records of an archive, and what files that are none of TorchScript are instead.
#include "torchscript/Archive.h"
#include "torchscript/Mapping.h"
#include "torchscript/Pickle.h"
#include "torchscript/Zip.h"

#include "syntax/Unicode.h"

#include <algorithm>
#include <charconv>

namespace lith::torchscript {
namespace {

constexpr int64_t OldestVersion = 1, NewestVersion = 10;

class MappedArchive : public Archive {
public:
  explicit MappedArchive(Mapping given);

private:
  const ZipEntry *record(const std::string &record) const { return zip.find(name + "/" + record); }
  void refuseOthers() const;
  void readVersion();
  void checkByteOrder();
  void readNamed();
  const Item *readRecord(const std::string &pickle, const std::string &storages);
  const Storage *storage(const std::string &record, lith_dtype dtype, int64_t count);

  Mapping mapping;
  Zip zip;
  Arena arena;
  std::map<std::string, Storage> storages; ///< by record
};

// What a file is by how it begins, before it is read as a zip file.
Mapping checkedStart(Mapping mapping) {
  std::string_view start(mapping.bytes().data(), std::min<size_t>(mapping.bytes().size(), 16));
  if (start.starts_with("PYTORCH1"))
    throw CannotRead("was saved by PyTorch before 1.4, whose archives Lith does not read; save the "
                     "model again with a later one");
  if (start.starts_with("\x80\x02\x8a\nl\xfc\x9c"
                        "F\xf9"))
    notAnArchive("a file of torch.save, which holds no program; torch.jit.save writes one");
  return mapping;
}

MappedArchive::MappedArchive(Mapping given)
    : mapping(checkedStart(std::move(given))), zip(mapping.bytes()) {
  // All records lie in one folder, that of the first.
  std::string_view first = zip.entries().empty() ? "" : zip.entries().front().name;
  if (first.find('/') == std::string_view::npos)
    notAnArchive("another zip file");
  name = first.substr(0, first.find('/'));
  refuseOthers();
  readVersion();
  checkByteOrder();
  root = readRecord("data.pkl", "data/");
  if (root->kind != Item::Kind::Object)
    damaged("data.pkl holds no module");
  const Item *tuple = readRecord("constants.pkl", "constants/");
  if (tuple->kind != Item::Kind::Tuple)
    damaged("constants.pkl holds no tuple");
  constants = tuple->children;
  readNamed();
}

void MappedArchive::refuseOthers() const {
  if (record("archive_format") || record("models/model.json") ||
      zip.find("serialized_exported_program.json") || record("serialized_exported_program.json"))
    notAnArchive("a file of torch.export; torch.jit.save writes an archive");
  if (record("model.json"))
    throw CannotRead("was saved by PyTorch before 1.4, whose archives Lith does not read; save the "
                     "model again with a later one");
  if (record(".data/extern_modules"))
    notAnArchive("a package of torch.package");
  bool hasCode = std::any_of(zip.entries().begin(), zip.entries().end(),
                             [&](auto &entry) { return entry.name.starts_with(name + "/code/"); });
  bool hasData = record("data.pkl"), hasConstants = record("constants.pkl");
  if (hasData && !hasCode && !hasConstants)
    notAnArchive("a file of torch.save, which holds no program; torch.jit.save writes one");
  if (!hasData && !hasConstants)
    notAnArchive("another zip file");
  for (const char *needed : {"data.pkl", "constants.pkl"})
    if (!record(needed))
      damaged(std::string("it has no ") + needed);
}

void MappedArchive::readVersion() {
  const ZipEntry *entry = record(".data/version");
  if (!entry)
    entry = record("version");
  if (!entry)
    damaged("it has no version");
  std::string text = zip.text(*entry);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' '))
    text.pop_back();
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), version);
  if (error != std::errc() || end != text.data() + text.size())
    damaged("its version is no number");
  if (version < OldestVersion || version > NewestVersion)
    throw CannotRead("has version " + text + " of the format; Lith reads versions " +
                     std::to_string(OldestVersion) + " to " + std::to_string(NewestVersion));
}

void MappedArchive::checkByteOrder() {
  const ZipEntry *entry = record("byteorder");
  if (entry && zip.text(*entry) != "little")
    throw CannotRead("has its weights in another byte order than little endian, which Lith does "
                     "not read");
}

const Item *MappedArchive::readRecord(const std::string &pickle, const std::string &folder) {
  return readPickle(zip.text(*record(pickle)), pickle, arena,
                    [&](const std::string &key, lith_dtype dtype, int64_t count) {
                      return storage(folder + key, dtype, count);
                    });
}

const Storage *MappedArchive::storage(const std::string &key, lith_dtype dtype, int64_t count) {
  const ZipEntry *entry = record(key);
  auto elementBytes = static_cast<uint64_t>(lith_dtype_bytes(dtype));
  if (!entry)
    damaged("it has no " + key);
  if (count < 0 || uint64_t(count) > entry->bytes / elementBytes)
    damaged("'" + key + "' is shorter than its tensors");
  auto [at, isNew] = storages.try_emplace(key);
  Storage &storage = at->second;
  if (isNew) {
    storage.dtype = dtype;
    storage.bytes = zip.weights(*entry, elementBytes).first(count * elementBytes);
  } else if (storage.dtype != dtype || storage.bytes.size() != count * elementBytes) {
    damaged("'" + key + "' has two types");
  }
  return &storage;
}

// Code and the files of users.
void MappedArchive::readNamed() {
  const std::string code = name + "/code/", extra = name + "/extra/", suffix = ".py";
  for (const ZipEntry &entry : zip.entries()) {
    if (entry.name.starts_with(code) && entry.name.ends_with(suffix)) {
      std::string module(entry.name.substr(code.size()));
      module.resize(module.size() - suffix.size());
      std::replace(module.begin(), module.end(), '/', '.');
      sources.emplace_back(std::move(module), zip.text(entry));
    } else if (entry.name.starts_with(extra) && !entry.name.ends_with('/')) {
      extraFiles.emplace(entry.name.substr(extra.size()), zip.text(entry));
    }
  }
}

// A message may quote what the file holds.
std::string printable(std::string text) {
  constexpr size_t longest = 500;
  if (text.size() > longest)
    text = text.substr(0, longest) + "...";
  for (char &c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f)
      c = '?';
  for (size_t at; (at = syntax::findInvalidUtf8(text)) != std::string::npos;)
    text[at] = '?';
  return text;
}

// Messages begin with what the file is called.
template <typename Map> std::unique_ptr<Archive> openNamed(const std::string &name, Map map) {
  try {
    return std::make_unique<MappedArchive>(map());
  } catch (const CannotRead &error) {
    throw CannotRead("'" + name + "' " + printable(error.what()), error.kind);
  }
}

} // namespace

std::unique_ptr<Archive> Archive::open(const std::string &path) {
  return openNamed(path, [&] { return Mapping::ofFile(path); });
}

std::unique_ptr<Archive> Archive::of(std::string bytes, const std::string &name) {
  return openNamed(name, [&] { return Mapping::of(bytes); });
}

} // namespace lith::torchscript
