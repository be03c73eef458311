// What one thread has put into a stream and another one takes out, as text, under a mutex.
// guilty: race: the text's last letter is changed without the mutex
// unseen: 1: what is within a stream belongs to libstdc++, and its headers look at it
// rows: stream_text
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

std::mutex lock;
std::string text = "nothing";

void take() {
  std::ostringstream out;
  out << "a line that is long enough for the heap, and a number " << 5;
  const std::lock_guard<std::mutex> held(lock);
  text = out.str();
}

void change() {
#ifndef GUILTY
  const std::lock_guard<std::mutex> held(lock);
#endif
  text.back() = '6';
}

int main() {
  std::thread a(take), b(change);
  a.join();
  b.join();
  return text.back() == '5' || text.back() == '6' ? 0 : 1;
}
