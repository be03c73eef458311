// The text of an exception is shared by its copies, and whoever has the last one frees it.
// row: counted_free
// guilty: race: both threads count what they read
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

static size_t length;

int main() {
  auto first = std::make_unique<std::runtime_error>("the disk is full, and nobody knows why");
  std::thread reader([error = *first] { length = std::string(error.what()).size(); });
  const std::string mine = first->what();
#ifdef GUILTY
  length = mine.size();
#endif
  first.reset();
  reader.join();
  return mine.size() != length;
}
