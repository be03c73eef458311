// A thread promises its value at thread exit, so that the destructor of its thread_local session has run when the future is ready.
// guilty: race: set_value() makes the future ready before the session's destructor
#include <cstdio>
#include <future>
#include <thread>

static int closed_sessions = 0;

struct Session {
    int queries = 0;
    ~Session() { closed_sessions += 1; }
};

static Session& session()
{
    thread_local Session s;
    return s;
}

static void run_queries(std::promise<int> result)
{
    for (int i = 0; i < 5; ++i)
        session().queries += i;
#ifdef GUILTY
    result.set_value(session().queries);
#else
    result.set_value_at_thread_exit(session().queries);
#endif
}

int main()
{
    std::promise<int> p;
    auto f = p.get_future();
    std::thread t(run_queries, std::move(p));
    int queries = f.get();
    std::printf("%d queries, %d session(s) closed\n", queries, closed_sessions);
    t.join();
    return queries == 10 ? 0 : 1;
}
