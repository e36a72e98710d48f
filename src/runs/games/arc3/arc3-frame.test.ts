import { describe, expect, it } from 'vitest';
import { cookieHeader, storeCookies } from './exchange';
import { MAX_ANIMATION, readArcFrame } from './frame';

const answer = (changes: object = {}) => ({
  game_id: 'lamps-1a2b3c4d',
  guid: 'g1',
  frame: [
    [
      [0, 15],
      [9, 1],
    ],
  ],
  state: 'NOT_FINISHED',
  levels_completed: 2,
  win_levels: 5,
  full_reset: true,
  available_actions: [0, 6, 1, 9],
  ...changes,
});
const read = (changes: object = {}) => {
  const got = readArcFrame(answer(changes));
  if (!got.ok) throw new Error(got.message);
  return got.frame;
};
const why = (changes: object) => {
  const got = readArcFrame(answer(changes));
  return got.ok ? 'ok' : got.message;
};

describe('a frame answer', () => {
  it('is packed, with the actions we know in their order', () => {
    expect(read()).toEqual({
      guid: 'g1',
      frames: ['0f/91'],
      state: 'NOT_FINISHED',
      needsReset: false,
      levelsCompleted: 2,
      winLevels: 5,
      fullReset: true,
      availableActions: ['ACTION1', 'ACTION6'],
      dropped: 0,
      notes: [],
    });
  });

  it('may use the older names and say no more than it must', () => {
    const old = { levels_completed: undefined, win_levels: undefined, score: 3, win_score: 254 };
    expect(read(old)).toMatchObject({ levelsCompleted: 3, winLevels: 254 });
    expect(read({ win_levels: null, full_reset: null })).toMatchObject({ winLevels: null, fullReset: false });
    expect(read({ available_actions: ['ACTION7', 'ACTION2'] }).availableActions).toEqual([
      'ACTION2',
      'ACTION7',
    ]);
  });

  it('prefers levels_completed to score', () => {
    expect(read({ score: 99 }).levelsCompleted).toBe(2);
  });

  it('without usable actions is taken to offer all but the undo, and says so', () => {
    for (const available_actions of [undefined, [], [0], [8, 'JUMP']]) {
      const { availableActions, notes } = read({ available_actions });
      expect(availableActions).toEqual(['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4', 'ACTION5', 'ACTION6']);
      expect(notes).toHaveLength(1);
    }
    expect(read({ available_actions: [], state: 'GAME_OVER' })).toMatchObject({
      availableActions: [],
      notes: [],
    });
  });

  it('says which states take only RESET', () => {
    const states = ['NOT_FINISHED', 'NOT_STARTED', 'NOT_PLAYED', 'GAME_OVER', 'WIN'] as const;
    expect(states.map((state) => [read({ state }).state, read({ state }).needsReset])).toEqual([
      ['NOT_FINISHED', false],
      ['NOT_FINISHED', true],
      ['NOT_FINISHED', true],
      ['GAME_OVER', true],
      ['WIN', true],
    ]);
  });

  it('keeps the animation in its order, the settled frame last', () => {
    expect(read({ frame: [[[1]], [[2]], [[3]]] }).frames).toEqual(['1', '2', '3']);
  });

  it('keeps the newest of too many frames, and looks at no others', () => {
    const frame = Array.from({ length: 210 }, (_, n) => [[n % 16]]);
    const got = read({ frame: [...frame.slice(0, 100), 'noise', ...frame.slice(101)] });
    expect(got.frames).toHaveLength(MAX_ANIMATION + 1);
    expect(got.frames.at(-1)).toBe((209 % 16).toString(16));
    expect(got.dropped).toBe(210 - 65);
    expect(got.notes.join()).toContain('210 frames');
    expect(read({ frame: frame.slice(0, 65) })).toMatchObject({ dropped: 0, notes: [] });
  });

  it('leaves out animation frames of another size', () => {
    const got = read({ frame: [[[1, 1]], [[2]], [[3]]] });
    expect(got).toMatchObject({ frames: ['2', '3'], dropped: 1 });
    expect(got.notes.join()).toContain('1 × 1');
  });

  it.each([
    ['no frames', { frame: [] }, 'frame'],
    ['no rows', { frame: [[]] }, 'no rows'],
    ['empty rows', { frame: [[[]]] }, 'no cells'],
    ['ragged rows', { frame: [[[1, 2], [1]]] }, 'row 1 has 1 cells'],
    ['too many rows', { frame: [Array.from({ length: 65 }, () => [1])] }, '65 rows'],
    ['too many columns', { frame: [[Array.from({ length: 65 }, () => 1)]] }, '65 columns'],
    ['a colour 16', { frame: [[[1, 16]]] }, 'cell (0,1) is 16'],
    ['a negative colour', { frame: [[[-1]]] }, 'cell (0,0) is -1'],
    ['half a colour', { frame: [[[1.5]]] }, '1.5'],
    ['a name for a colour', { frame: [[['red']]] }, 'a string'],
    ['no list', { frame: 'x' }, 'frame'],
    ['a flat board', { frame: [[1, 2]] }, 'no cells'],
    ['a bad frame before a good one', { frame: [[[99]], [[1]]] }, 'frame 1 of 2'],
    ['an unknown state', { state: 'PAUSED' }, 'state'],
    ['no level', { levels_completed: undefined }, 'levels_completed'],
    ['no guid', { guid: undefined }, 'guid'],
    ['an endless guid', { guid: 'g'.repeat(201) }, 'guid'],
    ['absurdly many levels', { levels_completed: 1e308 }, 'levels_completed'],
    ['fewer than no levels', { levels_completed: -1 }, 'levels_completed'],
    ['absurdly many levels to win', { win_levels: 1e308 }, 'win_levels'],
    ['an absurd colour', { frame: [[[1e308]]] }, 'cell (0,0)'],
  ])('with %s is refused, and the reason names it', (_, changes, reason) => {
    expect(why(changes)).toContain(reason);
  });

  it('that names no guid is of the session that was asked', () => {
    const got = readArcFrame(answer({ guid: null }), 'g7');
    expect(got).toMatchObject({ ok: true, frame: { guid: 'g7' } });
  });

  it('is an object', () => {
    for (const json of [null, [], 'x', 3]) expect(readArcFrame(json).ok).toBe(false);
  });
});

describe('the cookie jar', () => {
  const now = Date.parse('2026-05-01T00:00:00Z');
  const store = (...headers: string[]) => storeCookies({ old: 'kept' }, headers, now);

  it('takes several cookies, replaces by name and is sent as one header', () => {
    const jar = store(
      'a=1; Path=/',
      'b=x=y/+; Secure; HttpOnly',
      'old=new; Expires=Fri, 01 Jan 2100 00:00:00 GMT',
    );
    expect(jar).toEqual({ old: 'new', a: '1', b: 'x=y/+' });
    expect(cookieHeader(jar)).toBe('old=new; a=1; b=x=y/+');
    expect(cookieHeader({})).toBeNull();
  });

  it('removes what has expired; Max-Age counts before Expires', () => {
    expect(store('old=; Max-Age=0')).toEqual({});
    expect(store('old=x; max-age=-1; Path=/')).toEqual({});
    expect(store('old=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT')).toEqual({});
    expect(store('old=x; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT')).toEqual({ old: 'x' });
    expect(store('old=x; Max-Age=0; Expires=Fri, 01 Jan 2100 00:00:00 GMT')).toEqual({});
  });

  it('passes over what is no cookie', () => {
    const bad = [
      '',
      'name',
      '=value',
      'na me=x',
      'a=b c',
      'a=x\r\nX-Other: 1',
      `a=${'x'.repeat(5000)}`,
      'a=ü',
    ];
    expect(store(...bad)).toEqual({ old: 'kept' });
  });

  it('stays small, and leaves the jar it was given as it was', () => {
    const jar = { old: 'kept' };
    const many = Array.from({ length: 100 }, (_, n) => `c${n}=1`);
    expect(Object.keys(storeCookies(jar, many, now))).toHaveLength(30);
    expect(jar).toEqual({ old: 'kept' });
  });

  it('has no names that mean something to JavaScript', () => {
    const jar = store('__proto__=x');
    expect(Object.getPrototypeOf(jar)).toBe(Object.prototype);
    expect(cookieHeader(JSON.parse(JSON.stringify(jar)))).toContain('__proto__=x');
  });
});
