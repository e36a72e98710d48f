import type { JsonObject } from '../../base/json';

/** A configured provider: where it is and the key for it. */
export interface ProviderSettings {
  /** Profiles call it by this name. */
  name: string;
  /** `""`: the endpoint wants none, as those on one's own machine. */
  apiKey: string;
  /** Without a trailing slash, e.g. `http://127.0.0.1:11434/v1`. Default: the vendor's own. */
  baseUrl?: string | null;
  /** Sent with every request, beside those that the protocol needs. */
  headers?: Readonly<Record<string, string>>;
  /** Fields of every request; those of a profile go before them. */
  extraBody?: JsonObject;
}

/** Draws a packed frame (see src/contract/frame.ts) as a PNG file. */
export type DrawFrame = (cells: string) => Uint8Array | Promise<Uint8Array>;

/** Error of a call to Workers AI from a Worker without its binding. */
export const NO_AI_BINDING =
  'there is no binding AI; the operator takes the lines [ai] of wrangler.toml in use and deploys again';

/** Runs a model of the account that the Worker belongs to: the binding `[ai]` of wrangler.toml. */
export interface AiBinding {
  run(model: string, inputs: Record<string, unknown>, options?: { signal?: AbortSignal }): Promise<unknown>;
}

export interface ProviderDeps {
  /** Draws a packed frame as PNG. Without it a frame is only named in the prompt. */
  png?: DrawFrame;
  /** Milliseconds since the epoch, to read `Retry-After` dates. */
  now: () => number;
  /** Default: the platform's. */
  fetch?: typeof globalThis.fetch;
  /** Only `workers-ai` needs it. */
  ai?: AiBinding;
}
