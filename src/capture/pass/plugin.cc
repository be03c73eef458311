// The plugin that the compiler wrappers load. It works where clang puts ThreadSanitizer: behind all
// optimisation, so that what is recorded is the program as its users run it.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include "capture/pass/instrument.h"
#include "capture/pass/left_alone.h"

namespace {

struct ForeweavePass : llvm::PassInfoMixin<ForeweavePass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    return foreweave::instrument_module(module) ? llvm::PreservedAnalyses::none()
                                                : llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }  // at -O0 and in optnone functions, too
};

struct KeepApartPass : llvm::PassInfoMixin<KeepApartPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    foreweave::keep_apart(module);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "foreweave", "1", [](llvm::PassBuilder& builder) {
            builder.registerPipelineStartEPCallback(
                [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
                  passes.addPass(KeepApartPass());
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
