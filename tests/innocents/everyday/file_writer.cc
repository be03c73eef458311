// Threads append records to a buffer; a writer thread swaps it out and writes it to a file.
// guilty: race: append() adds the record without the mutex
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

class FileWriter {
public:
    explicit FileWriter(std::FILE* f) : file_(f), thread_([this] { run(); }) {}
    void append(const std::string& record) {
        {
#ifndef GUILTY
            std::lock_guard<std::mutex> guard(mutex_);
#endif
            buffer_ += record;
            buffer_ += '\n';
        }
        wake_.notify_one();
    }
    void close() {
        {
            std::lock_guard<std::mutex> guard(mutex_);
            closed_ = true;
        }
        wake_.notify_one();
        thread_.join();
    }
private:
    void run() {
        std::unique_lock<std::mutex> lock(mutex_);
        while (!closed_ || !buffer_.empty()) {
            wake_.wait(lock, [this] { return closed_ || !buffer_.empty(); });
            std::string out;
            out.swap(buffer_);
            lock.unlock();
            std::fwrite(out.data(), 1, out.size(), file_);
            lock.lock();
        }
    }
    std::FILE* file_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::string buffer_;
    bool closed_ = false;
    std::thread thread_;
};

int main() {
    std::FILE* f = std::tmpfile();
    if (!f) return 2;
    FileWriter writer(f);
    std::thread other([&] { for (int i = 0; i < 4; ++i) writer.append("other " + std::to_string(i)); });
    for (int i = 0; i < 4; ++i) writer.append("main " + std::to_string(i));
    other.join();
    writer.close();
    std::printf("%ld bytes\n", std::ftell(f));
    return std::fclose(f);
}
