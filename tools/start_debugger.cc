#include "start_debugger.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string>
#include <vector>

#include "replay/judge/comparison.h"

namespace foreweave {

void start_debugger(const LiveProgram& program, const Trace& trace, const Claim& claim) {
  std::vector<std::string> words = {"gdb", "-q", "-nx", "-p", fmt::format("{}", program.id)};
  auto execute = [&](std::string line) {
    words.push_back("-ex");
    words.push_back(std::move(line));
  };
  execute("set pagination off");
  uint32_t chosen = 0;
  for (const EventId event : claim.pending)
    for (const FwThreadBlock& block : program.blocks) {
      if (block.kernel_id == 0 || block.scheduled != trace.thread(event).value) continue;
      execute(fmt::format("echo foreweave: {} (LWP {}) stands before {}\\n",
                          trace.thread_name(trace.thread(event)), block.kernel_id,
                          describe(trace, event)));
      chosen = block.kernel_id;
    }
  for (const EventId event : claim.happen)
    execute(fmt::format("echo foreweave: {} has done {}\\n", trace.thread_name(trace.thread(event)),
                        describe(trace, event)));
  execute("echo foreweave: leave gdb to let the program go on\\n");
  if (chosen != 0)
    execute(
        fmt::format("python [t.switch() for t in gdb.selected_inferior().threads() "
                    "if t.ptid[1] == {}]",
                    chosen));
  execute("backtrace");

  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGINT, SIG_DFL);
    execvp(arguments[0], arguments.data());
    std::fputs("foreweave: gdb cannot be started; is it installed?\n", stderr);
    _exit(127);
  }
  if (child > 0) waitpid(child, nullptr, 0);
}

}  // namespace foreweave
