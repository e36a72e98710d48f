export const ROOT: string;
export const NODE: string;
export const QUIET: Record<string, string>;
export const TSC: string;
export const TSX: string;
export function isFree(port: number, host?: string): Promise<boolean>;
export function runTool(
  args: string[],
  env?: Record<string, string>,
): Promise<{ code: number; output: string }>;
