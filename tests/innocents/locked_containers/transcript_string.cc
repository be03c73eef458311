// Two speakers append lines to one transcript string, which grows beyond the small buffer.
// guilty: race: one of the two appends outside the lock
#include <algorithm>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

std::string transcript;
std::mutex transcript_lock;

void alice() {
    for (int i = 0; i < 5; i++) {
        std::string line = "Alice: point " + std::to_string(i) + ", I insist\n";
        transcript_lock.lock();
        transcript += line;
        transcript_lock.unlock();
    }
}

void bob() {
    for (int i = 0; i < 5; i++) {
        std::string line = "Bob: no\n";
#ifndef GUILTY
        std::lock_guard<std::mutex> guard(transcript_lock);
#endif
        transcript.append(line);
    }
}

int main() {
    std::thread a(alice), b(bob);
    a.join();
    b.join();
    std::fputs(transcript.c_str(), stdout);
    return std::count(transcript.begin(), transcript.end(), '\n') == 10 ? 0 : 1;
}
