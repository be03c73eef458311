// The plugin that the compiler wrappers load. It works where clang puts ThreadSanitizer: behind all
// optimisation, so that what is recorded is the program as its users run it.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include "capture/pass/excluded/left_alone.h"
#include "capture/pass/excluded/made_up.h"
#include "capture/pass/instrument.h"
#include "capture/pass/libraries/library_locks.h"

namespace {

struct ForeweavePass : llvm::PassInfoMixin<ForeweavePass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    return foreweave::instrument_module(module) ? llvm::PreservedAnalyses::none()
                                                : llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }  // at -O0 and in optnone functions, too
};

struct BeforeOptimiserPass : llvm::PassInfoMixin<BeforeOptimiserPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    foreweave::mark_left_alone(module);
    foreweave::forbid_made_up_reads(module);
    foreweave::strengthen_library_locks(module);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "foreweave", "1", [](llvm::PassBuilder& builder) {
            foreweave::hold_back(builder);
            builder.registerPipelineStartEPCallback(
                [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
                  passes.addPass(BeforeOptimiserPass());
                });
            builder.registerOptimizerLastEPCallback(
                [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
                  passes.addPass(ForeweavePass());
                });
            builder.registerPipelineParsingCallback(
                [](llvm::StringRef name, llvm::ModulePassManager& passes,
                   llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
                  if (name != "foreweave") return false;
                  passes.addPass(ForeweavePass());
                  return true;
                });
          }};
}
