import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isOldNode } from './commands/doctor';
import { readBody } from './commands/experiment';
import { checkArgs, readInt } from './lib/command';
import { roomPath } from './lib/rooms';
import { readRunOptions, readSeeds } from './lib/run-options';
import { findKey, findUrl, openStage, readSeats, storeSeat } from './lib/stage';

describe('the words of a command', () => {
  const args = {
    room: { type: 'positional' },
    limit: { type: 'string', alias: 'n' },
    'max-turns': { type: 'string' },
    json: { type: 'boolean' },
  } as const;
  it.each([
    { _: ['scn_1'], room: 'scn_1', json: true },
    { _: [], limit: '3', n: '3' },
    { _: [], maxTurns: '3', 'max-turns': '3' },
  ])('are taken: %j', (given) => expect(() => checkArgs(given, args)).not.toThrow());
  it.each([
    [{ _: [], limt: '3' }, /--limt; did you mean --limit/],
    [{ _: [], other: true }, /Unknown option --other/],
    [{ _: [], limit: '' }, /--limit needs a value/],
    [{ _: ['a', 'b'] }, /Unexpected argument “b”/],
  ])('are refused: %j', (given, why) => expect(() => checkArgs(given, args)).toThrow(why));

  it.each(['0', '51', '-1', '1.5', '1e1', ' 3', '3x', '٣'])('%j is no number from 1 to 50', (value) =>
    expect(() => readInt(value, 'parallel', 1, 50)).toThrow('--parallel'),
  );
  it('has numbers, or none', () =>
    expect([readInt('50', 'n', 1, 50), readInt(undefined, 'n', 1, 50)]).toEqual([50, null]));
});

describe('seeds', () => {
  it.each([
    ['1..3', ['1', '2', '3']],
    ['a, b,,a', ['a', 'b']],
    ['7..7,x', ['7', 'x']],
  ])('of %j', (text, seeds) => expect(readSeeds(text)).toEqual(seeds));
  it.each(['', ',', '3..1', '1..1001', '1..999999999'])('are not %j', (text) =>
    expect(() => readSeeds(text)).toThrow(/seeds/),
  );
});

it('reads budgets, who answers and what predicts', () => {
  expect(readRunOptions({})).toEqual({});
  expect(readRunOptions({ actions: '5', calls: '7' })).toEqual({ budgets: { actions: 5, calls: 7 } });
  expect(readRunOptions({ provider: 'local', model: 'm' }).profiles).toMatchObject({
    explorer: { provider: 'local', model: 'm' },
    adventurer: { provider: 'local', model: 'm' },
  });
  expect(readRunOptions({ world: 'code' })).toEqual({ world: 'code' });
  expect(() => readRunOptions({ model: 'm' })).toThrow('--provider');
  expect(() => readRunOptions({ tokens: 'all' })).toThrow('--tokens');
});

it('reads the options of an experiment with grid games', () => {
  const args = { games: 'corridor', seeds: '1', parallel: '2' };
  expect(readBody(args, 'a')).not.toHaveProperty('explore');
  expect(readBody({ ...args, explore: 'budget', 'verify-after': '5', world: 'code' }, 'a')).toMatchObject({
    explore: 'budget',
    verifyAfter: 5,
    world: 'code',
  });
  expect(() => readBody({ ...args, 'verify-after': '11' }, 'a')).toThrow('--verify-after');
});

it('reads a file with a byte order mark', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'scene-')), 'inn.json');
  writeFileSync(file, '\uFEFF{"base":{},"lines":["Hi."]}');
  const body = readBody({ games: file, seeds: '1', parallel: '2' }, 'a');
  expect(body.scene).toEqual({ base: {}, lines: ['Hi.'] });
});

it('knows rooms by their ids, and takes no path for one', () => {
  const end = 'a1'.repeat(10);
  expect(roomPath(`scn_${end}`)).toBe(`/v1/scenes/scn_${end}`);
  expect(roomPath(`adv_${end}`)).toBe(`/v1/runs/adv_${end}`);
  for (const id of ['scn_1', `scn_${end}/export`, `../scn_${end}`, `xyz_${end}`, ''])
    expect(() => roomPath(id), id).toThrow('is not the id of a room');
});

it.each([
  ['22.12.0', false],
  ['v24.1.0', false],
  ['22.11.9', true],
  ['20.20.2', true],
  ['junk', true],
])('tells whether Node %s is too old', (version, isOld) => expect(isOldNode(version)).toBe(isOld));

describe('the stage of a command', () => {
  it('is the one that is named, without a slash at its end', () => {
    expect(findUrl('https://stage.example/', {})).toBe('https://stage.example');
    expect(findUrl(undefined, { PROSCENIUM_URL: 'http://127.0.0.1:9000' })).toBe('http://127.0.0.1:9000');
    for (const url of ['stage.example', 'file:///etc/passwd', ''])
      expect(() => findUrl(url, {}), url).toThrow();
  });

  it('elsewhere gets no key but the one that is given for it', () => {
    expect(findKey('https://stage.example', {})).toBeNull();
    expect(findKey('https://127.0.0.1.evil.example', {})).toBeNull();
    expect(findKey('https://stage.example', { PROSCENIUM_KEY: 'ps_a_b' })).toBe('ps_a_b');
    expect(() => openStage('https://stage.example', {})).toThrow(/No key for/);
  });
});

describe('seats that were taken', () => {
  let home = '';
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'proscenium-seats-'));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it('are kept, one for each scene, readable by their owner alone', () => {
    const file = join(home, 'deep/seats.json');
    expect(readSeats(file)).toEqual([]);
    storeSeat({ url: 'http://a', scene: 'scn_1', token: 'st_old' }, file);
    storeSeat({ url: 'http://a', scene: 'scn_1', token: 'st_new' }, file);
    storeSeat({ url: 'http://b', scene: 'scn_1', token: 'st_other' }, file);
    expect(readSeats(file).map(({ token }) => token)).toEqual(['st_new', 'st_other']);
    expect(statSync(file).mode & 0o077).toBe(0);
  });
});
