export function installTools(): Promise<string>;
