import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';

/** Instantiates QuickJS with this memory. Workers compile WebAssembly only when it is imported as a module. */
export async function loadQuickJs(wasmMemory: WebAssembly.Memory): Promise<QuickJSWASMModule> {
  // On first use, and by its path: wrangler recognizes WebAssembly by the ending of the import.
  const { default: wasmModule } = await import(
    '../../node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm'
  );
  return newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule, wasmMemory }));
}
