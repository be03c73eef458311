// A worker sleeps until the state of a connection is no longer the first one.
// language: c++20
// guilty: deadlock, hang: the state is changed, and nobody is told
#include <atomic>
#include <cstdio>
#include <thread>

enum State { connecting, open, closed };

struct Connection {
  std::atomic<int> state{connecting};
  int packets = 0;

  void change(State to) {
    state.store(to, std::memory_order_release);
#ifndef GUILTY
    state.notify_all();
#endif
  }
  int wait_while(State old) {
    state.wait(old, std::memory_order_acquire);
    return state.load(std::memory_order_acquire);
  }
};

int main() {
  Connection connection;
  std::thread worker([&] {
    if (connection.wait_while(connecting) == open) std::printf("%d packets\n", connection.packets);
  });
  std::thread network([&] {
    connection.packets = 3;
    connection.change(open);
  });
  network.join();
  worker.join();
}
