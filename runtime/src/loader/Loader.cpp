// Loader.cpp: see Loader.h.
#include "loader/Loader.h"
#include "loader/Machine.h"

#include <cstring>
#include <elf.h>
#include <sys/mman.h>
#include <vector>

namespace lith {
namespace {

using namespace loader;
enum Region { Code, Constants, Data, RegionCount };

size_t alignUp(size_t value, size_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

} // namespace

class ObjectLoader {
public:
  ObjectLoader(std::span<const uint8_t> object, const SymbolResolver &resolve)
      : object(object), resolve(resolve) {}

  LoadStatus status = LoadStatus::Ok;
  std::string detail;

  std::unique_ptr<LoadedObject> run() {
    if (!readHeader() || !readSections() || !readSymbols() || !place() || !fill() || !relocate() ||
        !protect())
      return nullptr;
    publish();
    return std::move(loaded);
  }

private:
  bool fail(LoadStatus why, std::string text = {}) {
    status = why;
    detail = std::move(text);
    return false;
  }
  bool malformed(const char *what) { return fail(LoadStatus::Malformed, what); }

  bool inside(uint64_t offset, uint64_t size) const {
    return offset <= object.size() && size <= object.size() - offset;
  }
  template <typename T> T read(uint64_t offset) const {
    T value;
    std::memcpy(&value, object.data() + offset, sizeof value);
    return value;
  }

  bool readHeader() {
    if (object.size() < sizeof(Elf64_Ehdr) || std::memcmp(object.data(), ELFMAG, SELFMAG) != 0)
      return fail(LoadStatus::NotAnObject);
    header = read<Elf64_Ehdr>(0);
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
        header.e_type != ET_REL || header.e_machine != ElfMachine ||
        header.e_shentsize != sizeof(Elf64_Shdr))
      return fail(LoadStatus::NotAnObject);
    return inside(header.e_shoff, 0) || malformed("section table");
  }

  bool readSections() {
    uint64_t count = header.e_shnum;
    if (count == 0 && inside(header.e_shoff, sizeof(Elf64_Shdr)))
      count = read<Elf64_Shdr>(header.e_shoff).sh_size;
    if (count > object.size() / sizeof(Elf64_Shdr) ||
        !inside(header.e_shoff, count * sizeof(Elf64_Shdr)))
      return malformed("section table");
    sections.resize(count);
    for (uint64_t i = 0; i < count; ++i) {
      sections[i] = read<Elf64_Shdr>(header.e_shoff + i * sizeof(Elf64_Shdr));
      if (sections[i].sh_type != SHT_NOBITS && !inside(sections[i].sh_offset, sections[i].sh_size))
        return malformed("section");
    }
    uint32_t names = header.e_shstrndx;
    if (names == SHN_XINDEX && count > 0)
      names = sections[0].sh_link;
    return names < count || malformed("section names");
  }

  // The zero-terminated text at `offset` of string table `table`.
  bool text(uint64_t table, uint64_t offset, std::string_view &out) const {
    if (table >= sections.size() || sections[table].sh_type != SHT_STRTAB ||
        offset >= sections[table].sh_size)
      return false;
    const char *at =
        reinterpret_cast<const char *>(object.data()) + sections[table].sh_offset + offset;
    size_t limit = sections[table].sh_size - offset;
    size_t length = strnlen(at, limit);
    out = {at, length};
    return length < limit;
  }

  bool readSymbols() {
    for (const Elf64_Shdr &section : sections) {
      if (section.sh_type != SHT_SYMTAB)
        continue;
      stringTable = section.sh_link;
      uint64_t count = section.sh_size / sizeof(Elf64_Sym);
      symbols.resize(count);
      names.resize(count);
      for (uint64_t i = 0; i < count; ++i) {
        symbols[i] = read<Elf64_Sym>(section.sh_offset + i * sizeof(Elf64_Sym));
        if (!text(stringTable, symbols[i].st_name, names[i]))
          return malformed("symbol name");
      }
    }
    addresses.assign(symbols.size(), nullptr);
    stubs.assign(symbols.size(), -1);
    slots.assign(symbols.size(), -1);
    return true;
  }

  bool wanted(size_t index) const {
    const Elf64_Shdr &section = sections[index];
    std::string_view name;
    if (!(section.sh_flags & SHF_ALLOC) || section.sh_type == SHT_NOTE ||
        section.sh_type == SHT_X86_64_UNWIND)
      return false;
    uint32_t table = header.e_shstrndx == SHN_XINDEX ? sections[0].sh_link : header.e_shstrndx;
    return text(table, section.sh_name, name) && name != ".eh_frame";
  }

  static Region regionOf(const Elf64_Shdr &section) {
    return section.sh_flags & SHF_EXECINSTR ? Code
           : section.sh_flags & SHF_WRITE   ? Data
                                            : Constants;
  }

  // Gives every section, stub and table slot its place, and maps the memory.
  bool place() {
    size_t sizes[RegionCount] = {};
    offsets.assign(sections.size(), SIZE_MAX);
    for (size_t i = 0; i < sections.size(); ++i) {
      if (!wanted(i))
        continue;
      const Elf64_Shdr &section = sections[i];
      uint64_t alignment = section.sh_addralign ? section.sh_addralign : 1;
      if ((alignment & (alignment - 1)) || alignment > PageBytes ||
          section.sh_size > (uint64_t(1) << 30))
        return malformed("section size or alignment");
      size_t &end = sizes[regionOf(section)];
      offsets[i] = alignUp(end, alignment);
      end = offsets[i] + section.sh_size;
    }
    // A stub and a slot for each symbol is more than enough: objects have few.
    stubBase = alignUp(sizes[Code], 16);
    sizes[Code] = stubBase + symbols.size() * StubBytes;
    slotBase = alignUp(sizes[Constants], 16);
    sizes[Constants] = slotBase + symbols.size() * 8;
    size_t total = 0;
    for (int region = 0; region < RegionCount; ++region) {
      bases[region] = total;
      lengths[region] = alignUp(sizes[region], PageBytes);
      total += lengths[region];
    }
    if (total > (size_t(1) << 30))
      return malformed("size");
    void *mapping = mmap(nullptr, total ? total : PageBytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED)
      return fail(LoadStatus::OutOfMemory);
    base = static_cast<char *>(mapping);
    loaded.reset(new LoadedObject(mapping, total ? total : PageBytes));
    return true;
  }

  char *addressOf(size_t section) const {
    return base + bases[regionOf(sections[section])] + offsets[section];
  }

  bool fill() {
    for (size_t i = 0; i < sections.size(); ++i)
      if (offsets[i] != SIZE_MAX && sections[i].sh_type != SHT_NOBITS)
        std::memcpy(addressOf(i), object.data() + sections[i].sh_offset, sections[i].sh_size);
    for (size_t i = 0; i < symbols.size(); ++i) {
      const Elf64_Sym &symbol = symbols[i];
      if (symbol.st_shndx == SHN_ABS)
        addresses[i] = reinterpret_cast<char *>(symbol.st_value);
      else if (symbol.st_shndx != SHN_UNDEF && symbol.st_shndx < sections.size() &&
               offsets[symbol.st_shndx] != SIZE_MAX) {
        if (symbol.st_value > sections[symbol.st_shndx].sh_size)
          return malformed("symbol value");
        addresses[i] = addressOf(symbol.st_shndx) + symbol.st_value;
      }
    }
    return true;
  }

  bool addressOfSymbol(uint32_t index, char *&address) {
    if (index == 0) {
      address = nullptr;
      return true;
    }
    if (!addresses[index]) {
      if (symbols[index].st_shndx != SHN_UNDEF)
        return malformed("symbol section");
      addresses[index] = static_cast<char *>(resolve(names[index]));
      if (!addresses[index] && ELF64_ST_BIND(symbols[index].st_info) != STB_WEAK)
        return fail(LoadStatus::UndefinedSymbol, std::string(names[index]));
    }
    address = addresses[index];
    return true;
  }

  // Address of an eight-byte slot that holds the symbol's address.
  char *slotOf(uint32_t index) {
    if (slots[index] < 0) {
      slots[index] = usedSlots++;
      std::memcpy(base + bases[Constants] + slotBase + slots[index] * 8, &addresses[index], 8);
    }
    return base + bases[Constants] + slotBase + slots[index] * 8;
  }

  // A jump to the symbol that the code can reach.
  char *stubOf(uint32_t index) {
    char *slot = slotOf(index);
    char *at =
        base + bases[Code] + stubBase + (stubs[index] < 0 ? usedStubs : stubs[index]) * StubBytes;
    if (stubs[index] < 0) {
      stubs[index] = usedStubs++;
      writeStub(at, slot);
    }
    return at;
  }

  bool relocate() {
    for (const Elf64_Shdr &section : sections) {
      if (section.sh_type == SHT_REL && section.sh_size)
        return malformed("relocations without addends");
      if (section.sh_type != SHT_RELA)
        continue;
      if (section.sh_info >= sections.size())
        return malformed("relocation section");
      if (offsets[section.sh_info] == SIZE_MAX)
        continue;
      for (uint64_t at = 0; at + sizeof(Elf64_Rela) <= section.sh_size; at += sizeof(Elf64_Rela))
        if (!apply(section.sh_info, read<Elf64_Rela>(section.sh_offset + at)))
          return false;
    }
    return true;
  }

  bool apply(uint32_t section, const Elf64_Rela &relocation) {
    uint32_t type = ELF64_R_TYPE(relocation.r_info), index = ELF64_R_SYM(relocation.r_info);
    Form form = formOf(type);
    if (form == Form::Nothing)
      return true;
    if (form == Form::Unknown)
      return fail(LoadStatus::UnsupportedRelocation, std::to_string(type));
    uint64_t size = sections[section].sh_size, width = widthOf(type);
    if (relocation.r_offset > size || width > size - relocation.r_offset || index >= symbols.size())
      return malformed("relocation");
    char *target;
    if (!addressOfSymbol(index, target))
      return false;
    char *at = addressOf(section) + relocation.r_offset;
    auto refersTo = [&](const char *place) {
      return patch(type, at,
                   reinterpret_cast<uint64_t>(place) + static_cast<uint64_t>(relocation.r_addend));
    };
    if (refersTo(form == Form::Slot ? slotOf(index) : target) ||
        (form == Form::Call && symbols[index].st_shndx == SHN_UNDEF && refersTo(stubOf(index))))
      return true;
    return malformed("relocation out of range");
  }

  bool protect() {
    auto set = [&](Region region, int protection) {
      return lengths[region] == 0 ||
             mprotect(base + bases[region], lengths[region], protection) == 0;
    };
    __builtin___clear_cache(base + bases[Code], base + bases[Code] + lengths[Code]);
    return (set(Code, PROT_READ | PROT_EXEC) && set(Constants, PROT_READ)) ||
           fail(LoadStatus::OutOfMemory, "memory protection");
  }

  void publish() {
    for (size_t i = 0; i < symbols.size(); ++i)
      if (ELF64_ST_BIND(symbols[i].st_info) != STB_LOCAL && symbols[i].st_shndx != SHN_UNDEF &&
          addresses[i])
        loaded->symbols.emplace(std::string(names[i]), addresses[i]);
  }

  std::span<const uint8_t> object;
  const SymbolResolver &resolve;
  Elf64_Ehdr header{};
  std::vector<Elf64_Shdr> sections;
  std::vector<Elf64_Sym> symbols;
  std::vector<std::string_view> names;
  uint64_t stringTable = 0;
  std::vector<size_t> offsets; // of a section in its region; SIZE_MAX: not loaded
  std::vector<char *> addresses;
  std::vector<int64_t> stubs, slots;
  int64_t usedStubs = 0, usedSlots = 0;
  size_t bases[RegionCount] = {}, lengths[RegionCount] = {};
  size_t stubBase = 0, slotBase = 0;
  char *base = nullptr;
  std::unique_ptr<LoadedObject> loaded;
};

std::unique_ptr<LoadedObject> LoadedObject::load(std::span<const uint8_t> object,
                                                 const SymbolResolver &resolve, LoadStatus &status,
                                                 std::string &detail) {
  ObjectLoader loader(object, resolve);
  std::unique_ptr<LoadedObject> loaded = loader.run();
  status = loader.status;
  detail = loader.detail;
  return loaded;
}

LoadedObject::~LoadedObject() { munmap(mapping, bytes); }

void *LoadedObject::symbol(std::string_view name) const {
  auto found = symbols.find(std::string(name));
  return found == symbols.end() ? nullptr : found->second;
}

} // namespace lith
