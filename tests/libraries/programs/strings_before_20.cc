// A transcript that two threads write into one string, in a version of C++ that leaves strings to the library.
// guilty: race, uaf: reading forgets the mutex
// rows: strings
// language: c++17
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

std::mutex lock;
std::string transcript, title;
size_t longest;

void work(const char* name) {
  for (int i = 0; i < 6; ++i) {
    {
      const std::lock_guard<std::mutex> held(lock);
      transcript.append(name).append(" says something; ");
      title = transcript.substr(0, 20);
      title.insert(0, "> ");
    }
#ifndef GUILTY
    const std::lock_guard<std::mutex> held(lock);
#endif
    const std::string copy = transcript;
    if (copy.size() > longest) longest = copy.size();
  }
}

int main() {
  std::thread a(work, "somebody"), b(work, "somebody");
  a.join();
  b.join();
  std::printf("%zu\n", longest);
  return longest == 12 * 25 ? 0 : 1;
}
