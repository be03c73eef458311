// Which library a call goes to that was not built with us, and what is to be expected of it.
//
// Of the C and C++ libraries we know what they do: what they order is recorded where they are
// called, as far as that is known of the function (system_functions.h). Some libraries only
// compute: they write into memory, but threads cannot learn of each other through them. Any other
// code may synchronise threads, by futexes, atomic instructions or plain ones, and nothing in its
// file would tell that it does not.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "events/unseen_order.h"

namespace foreweave {

class UnseenCode {
 public:
  enum class Trust : uint8_t {
    known,     // the C and C++ libraries, and what is intercepted
    computes,  // writes memory
    tells,     // other threads may learn of it, but it learns nothing of them
    may_synchronise,
  };
  struct Library {
    std::string name;  // of its file, without the folder
    Trust trust = Trust::known;
  };

  // `program` is the executable's file.
  explicit UnseenCode(std::string program) : program_(std::move(program)) {}

  // What FW_RECORD_loaded says.
  bool add_loaded(std::span<const uint64_t> operands);

  // Where a function is that has this name. Stays for ever.
  const Library& defining(const std::string& function);
  // And the one at an address of the running program; its name, if that can be told.
  const Library& at(uint64_t address, std::string* function);

  // The file that an address is from, and the address in it.
  struct InFile {
    std::string path;
    uint64_t address = 0;
  };
  std::optional<InFile> find_in_file(uint64_t address) const;

  // Code in the program itself that nobody can tell anything about.
  const Library& assembly() { return library("assembler code", Trust::may_synchronise); }
  // What threads tell each other through it is recorded.
  const Library& system() { return library(UnseenOrder::kSystem, Trust::tells); }
  // A function that may synchronise, whatever library it is in.
  void distrust(const std::string& function) { distrusted_.insert(function); }

  // OpenMP's runtime tells what it orders.
  void trust_openmp();

  // In the trace, from 1 on, as they are asked for.
  uint32_t number_of(const Library& library);
  // The names of the libraries with numbers, in their order, each with a zero byte behind it.
  std::string names() const;

 private:
  struct File {
    std::string path;
    uint64_t begin = 0, end = 0, moved = 0;
    const Library* library = nullptr;
    // Both are read when they are asked for. Libraries export thousands of names, and this is part
    // of every recording: so they lie behind each other, and not each by itself.
    bool exports_are_read = false, functions_are_read = false;
    std::vector<char> names;  // which stay where they are when the file is moved
    std::unordered_set<std::string_view> exports;         // in `names`
    std::unordered_map<uint64_t, std::string> functions;  // by address in the file
  };

  const Library& library(std::string_view name, Trust trust);
  const Library& known(const Library& library, const std::string& function);
  static void read_exports(File& file);
  static void read_functions(File& file);

  std::string program_;
  std::vector<File> files_;  // as the loader searches them: the executable first
  std::map<std::string, Library, std::less<>> libraries_;
  std::vector<const Library*> numbered_;
  std::unordered_set<std::string> distrusted_;
  bool openmp_tells_ = false;
  std::unordered_map<std::string, const Library*> by_function_;
  std::unordered_map<uint64_t, std::pair<const Library*, std::string>> by_address_;
};

}  // namespace foreweave
