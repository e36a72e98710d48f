import type { JsonObject } from '../../base/json';

export interface ProviderSettings {
  name: string;
  /** `""` if the endpoint needs none, as local servers do. */
  apiKey: string;
  /** No trailing slash, e.g. `http://127.0.0.1:11434/v1`. Default: the vendor's URL. */
  baseUrl?: string | null;
  headers?: Readonly<Record<string, string>>;
  /** Additional fields of every request; a profile's fields override them. */
  extraBody?: JsonObject;
}

/** Draws a packed frame (see src/contract/frame.ts) as a PNG file. */
export type DrawFrame = (cells: string) => Uint8Array | Promise<Uint8Array>;

/** Error for Workers AI without its binding. */
export const NO_AI_BINDING =
  'the binding AI is missing; ask the operator to enable the [ai] lines of wrangler.toml and deploy again';

/** The `[ai]` binding of wrangler.toml: runs models of the Worker's account. */
export interface AiBinding {
  run(model: string, inputs: Record<string, unknown>, options?: { signal?: AbortSignal }): Promise<unknown>;
}

export interface ProviderDeps {
  /** Without it the prompt only has the frame's label. */
  png?: DrawFrame;
  /** Epoch milliseconds, to read `Retry-After` dates. */
  now: () => number;
  fetch?: typeof globalThis.fetch;
  ai?: AiBinding;
}
