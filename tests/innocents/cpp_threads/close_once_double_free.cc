// Either of two threads may close the channel; the one that finds it open under the lock frees the buffer.
// guilty: double-free, atomicity, uaf: "is it open" and "it is closed now" are two critical sections
#include <chrono>
#include <iostream>
#include <mutex>
#include <thread>

class Channel {
public:
    bool is_open()
    {
        std::lock_guard<std::mutex> lock(mutex_);
        return open_;
    }
    void close()
    {
#ifdef GUILTY
        if (!is_open())
            return;
        mutex_.lock();
        open_ = false;
        mutex_.unlock();
#else
        {
            std::lock_guard<std::mutex> lock(mutex_);
            if (!open_)
                return;
            open_ = false;
        }
#endif
        delete[] buffer_;
    }

private:
    std::mutex mutex_;
    bool open_ = true;
    char* buffer_ = new char[128]();
};

int main()
{
    Channel channel;
    std::thread reader([&] { channel.close(); });
    std::thread writer([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(5)); // the last write
        channel.close();
    });
    reader.join();
    writer.join();
    std::cout << "closed\n";
}
