import variant from '@jitl/quickjs-wasmfile-release-sync';
import wasmModule from '@jitl/quickjs-wasmfile-release-sync/wasm';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';

/** Instantiates QuickJS with this memory. Workers compile WebAssembly only when it is imported as a module. */
export const loadQuickJs = (wasmMemory: WebAssembly.Memory): Promise<QuickJSWASMModule> =>
  newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule, wasmMemory }));
