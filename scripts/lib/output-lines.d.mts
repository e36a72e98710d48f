export function pickOutput(write: (line: string) => void): (chunk: string) => void;
