/** A tunnel from the internet to a port of this machine. */
export interface Tunnel {
  /** Origin, `https://…` without a trailing slash. */
  publicUrl: string;
  /** Settles if the program ends by itself, with the reason in words. */
  ended: Promise<string>;
  close(): Promise<void>;
}
export function findPublicUrl(output: string): string | null;
export function describeFailure(cause: string, output: string): string;
export function openTunnel(options: {
  port: number;
  command?: string | undefined;
  patienceMs?: number;
  signal?: AbortSignal;
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}): Promise<Tunnel>;
