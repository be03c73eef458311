// A server and its clients in one process, over TCP on the loopback address. Each connection is a
// session with a thread of its own that answers every line with its length. A housekeeper frees the
// sessions that are finished and closes their sockets.
//
// The bug: a session declares itself finished and only then says goodbye.
// The effect: the housekeeper has freed the session and closed its socket, the goodbye goes
// nowhere, or to whoever has that descriptor now, and the client misses it (exit status 1).
// An ordinary run: the housekeeper comes round when the sessions have long been over.
// The twin connection_server_fixed.cc says goodbye first.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

constexpr int kClients = 4;

int check(int result, const char* what) {
  if (result >= 0) return result;
  std::perror(what);
  std::exit(2);
}

void send_line(int socket, std::string line) {
  line += '\n';
  send(socket, line.data(), line.size(), MSG_NOSIGNAL);
}

// False at the end of the connection.
bool receive_line(int socket, std::string& line) {
  line.clear();
  for (char c; recv(socket, &c, 1, 0) == 1; line += c) {
    if (c == '\n') return true;
  }
  return false;
}

struct Session {
  explicit Session(int connected) : socket(connected) {}
  ~Session() { close(socket); }

  int socket;
  bool finished = false;  // guarded by the server's mutex
};

class Server {
 public:
  Server() : listener_(check(::socket(AF_INET, SOCK_STREAM, 0), "socket")) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    check(bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address), "bind");
    check(listen(listener_, kClients), "listen");
    socklen_t size = sizeof address;
    check(getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size), "getsockname");
    port_ = address.sin_port;
  }
  ~Server() { close(listener_); }

  in_port_t port() const { return port_; }

  // Serves the given number of connections, and returns when all their threads have ended.
  void run(int connections) {
    std::vector<std::thread> threads;
    for (int i = 0; i < connections; ++i) {
      auto* session = new Session(check(accept(listener_, nullptr, nullptr), "accept"));
      const std::lock_guard lock(mutex_);
      sessions_.push_back(session);
      threads.emplace_back([this, session] { serve(session); });
    }
    for (std::thread& thread : threads) thread.join();
  }

  // Goes round every now and then until stopped and no session is left.
  void keep_house() {
    std::unique_lock lock(mutex_);
    do {
      stop_.wait_for(lock, std::chrono::milliseconds(60));
      std::erase_if(sessions_, [](Session* session) {
        if (!session->finished) return false;
        delete session;  // BUG(uaf): its thread may still be about to use it
        return true;
      });
    } while (!stopping_ || !sessions_.empty());
  }
  void stop() {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    stop_.notify_one();
  }

 private:
  void serve(Session* session) {
    std::string line;
    while (receive_line(session->socket, line) && line != "quit") {
      send_line(session->socket, std::to_string(line.size()));
    }
    {
      const std::lock_guard lock(mutex_);
      session->finished = true;
    }
    send_line(session->socket, "goodbye");  // BUG(uaf): the housekeeper may have freed it
  }

  const int listener_;
  in_port_t port_;
  std::mutex mutex_;
  std::condition_variable stop_;
  bool stopping_ = false;
  std::vector<Session*> sessions_;
};

// True if every question was answered and the server said goodbye.
bool talk(in_port_t port, int questions) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = port;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int server = check(socket(AF_INET, SOCK_STREAM, 0), "socket");
  check(connect(server, reinterpret_cast<sockaddr*>(&address), sizeof address), "connect");

  bool good = true;
  std::string answer;
  for (int i = 1; i <= questions; ++i) {
    send_line(server, std::string(static_cast<size_t>(i), 'x'));
    good = receive_line(server, answer) && answer == std::to_string(i) && good;
  }
  send_line(server, "quit");
  good = receive_line(server, answer) && answer == "goodbye" && good;
  close(server);
  return good;
}

int main() {
  Server server;
  std::atomic<int> content = 0;
  std::thread housekeeper([&] { server.keep_house(); });
  std::thread serving([&] { server.run(kClients); });
  std::vector<std::thread> clients;
  for (int i = 0; i < kClients; ++i) {
    clients.emplace_back([&, i] { content += talk(server.port(), i + 1); });
  }

  for (std::thread& client : clients) client.join();
  serving.join();
  std::this_thread::sleep_for(std::chrono::milliseconds(400));  // open for a while yet
  server.stop();
  housekeeper.join();
  std::printf("%d of %d clients content\n", content.load(), kClients);
  return content == kClients ? 0 : 1;
}
