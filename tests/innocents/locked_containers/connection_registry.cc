// Connections are removed from a registry and deleted by whoever closes them first.
// guilty: double-free, uaf, atomicity: found under the lock, but erased and deleted in a later critical section
#include <cstdio>
#include <map>
#include <mutex>
#include <thread>

struct Connection {
    int fd;
    int bytes = 0;
};

std::map<int, Connection *> registry;
std::mutex registry_mutex;
int closed = 0;

void close_connection(int fd) {
    std::unique_lock<std::mutex> lock(registry_mutex);
    auto it = registry.find(fd);
    if (it == registry.end())
        return;
    Connection *c = it->second;
#ifdef GUILTY
    lock.unlock();
    lock.lock();
    registry.erase(fd);
#else
    registry.erase(it);
#endif
    closed++;
    delete c;
}

int main() {
    for (int fd = 3; fd < 7; fd++)
        registry[fd] = new Connection{fd};
    auto closer = [](int first, int last) {
        for (int fd = first; fd <= last; fd++)
            close_connection(fd);
    };
    std::thread timeout(closer, 3, 5), peer(closer, 5, 6);
    timeout.join();
    peer.join();
    std::printf("%d closed, %zu left\n", closed, registry.size());
    return closed == 4 && registry.empty() ? 0 : 1;
}
