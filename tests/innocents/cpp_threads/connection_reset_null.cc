// A client uses its connection while another thread may hang up; it looks and sends in one critical section.
// guilty: null, atomicity: it looks whether there is a connection in one critical section and sends in the next
#include <chrono>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

struct Connection {
    std::string log;
    void send(const std::string& s) { log += s; }
};

class Client {
public:
    bool connected()
    {
        std::lock_guard<std::mutex> lock(mutex_);
        return connection_ != nullptr;
    }
    bool send(const std::string& s)
    {
#ifdef GUILTY
        if (!connected())
            return false;
        std::lock_guard<std::mutex> lock(mutex_);
#else
        std::lock_guard<std::mutex> lock(mutex_);
        if (!connection_)
            return false;
#endif
        connection_->send(s);
        return true;
    }
    void hang_up()
    {
        std::lock_guard<std::mutex> lock(mutex_);
        connection_.reset();
    }

private:
    std::mutex mutex_;
    std::unique_ptr<Connection> connection_ = std::make_unique<Connection>();
};

int main()
{
    Client client;
    int sent = 0;
    std::thread sender([&] {
        for (int i = 0; i < 3; ++i)
            sent += client.send("hello ");
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    client.hang_up();
    sender.join();
    std::cout << "sent " << sent << '\n';
}
