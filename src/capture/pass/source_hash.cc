#include "capture/pass/source_hash.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MD5.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SHA256.h>

namespace foreweave {

using namespace llvm;

std::optional<std::string> source_hash(StringRef path, const DIFile& file) {
  // Nothing that waits, as a pipe would, and nothing without an end.
  if (!sys::fs::is_regular_file(path)) return std::nullopt;
  const auto contents = MemoryBuffer::getFile(path, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false);
  if (!contents) return std::nullopt;
  const auto bytes = arrayRefFromStringRef((*contents)->getBuffer());
  const auto seen = file.getChecksum();
  if (seen && seen->Kind == DIFile::CSK_MD5) {
    MD5 md5;
    md5.update(bytes);
    if (md5.final().digest() != seen->Value) return std::nullopt;
  }
  const std::array<uint8_t, 32> hash = SHA256::hash(bytes);
  return std::string(hash.begin(), hash.end());
}

}  // namespace foreweave
