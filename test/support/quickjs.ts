import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';

let compiling: Promise<WebAssembly.Module> | undefined;

/** What `durable-objects/lib/quickjs.ts` does in the Worker: Node cannot import WebAssembly as a module. */
export async function loadQuickJs(wasmMemory: WebAssembly.Memory): Promise<QuickJSWASMModule> {
  compiling ??= readFile(
    createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm'),
  ).then((bytes) => WebAssembly.compile(bytes));
  const wasmModule = await compiling;
  return newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule, wasmMemory }));
}
