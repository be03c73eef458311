// Two-phase commit: participants vote, the coordinator decides when all have voted, everyone follows.
// guilty: race: the coordinator writes the decision after the lock is gone
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class Transaction {
public:
    explicit Transaction(int participants) : missing_(participants) {}
    void vote(bool yes) {
        std::lock_guard<std::mutex> guard(mutex_);
        all_yes_ = all_yes_ && yes;
        if (--missing_ == 0) changed_.notify_all();
    }
    void decide() {
        std::unique_lock<std::mutex> lock(mutex_);
        changed_.wait(lock, [this] { return missing_ == 0; });
        decided_ = true;
#ifdef GUILTY
        lock.unlock();
        reason_ = all_yes_ ? "all agreed" : "someone refused";
#else
        reason_ = all_yes_ ? "all agreed" : "someone refused";
        lock.unlock();
#endif
        changed_.notify_all();
    }
    std::string outcome() {
        std::unique_lock<std::mutex> lock(mutex_);
        changed_.wait(lock, [this] { return decided_; });
        return reason_;
    }
private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int missing_;
    bool all_yes_ = true, decided_ = false;
    std::string reason_;
};

int main() {
    Transaction tx(3);
    std::vector<std::string> seen(3);
    std::vector<std::thread> participants;
    for (int i = 0; i < 3; ++i)
        participants.emplace_back([&tx, &seen, i] {
            tx.vote(i != 1);
            seen[i] = tx.outcome();
        });
    tx.decide();
    for (auto& p : participants) p.join();
    std::printf("%s\n", tx.outcome().c_str());
    return tx.outcome() != "someone refused" || seen.size() != 3;
}
