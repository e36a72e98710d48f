export function readVars(path: string): Record<string, string>;
export const VARIABLES: string[];
export const OTHER_NAMES: Record<string, string>;
export function describeStray(vars: Record<string, string>): string[];
export function ensureKey(path: string): { key: string; made: boolean };
