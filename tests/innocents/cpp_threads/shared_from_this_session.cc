// A session posts its own continuation with shared_from_this(), so it lives until the worker has run it.
// guilty: uaf, race: the continuation captures the raw this
#include <chrono>
#include <functional>
#include <future>
#include <iostream>
#include <memory>
#include <string>
#include <thread>

using Job = std::function<void()>;

class Session : public std::enable_shared_from_this<Session> {
public:
    explicit Session(std::string user) : user_(std::move(user)) {}
    Job make_goodbye(std::string& out)
    {
#ifdef GUILTY
        return [this, &out] { out = "bye, " + user_; };
#else
        return [self = shared_from_this(), &out] { out = "bye, " + self->user_; };
#endif
    }

private:
    std::string user_;
};

int main()
{
    std::promise<Job> inbox;
    auto job = inbox.get_future();
    std::thread worker([&job] { job.get()(); });

    std::string out;
    auto session = std::make_shared<Session>("a user with quite a long name");
    inbox.set_value(session->make_goodbye(out));
    std::this_thread::sleep_for(std::chrono::milliseconds(30)); // the connection idles
    session.reset();

    worker.join();
    std::cout << out << '\n';
    return out.size() > 10 ? 0 : 1;
}
