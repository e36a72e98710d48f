import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TYPING_LASTS_MS } from '../../../durable-objects/lib/seats/typists';
import { DEMO } from '../../../src/base/demo';
import { LIMITS, RATES, SHARES } from '../../../src/base/limits';
import { KEY_CODE_LASTS_MS, rotateKey } from '../../../src/contract/access';
import { MAX_KEPT_DEPTH } from '../../../src/contract/json';
import {
  DEFAULT_GATHER_SECONDS,
  GATHER_HOLD_SECONDS,
  MAX_AUTONOMOUS_ROUNDS,
  MAX_GATHER_SECONDS,
  MAX_HOLD_SECONDS,
  MAX_PAUSE_SECONDS,
} from '../../../src/contract/pace';
import { MAX_REF } from '../../../src/contract/socket-messages';
import { DEFAULT_BUDGETS } from '../../../src/grid/state';
import { MAX_TURNS } from '../../../src/http/mcp/run-tools';
import { MAX_WAIT_S, WAIT_S } from '../../../src/http/mcp/scene-tools';
import { MAX_BODY } from '../../../src/http/middleware/body';
import { MAX_FILE, MAX_UNPACKED } from '../../../src/library/charx';
import { MAX_PIXELS } from '../../../src/library/picture';
import { MAX_ANSWERED, MAX_FAILED } from '../../../src/model/ladder';
import { MAX_RAW } from '../../../src/model/verdict';
import { mostOfSeats } from '../../../src/room/shares';
import { MAX_TOGETHER, MAX_TOGETHER_CHARS } from '../../../src/scene/pace';
import { MAX_WAITING } from '../../../src/scene/turns';
import { MAX_HOPS } from '../../../src/webhooks/send';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The limit of every row of the page's tables, by what it is of. */
const rows = new Map(
  [...read('docs/limits.md').matchAll(/^\| (?!what \||---)(.+?) \| (.+?) \| .* \|$/gm)].map(
    ([, what = '', limit = '']): [string, string] => [what, limit],
  ),
);

const spell = (n: number): string => n.toLocaleString('en-US');
const rate = ({ perSecond, burst }: { perSecond: number; burst: number }): string =>
  `${spell(perSecond)} a second, ${spell(burst)} at once`;
const kibibytes = (bytes: number): string => `${bytes / 1024} KiB`;
const mebibytes = (bytes: number): string => `${bytes / 1024 / 1024} MiB`;
/** A number in a file that keeps it to itself. */
const inCode = (path: string, pattern: RegExp): number =>
  Number((pattern.exec(read(path))?.[1] ?? 'NaN').replaceAll('_', ''));
const { graceSeconds } = rotateKey.shape;

describe('docs/limits.md', () => {
  it.each([
    ['scenes and runs of a tenant', `${spell(LIMITS.rooms)} (\`MAX_ROOMS\`)`],
    [
      'sockets of one room, with streams and requests that wait',
      `${spell(LIMITS.sockets)} (\`MAX_SOCKETS\`)`,
    ],
    [
      'one message on a socket; its levels of objects and arrays; `ref` as JSON',
      `${mebibytes(LIMITS.message)}; ${MAX_KEPT_DEPTH}; ${MAX_REF} characters`,
    ],
    [
      'a tool of [`/mcp`](mcp.md) waits; turns of one `step_run`',
      `${MAX_WAIT_S} s, ${WAIT_S} s by default; ${MAX_TURNS}`,
    ],
    ['messages on one socket of an owner; on all sockets of one seat', rate(RATES.message)],
    [
      'bytes of the messages of one seat',
      `${kibibytes(RATES.bytes.perSecond)} a second, ${kibibytes(RATES.bytes.burst)} at once`,
    ],
    [
      'refused messages on one socket of an owner; on all of one seat. One that is too large counts as 50',
      rate(RATES.unheard),
    ],
    ['tickets and sockets that one seat asks for', rate(RATES.opened)],
    [
      `characters that one seat says and notes; each line and note counts as ${SHARES.written} more`,
      rate(RATES.written),
    ],
    [
      'pixels of a portrait; of all its frames, where it is animated',
      `${spell(MAX_PIXELS)}, as 4096×4096; ${spell(4 * MAX_PIXELS)}`,
    ],
    [
      'files of a `.charx`, unpacked; the card and the icon in it',
      `${mebibytes(MAX_UNPACKED)}; ${mebibytes(MAX_FILE)} each`,
    ],
    ['request body, message on a socket, of a seat', kibibytes(SHARES.message)],
    ['sockets of one seat, with streams and requests that wait', String(SHARES.sockets)],
    [
      'sockets of all seats together, with streams and requests that wait',
      String(mostOfSeats(LIMITS.sockets)),
    ],
    ['inputs of one seat that wait for a round; of all hooks of a scene', String(SHARES.waiting)],
    [
      'notes of one seat; their characters together',
      `${spell(SHARES.notes.count)}; ${spell(SHARES.notes.characters)}`,
    ],
    ['requests with one key', rate(RATES.key)],
    ['requests of one seat', rate(RATES.seat)],
    ['requests from one address without a key', rate(RATES.address)],
    ['deliveries to one hook', rate(RATES.hook)],
    [
      'requests from one address with a key, token, ticket or invitation that is wrong; deliveries to one hook 401 or 404',
      rate(RATES.refused),
    ],
    [
      'keys, invitations and hooks from one address that an instance has not seen before',
      `${inCode('wrangler.toml', /name = "LOOKUPS"[^[]*limit = (\d+), period = 60/)} a minute`,
    ],
    ['a key that was rotated', `works ${Number(graceSeconds.parse(undefined)) / 3600} hours more`],
    ['request body', `${mebibytes(MAX_BODY)}; ${mebibytes(32 * MAX_BODY)} to import a character`],
    ['answered, failed calls of one ask', `${MAX_ANSWERED}, ${MAX_FAILED}`],
    ['one answer of a model', `${spell(MAX_RAW)} characters kept`],
    ['a run', `${DEFAULT_BUDGETS.actions} actions, ${DEFAULT_BUDGETS.calls} calls by default`],
    ['losses of one step in a row', spell(inCode('durable-objects/lib/room/journal.ts', /MAX_LOST = (\d+)/))],
    [
      'rounds whose calls stay in the room',
      spell(inCode('durable-objects/lib/room/outbox.ts', /KEPT_ROUNDS = (\d+)/)),
    ],
    ['somebody counts as typing', `${TYPING_LASTS_MS / 1000} s`],
    [
      'a round is held back for somebody who types (`holdForTyping`)',
      `${MAX_HOLD_SECONDS} s; ${GATHER_HOLD_SECONDS} s by default`,
    ],
    [
      'a gathered round waits (`gatherSeconds`)',
      `${spell(MAX_GATHER_SECONDS)} s, a week; ${DEFAULT_GATHER_SECONDS} s by default`,
    ],
    [
      'inputs of a scene that wait for a round',
      `${spell(MAX_WAITING)}; ${mostOfSeats(MAX_WAITING)} before seats and hooks are refused`,
    ],
    ['hooks that one thing passes through, each set off by the one before', String(MAX_HOPS)],
    [
      'inputs of one gathered round; their characters',
      `${spell(MAX_TOGETHER)}; ${spell(MAX_TOGETHER_CHARS)}`,
    ],
    [
      'rounds that a scene goes on for by itself; the pause',
      `${MAX_AUTONOMOUS_ROUNDS}; ${spell(MAX_PAUSE_SECONDS)} s`,
    ],
    [
      'memories of a world',
      spell(inCode('durable-objects/lib/memories/memory-store.ts', /M[A-Z_]+ = (20_000)/)),
    ],
    ['one stored row', `${inCode('src/room/row-limit.ts', /ROW_LIMIT = ([\d_]+)/) / 1e6} MB`],
    [
      'ticket of a socket or stream',
      `one use, ${inCode('durable-objects/lib/room/tickets.ts', /LIVES_MS = ([\d_]+)/) === 60_000 ? 'one minute' : '?'}`,
    ],
    [
      'demo rooms of a stage at once; that one address asks for',
      `${DEMO.rooms}; ${Math.round(RATES.demo.perSecond * 60)} a minute, ${RATES.demo.burst} at once`,
    ],
    ["one-time code for the operator's key", `one use, ${KEY_CODE_LASTS_MS / 60_000} minutes`],
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
