// A name of which one thread asks for the hash and another one changes a letter, under a mutex.
// guilty: race: the hash is made without the mutex
// rows: hash_bytes
#include <functional>
#include <mutex>
#include <string>
#include <thread>

std::mutex lock;
std::string name = "a name that is long enough for the heap";
std::size_t hash;

void change() {
  const std::lock_guard<std::mutex> held(lock);
  name[2] = 'N';
}

void ask() {
#ifndef GUILTY
  const std::lock_guard<std::mutex> held(lock);
#endif
  hash = std::hash<std::string>{}(name);
}

int main() {
  std::thread a(change), b(ask);
  a.join();
  b.join();
  return hash == 0;
}
