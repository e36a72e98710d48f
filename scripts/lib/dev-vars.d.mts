export function readVars(path: string): Record<string, string>;
export function ensureKey(path: string): { key: string; made: boolean };
