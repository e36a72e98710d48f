import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEMO } from '../../../src/base/demo';
import { LIMITS, RATES, SHARES } from '../../../src/base/limits';
import { KEY_CODE_TTL_MS, rotateKey } from '../../../src/contract/access';
import { MAX_STORED_DEPTH } from '../../../src/contract/json';
import { MAX_REF } from '../../../src/contract/socket-messages';
import { MAX_TURNS } from '../../../src/http/mcp/run-tools';
import { MAX_WAIT_S, WAIT_S } from '../../../src/http/mcp/scene-tools';
import { MAX_BODY } from '../../../src/http/middleware/body';
import { MAX_FILE, MAX_UNPACKED } from '../../../src/library/charx';
import { MAX_PIXELS } from '../../../src/library/picture';
import { MAX_ANSWERS, MAX_FAILED } from '../../../src/model/ladder';
import { MAX_RAW } from '../../../src/model/verdict';
import { maxSeatShare } from '../../../src/room/shares';
import { MAX_HOPS } from '../../../src/webhooks/send';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const rows = new Map(
  [...read('docs/operate.md').matchAll(/^\| (?!what \||---)(.+?) \| (.+?) \| .* \|$/gm)].map(
    ([, what = '', limit = '']): [string, string] => [what, limit],
  ),
);

const spell = (n: number): string => n.toLocaleString('en-US');
const rate = ({ perSecond, burst }: { perSecond: number; burst: number }): string =>
  `${spell(perSecond)} a second, ${spell(burst)} at once`;
const kibibytes = (bytes: number): string => `${bytes / 1024} KiB`;
const mebibytes = (bytes: number): string => `${bytes / 1024 / 1024} MiB`;
/** A number that a file does not export. */
const inCode = (path: string, pattern: RegExp): number =>
  Number((pattern.exec(read(path))?.[1] ?? 'NaN').replaceAll('_', ''));
const { graceSeconds } = rotateKey.shape;

describe('docs/operate.md', () => {
  it.each([
    ['scenes and runs of a tenant', `${spell(LIMITS.rooms)} (\`MAX_ROOMS\`)`],
    ['sockets, streams and waiting requests of a room', `${spell(LIMITS.sockets)} (\`MAX_SOCKETS\`)`],
    [
      'the same, of all seats; of audience seats; of one seat',
      `${maxSeatShare(LIMITS.sockets)}; ${LIMITS.sockets * SHARES.forMany}; ${SHARES.sockets}`,
    ],
    [
      'message on a socket, from a seat; JSON levels; `ref`',
      `${mebibytes(LIMITS.message)}, ${kibibytes(SHARES.message)}; ${MAX_STORED_DEPTH}; ${MAX_REF} characters`,
    ],
    ['MCP tool call; turns of one `step_run`', `${MAX_WAIT_S} s, ${WAIT_S} s by default; ${MAX_TURNS}`],
    ['messages on one socket of an owner; on all of one seat', rate(RATES.message)],
    [
      'bytes of messages of one seat',
      `${kibibytes(RATES.bytes.perSecond)} a second, ${kibibytes(RATES.bytes.burst)} at once`,
    ],
    [
      'refused messages on one socket of an owner, on all of one seat; a too large one counts 50',
      rate(RATES.unheard),
    ],
    ['tickets and sockets that one seat opens', rate(RATES.opened)],
    [`characters that one seat writes, plus ${SHARES.written} per line or note`, rate(RATES.written)],
    [
      'pixels of a portrait; of all frames if animated',
      `${spell(MAX_PIXELS)} (4096×4096); ${spell(4 * MAX_PIXELS)}`,
    ],
    ['`.charx` unpacked; its card and icon', `${mebibytes(MAX_UNPACKED)}; ${mebibytes(MAX_FILE)} each`],
    ['requests with one key', rate(RATES.key)],
    ['requests of one seat', rate(RATES.seat)],
    ['requests from one address without a key', rate(RATES.address)],
    ['deliveries to one hook', rate(RATES.hook)],
    ['wrong credentials from one address; deliveries to one hook answered 401 or 404', rate(RATES.refused)],
    [
      'unknown keys, invitations and hooks from one address',
      `${inCode('wrangler.toml', /name = "LOOKUPS"[^[]*limit = (\d+), period = 60/)} a minute`,
    ],
    ['rotated key', `${Number(graceSeconds.parse(undefined)) / 3600} hours more`],
    [
      'body of a request',
      `${mebibytes(MAX_BODY)}; ${mebibytes(32 * MAX_BODY)} to import a character, 16 MiB a scene or a run, 4 MiB a lorebook or an experiment; ${kibibytes(SHARES.message)} from a seat`,
    ],
    ['calls of one request to an agent: answered, failed', `${MAX_ANSWERS}, ${MAX_FAILED}`],
    ['answer of a model', `${spell(MAX_RAW)} characters`],
    [
      'interruptions of one step in a row',
      spell(inCode('durable-objects/lib/room/journal.ts', /MAX_LOST_ATTEMPTS = (\d+)/)),
    ],
    [
      'rounds whose calls stay in the room',
      spell(inCode('durable-objects/lib/room/outbox.ts', /KEPT_ROUNDS = (\d+)/)),
    ],
    ['hooks in one chain', String(MAX_HOPS)],
    ['stored row', `${inCode('src/room/row-limit.ts', /ROW_LIMIT = ([\d_]+)/) / 1e6} MB`],
    [
      'socket or stream ticket',
      `one use, ${inCode('durable-objects/lib/room/credentials.ts', /TICKET_TTL_MS = ([\d_]+)/) === 60_000 ? 'one minute' : '?'}`,
    ],
    [
      'demo rooms of a stage; new ones from one address',
      `${DEMO.rooms}; ${Math.round(RATES.demo.perSecond * 60)} a minute, ${RATES.demo.burst} at once`,
    ],
    ["one-time code for the operator's key", `one use, ${KEY_CODE_TTL_MS / 60_000} minutes`],
  ])('says of %s what the code says: %s', (what, limit) => {
    expect(rows.get(what) ?? `no row "${what}"`).toMatch(
      new RegExp(`^${limit.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`),
    );
  });

  it('has a row for every limit that callers meet by asking too much or too often', () => {
    expect(Object.keys(RATES)).toHaveLength(11);
    expect(Object.keys(LIMITS)).toHaveLength(3);
  });
});
