/** Begins a line of `DEBUG_OUTPUT` (durable-objects/lib/room/deps.ts). */
const MARK = 'output {';

/**
 * Picks the lines of `DEBUG_OUTPUT` out of what wrangler prints, which comes in pieces that end anywhere.
 *
 * @param {(line: string) => void} write gets each line, without its end
 * @returns {(chunk: string) => void}
 */
export function pickOutput(write) {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith(MARK)) write(line.trimEnd());
  };
}
