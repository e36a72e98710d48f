import { expect, it } from 'vitest';
import { pickOutput } from '../../../scripts/lib/output-lines.mjs';

it('what npm start shows of the output of the Worker is the lines of DEBUG_OUTPUT alone, whole, however they arrive', () => {
  const printed =
    '[wrangler:info] GET /healthz 200 OK (3ms)\noutput {"call":"director.1/1","payload":{"a":1}}\r\n' +
    'an output {"that":"is none"}\noutput {"call":"character.1:ada/1"}\noutput {"call":"unfinished';
  for (const size of [1, 7, 50, 10_000]) {
    const lines: string[] = [];
    const push = pickOutput((line: string) => lines.push(line));
    for (let at = 0; at < printed.length; at += size) push(printed.slice(at, at + size));
    expect(lines).toEqual([
      'output {"call":"director.1/1","payload":{"a":1}}',
      'output {"call":"character.1:ada/1"}',
    ]);
  }
});
