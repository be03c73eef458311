#include "capture/pass/excluded/ignore_list.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SpecialCaseList.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace foreweave {

using namespace llvm;

namespace {

const SpecialCaseList& ignored() {
  static const std::unique_ptr<SpecialCaseList> list = [] {
    std::vector<std::string> paths;
    const char* variable = std::getenv("FOREWEAVE_IGNORE");
    SmallVector<StringRef, 4> parts;
    StringRef(variable ? variable : "").split(parts, ':', -1, false);
    for (const StringRef part : parts) paths.push_back(part.str());
    return SpecialCaseList::createOrDie(paths, *vfs::getRealFileSystem());
  }();
  return *list;
}

}  // namespace

bool is_ignored(const Function& function) {
  if (ignored().inSection("foreweave", "fun", function.getName())) return true;
  const DISubprogram* program = function.getSubprogram();
  const StringRef file = program && program->getFile() ? program->getFile()->getFilename()
                                                       : function.getParent()->getSourceFileName();
  return ignored().inSection("foreweave", "src", file);
}

}  // namespace foreweave
