// Work for a thread that runs Boost.Asio's loop.
#include <boost/asio.hpp>
#include <cstdio>
#include <thread>

int main() {
  boost::asio::io_context context;
  auto work = boost::asio::make_work_guard(context);
  int number = 0, seen = 0;
  std::thread runner([&] { context.run(); });
  number = 7;
  boost::asio::post(context, [&] {
    seen = number;
    work.reset();
  });
  runner.join();
  std::printf("%d\n", seen);
}
