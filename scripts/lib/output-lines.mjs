/** First characters of a line of `DEBUG_OUTPUT` (durable-objects/lib/room/deps.ts). */
const MARK = 'output {';

/**
 * Extracts the lines of `DEBUG_OUTPUT` from wrangler's output, which arrives in arbitrary chunks.
 *
 * @param {(line: string) => void} write receives each line, without its end
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
