// A key-value server and its load in one process: every client has a connection over loopback TCP
// to a server thread of its own; the store is shared by all and guarded by a reader-writer lock.
// Half of the threads are clients.
//   key_value THREADS SCALE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

class Store {
 public:
  void set(const std::string& key, const std::string& value) {
    const std::unique_lock lock(mutex_);
    values_[key] = value;
  }
  std::string get(const std::string& key) const {
    const std::shared_lock lock(mutex_);
    const auto found = values_.find(key);
    return found == values_.end() ? "none" : found->second;
  }

 private:
  mutable std::shared_mutex mutex_;
  std::map<std::string, std::string> values_;
};

// A connection that speaks in lines.
class Lines {
 public:
  explicit Lines(int fd) : fd_(fd) {
    const int on = 1;
    setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  }
  ~Lines() { close(fd_); }
  Lines(const Lines&) = delete;

  bool read_line(std::string& line) {
    size_t end;
    while ((end = pending_.find('\n', at_)) == std::string::npos) {
      pending_.erase(0, at_);
      at_ = 0;
      char bytes[4096];
      const ssize_t n = recv(fd_, bytes, sizeof bytes, 0);
      if (n <= 0) return false;
      pending_.append(bytes, static_cast<size_t>(n));
    }
    line.assign(pending_, at_, end - at_);
    at_ = end + 1;
    return true;
  }
  bool more_pending() const { return at_ < pending_.size(); }
  void write(const std::string& text) {
    for (size_t done = 0; done < text.size();) {
      const ssize_t n = send(fd_, text.data() + done, text.size() - done, MSG_NOSIGNAL);
      if (n <= 0) return;
      done += static_cast<size_t>(n);
    }
  }

 private:
  int fd_;
  std::string pending_;
  size_t at_ = 0;
};

void serve(int fd, Store& store) {
  Lines client(fd);
  std::string line, replies;
  while (client.read_line(line)) {
    const size_t space = line.find(' ', 4);
    if (line.starts_with("set ") && space != std::string::npos) {
      store.set(line.substr(4, space - 4), line.substr(space + 1));
      replies += "ok\n";
    } else {
      replies += store.get(line.substr(4)) + "\n";
    }
    if (client.more_pending()) continue;  // answer a batch at once
    client.write(replies);
    replies.clear();
  }
}

// Every client has keys of its own, so that its answers do not depend on the others.
uint64_t load(const sockaddr_in& address, size_t me, size_t batches) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    std::perror("connect");
  Lines server(fd);
  uint64_t random = me + 1, sum = 0;
  std::string requests, reply;
  for (size_t b = 0; b < batches; ++b) {
    constexpr int kBatch = 16;
    requests.clear();
    for (int i = 0; i < kBatch; ++i) {
      random = random * 6364136223846793005 + 1442695040888963407;
      const std::string key =
          "client" + std::to_string(me) + "." + std::to_string((random >> 40) % 500);
      requests += random >> 62 ? "get " + key + "\n"
                               : "set " + key + " value" + std::to_string(random) + "\n";
    }
    server.write(requests);
    for (int i = 0; i < kBatch && server.read_line(reply); ++i)
      for (const char c : reply) sum = sum * 31 + static_cast<unsigned char>(c);
  }
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  const size_t threads = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 2;
  const size_t scale = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 100;
  const size_t clients = std::max<size_t>(1, threads / 2);

  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  if (bind(listener, reinterpret_cast<sockaddr*>(&address), length) != 0 ||
      listen(listener, 128) != 0 ||
      getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length) != 0)
    return std::perror("listen"), 1;

  Store store;
  std::vector<uint64_t> sums(clients);
  std::vector<std::jthread> running;
  for (size_t c = 0; c < clients; ++c)
    running.emplace_back([&, c] { sums[c] = load(address, c, scale * 100 / clients); });
  for (size_t c = 0; c < clients; ++c) {
    const int fd = accept(listener, nullptr, nullptr);
    running.emplace_back([&store, fd] { serve(fd, store); });
  }
  running.clear();
  close(listener);
  uint64_t sum = 0;
  for (const uint64_t s : sums) sum = sum * 31 + s;
  std::printf("%zu clients, sum %016llx\n", clients, static_cast<unsigned long long>(sum));
}
