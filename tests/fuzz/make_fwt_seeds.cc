// Writes the seeds of the fuzzer of .fwt into a folder: make_fwt_seeds tests/fuzz/corpus/fwt
#include <cstdio>
#include <fstream>

#include "tests/fuzz/fwt_seeds.h"

int main(int argc, char** argv) {
  if (argc != 2) return std::fputs("usage: make_fwt_seeds FOLDER\n", stderr), 2;
  for (const auto& [name, bytes] : foreweave::fuzz::fwt_seeds()) {
    const std::string path = std::string(argv[1]) + "/" + name;
    std::ofstream out(path, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
    if (!out.flush())
      return std::fprintf(stderr, "make_fwt_seeds: cannot write %s\n", path.c_str()), 1;
  }
}
