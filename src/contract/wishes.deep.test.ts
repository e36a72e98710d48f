import { readRules } from 'rule-learner';
import { describe, expect, it } from 'vitest';
import { isDeep } from '../../test/support/depth';
import {
  answerAsUnderstudy,
  createMemoryRun,
  playedRun,
  playOneTurn,
  playToEnd,
} from '../../test/support/explore-run';
import type { MemoryRoom } from '../../test/support/memory-room';
import { drawField as field, made } from '../../test/support/transitions';
import { foldRun } from '../../web/src/run/fold-run';
import { readLearner } from '../grid/learner';
import type { Foretell } from '../grid/play/find-way';
import { planAgain } from '../grid/play/follow-wish';
import { PlayMemory } from '../grid/play/memory';
import { readWish, type WishPlace } from '../grid/play/read-wish';
import type { WishBrief } from '../grid/play/wish-prompts';
import { readRecord } from '../grid/reporting/evidence';
import { reportMarkdown } from '../grid/reporting/report/report';
import { findPhase } from '../grid/situation';
import type { RunState } from '../grid/state';
import type { Transition } from '../grid/transition';
import { UNDERSTUDY_PROFILE } from '../model/understudy-profile';
import type { ActionId } from './agents';
import type { PayloadOf } from './events/events';
import type { ResolvedProfile } from './profiles';
import { type FollowedWish, type WishAnswer, wishAnswer } from './wishes';

const answer = (more: Partial<WishAnswer> = {}): WishAnswer => ({
  current_board_assessment: 'a board',
  reasoning: 'because',
  wish: 'explore',
  row: null,
  col: null,
  object_row: null,
  object_col: null,
  actions: null,
  steps: null,
  expectation: 'something new',
  ...more,
});

describe('an answer that wishes', () => {
  it.each([
    [
      { wish: 'TO', row: 3, col: 4 },
      { wish: 'to', row: 3, col: 4 },
    ],
    [
      { wish: 'go_to', row: '3', col: 4 },
      { wish: 'to', row: 3, col: 4 },
    ],
    [{ wish: { kind: 'touch', row: 3, col: 4 } }, { wish: 'touch', row: 3, col: 4, object_row: null }],
    // Fields next to the wish override fields inside it.
    [
      { wish: { wish: 'to', row: 1, col: 1 }, row: 2 },
      { wish: 'to', row: 2, col: 1 },
    ],
    [
      { wish: 'actions', actions: [1, 'Action 2', { action: 'ACTION6 (click)', x: 1, y: 2 }] },
      { wish: 'actions', actions: ['ACTION1', 'ACTION2', { action: 'ACTION6', x: 1, y: 2 }] },
    ],
  ])('%j is read', (said, meant) => {
    const { row: _, col: __, ...rest } = answer();
    expect(wishAnswer.parse({ ...rest, ...said })).toMatchObject(meant);
  });

  it.each([{ wish: 'win' }, { wish: null }, { wish: { row: 3 } }, { wish: 'actions', actions: ['UP'] }])(
    '%j is none',
    (said) => expect(wishAnswer.safeParse({ ...answer(), ...said }).success).toBe(false),
  );
});

const none = new Set<number>();

/** A memory of these steps, with the model that the learner infers from them. */
function remember(steps: readonly Transition[]): PlayMemory {
  const memory = new PlayMemory();
  for (const one of steps) memory.see(one, none);
  memory.catchUp(() => readLearner(steps, none).model);
  return memory;
}

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  1: [-2, 0],
  2: [2, 0],
  3: [0, -2],
  4: [0, 2],
};

/** What these actions do to the thing at (5,0): it moves by two cells, unless an edge or another cell stops it. */
function roam(actions: string, others: Readonly<Record<string, string>>): Transition[] {
  let [row, col] = [5, 0];
  return [...actions].map((n, turn) => {
    const [down = 0, right = 0] = WAYS[n] ?? [];
    const [toRow, toCol] = [row + down, col + right];
    const isFree =
      Math.min(toRow, toCol) >= 0 &&
      Math.max(toRow, toCol) <= 10 &&
      [0, 1].every((r) => [0, 1].every((c) => !(`${toRow + r},${toCol + c}` in others)));
    const before = field(row, col, others);
    if (isFree) [row, col] = [toRow, toCol];
    return made(before, field(row, col, others), { id: `ACTION${n}` as ActionId }, turn);
  });
}

/** Every way, up to three edges, and back to (5,0). */
const ROUND = '44334343433111222221111';

/** A memory in which ACTION4 moves the thing by two columns, ACTION3 back, ACTION2 by two rows and ACTION1 back. */
const learn = (others: Readonly<Record<string, string>> = {}, more = ''): PlayMemory =>
  remember(roam(`${ROUND}22${more}`, others));

const placeOf = (memory: PlayMemory, cells: string, more: Partial<WishPlace> = {}): WishPlace => ({
  memory,
  node: memory.locate(cells),
  available: ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4', 'ACTION6'],
  barred: [],
  foretell: (node, action) => memory.foretell(node, action) ?? null,
  ...more,
});

/** The actions of a wish that is granted, or why it is not. */
function grant(
  said: Partial<WishAnswer>,
  place: WishPlace,
): { actions: string[]; isForetold: boolean } | string {
  const reading = readWish(answer(said), place);
  if (!reading.ok) return reading.refusals.map(({ message }) => message).join();
  const { way } = reading.granted;
  return { actions: (way?.actions ?? []).map(({ id }) => id), isForetold: way?.isForetold ?? false };
}

describe('the way to a wish', () => {
  it('is the shortest by what was seen and is foretold', () => {
    const place = placeOf(learn(), field(5, 2));
    expect(grant({ wish: 'to', row: 9, col: 7 }, place)).toEqual({
      actions: expect.arrayContaining(['ACTION2', 'ACTION4']),
      isForetold: true,
    });
    expect((grant({ wish: 'to', row: 9, col: 7 }, place) as { actions: string[] }).actions).toHaveLength(4);
  });

  it('goes round what is known to stop the thing, and names the nearest place where there is none', () => {
    const wall = Object.fromEntries(Array.from({ length: 12 }, (_, r) => [`${r},8`, '5']));
    const gap = Object.fromEntries(Object.entries(wall).filter(([at]) => !/^(9|10),/.test(at)));
    expect(grant({ wish: 'to', row: 5, col: 11 }, placeOf(learn(gap, '4444'), field(5, 6, gap)))).toEqual({
      actions: ['ACTION2', 'ACTION2', 'ACTION4', 'ACTION4', 'ACTION1', 'ACTION1'],
      isForetold: true,
    });
    expect(grant({ wish: 'to', row: 5, col: 10 }, placeOf(learn(wall, '4444'), field(5, 6, wall)))).toMatch(
      /^no way to \(5,10\) is known; the nearest position of the controlled object .* at \(5,6\)$/,
    );
  });

  it('over a colour that was never met is a try', () => {
    const puddle = Object.fromEntries(Array.from({ length: 12 }, (_, r) => [`${r},8`, 'a']));
    const place = placeOf(learn(puddle), field(5, 4, puddle));
    expect(grant({ wish: 'to', row: 5, col: 8 }, place)).toEqual({
      actions: ['ACTION4', 'ACTION4'],
      isForetold: false,
    });
    expect(grant({ wish: 'to', row: 5, col: 11 }, place)).toEqual({
      actions: ['ACTION4', 'ACTION4', 'ACTION4'],
      isForetold: false,
    });
  });

  it('goes into an object that is to be touched, also one that stops the thing', () => {
    const block = { '5,8': '8', '5,9': '8', '6,8': '8', '6,9': '8' };
    // It stops at the block from two rows: one stop settles no rule.
    const memory = learn(block, '444413424');
    const touch = grant({ wish: 'touch', row: 6, col: 9 }, placeOf(memory, field(5, 2, block)));
    expect(touch).toEqual({ actions: ['ACTION4', 'ACTION4', 'ACTION4'], isForetold: false });
    expect(grant({ wish: 'to', row: 6, col: 9 }, placeOf(memory, field(5, 2, block)))).toMatch(/^no way/);
  });

  it('of an object that is pushed follows from the rules that code inferred', () => {
    const crate = (col: number) => ({
      [`5,${col}`]: '8',
      [`5,${col + 1}`]: '8',
      [`6,${col}`]: '8',
      [`6,${col + 1}`]: '8',
      '5,10': 'b',
      '6,10': 'b',
    });
    const memory = learn(crate(6));
    const place = placeOf(memory, field(5, 2, crate(6)));
    const wish = { wish: 'touch', row: 5, col: 10, object_row: 5, object_col: 6 } as const;
    expect(grant(wish, place)).toMatch(/^no way is known to bring the red 2×2 object at \(5,6\) there/);
    const push = { kind: 'move', by: [0, 2] };
    const read = readRules([
      { action: 'ACTION4', object: 'blue 2×2 square', effect: push },
      {
        action: 'ACTION4',
        object: 'red 2×2 square',
        when: [{ feature: 'behind', value: 'blue' }],
        effect: push,
      },
    ]);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const foretell: Foretell = (node, action) => memory.imagine(node, read.model.predict(node.board, action));
    expect(grant(wish, { ...place, foretell })).toEqual({
      actions: ['ACTION4', 'ACTION4'],
      isForetold: true,
    });
  });

  it.each([
    [{ wish: 'to', row: 3 }, /needs row and col/],
    [{ wish: 'to', row: 3, col: 12 }, /outside the board: rows 0 to 11/],
    [{ wish: 'to', row: 5, col: 3 }, /is a cell of the controlled object/],
    [{ wish: 'actions', actions: [] }, /lists no action/],
    [{ wish: 'actions', actions: Array.from({ length: 13 }, () => 'ACTION1' as const) }, /at most 12/],
    [{ wish: 'actions', actions: ['ACTION1', 'ACTION5'] }, /ACTION5 is not offered now/],
    [{ wish: 'actions', actions: ['ACTION6'] }, /needs a place/],
    [{ wish: 'actions', actions: [{ action: 'ACTION6', x: 12, y: 0 }] }, /outside the board/],
    [{ wish: 'touch', row: 0, col: 0, object_row: 9, object_col: 9 }, /is ground/],
  ] as [Partial<WishAnswer>, RegExp][])('%j comes back with a reason', (said, reason) =>
    expect(grant(said, placeOf(learn(), field(5, 2)))).toMatch(reason),
  );

  it('to touch a thing is a click where actions move nothing', () => {
    const place = placeOf(remember([]), field(5, 2));
    expect(grant({ wish: 'touch', row: 5, col: 3 }, place)).toEqual({
      actions: ['ACTION6'],
      isForetold: false,
    });
    expect(grant({ wish: 'touch', row: 5, col: 3 }, { ...place, barred: ['ACTION6@3,5'] })).toMatch(
      /refused/,
    );
  });

  it('is looked for anew, twice for a wish, where something went otherwise and it is still foretold', () => {
    const place = placeOf(learn(), field(5, 2));
    const wish: FollowedWish = {
      kind: 'to',
      row: 5,
      col: 7,
      text: 'to (5,7)',
      turn: 3,
      done: 1,
      left: ['ACTION2'],
    };
    const ended = { turn: 3, text: 'to (5,7)', end: 'surprise', done: 2, detail: 'a door opened' } as const;
    expect(planAgain(wish, ended, place)).toEqual({
      action: { id: 'ACTION4' },
      wish: {
        ...wish,
        ...{ done: 2, left: ['ACTION4'], isForetold: true, replans: 1, surprise: 'a door opened' },
      },
    });
    expect(planAgain({ ...wish, replans: 2 }, ended, place)).toBeNull();
    expect(planAgain(wish, { ...ended, end: 'game_over' }, place)).toBeNull();
    expect(planAgain({ ...wish, row: 5, col: 3 }, ended, place)).toBeNull();
  });

  it('is not looked for where nothing is known that actions move', () =>
    expect(grant({ wish: 'to', row: 3, col: 3 }, placeOf(remember([]), field(5, 2)))).toMatch(
      /the controlled object is not known yet/,
    ));
});

const MODEL: ResolvedProfile = { ...UNDERSTUDY_PROFILE, provider: 'openai', model: 'm' };
type Suggested = PayloadOf<'action.suggested'>;

/** The ledger of a model's run of the corridor, up to the start of play. */
const settledRun = (async () => {
  const room = createMemoryRun({
    ...{ game: 'corridor', budgets: { actions: 120, calls: 400 }, play: true },
    profiles: { explorer: MODEL, analyst: UNDERSTUDY_PROFILE },
  });
  while (findPhase(room.state) !== 'play') await playOneTurn(room);
  return room.ledger;
})();

/** That run goes on; its explorer wishes as told, in this order and then for ever the last. */
async function playWith(
  wishes: (Partial<WishAnswer> | ((brief: WishBrief) => Partial<WishAnswer>))[],
): Promise<{ room: MemoryRoom<RunState>; briefs: WishBrief[] }> {
  const briefs: WishBrief[] = [];
  const room = createMemoryRun({
    // A copy, because data derived from a run is cached by its configuration.
    past: structuredClone(await settledRun),
    answer: (ask) => {
      if (ask.brief.task !== 'player') return answerAsUnderstudy(ask);
      const brief = ask.brief as WishBrief;
      const said = wishes[Math.min(briefs.length, wishes.length - 1)] ?? {};
      briefs.push(brief);
      return answer(typeof said === 'function' ? said(brief) : said);
    },
  });
  return { room, briefs };
}

const playsOf = (room: MemoryRoom<RunState>): Suggested[] =>
  room.ledger.flatMap((event) =>
    event.kind === 'action.suggested' && event.payload.play ? [event.payload] : [],
  );

async function playUntil(room: MemoryRoom<RunState>, isDone: () => boolean): Promise<void> {
  for (let n = 0; n < 150 && !isDone() && room.state.status === 'running'; n++) await playOneTurn(room);
  expect(isDone()).toBe(true);
}

/** First row and column of the corridor's block. */
function blockAt({ frame }: Pick<WishBrief, 'frame'>): { row: number; col: number } {
  const rows = frame.split('/');
  const row = rows.findIndex((line) => line.includes('9'));
  return { row, col: rows[row]?.indexOf('9') ?? -1 };
}

describe('a run that plays on for a model', () => {
  it('follows a wish over several turns with one call, tells what became of it, and asks again', async () => {
    const { room, briefs } = await playWith([
      (brief) => {
        const { row, col } = blockAt(brief);
        return { wish: 'to', row: row === 16 ? 28 : 16, col: col + 1 };
      },
      { wish: 'explore', steps: 3 },
    ]);
    await playUntil(room, () => briefs.length === 2);
    const plays = playsOf(room).filter(({ calls, wish }) => calls > 0 || wish?.kind === 'to');
    const [first, ...rest] = plays;
    expect(first).toMatchObject({
      decision: 'accepted',
      calls: 1,
      wish: { kind: 'to', done: 0, isForetold: true },
    });
    expect(first?.wish?.expectation).toBe('something new');
    const length = (first?.wish?.left.length ?? 0) + 1;
    expect(length).toBeGreaterThan(1);
    expect(rest.slice(0, length - 1).map(({ calls, wish }) => [calls, wish?.done])).toEqual(
      Array.from({ length: length - 1 }, (_, n) => [0, n + 1]),
    );
    expect(rest.at(-1)).toMatchObject({
      calls: 1,
      wish: { kind: 'explore', steps: 3 },
      wishEnded: { end: 'reached', done: length },
    });
    expect(briefs[1]?.wishes).toMatchObject([{ outcome: expect.stringContaining('reached') }]);
  });

  if (isDeep)
    it('asks once more for a wish that can not be met, and then plans some actions alone', async () => {
      const { room, briefs } = await playWith([{ wish: 'to', row: 0, col: 0 }]);
      await playUntil(room, () => briefs.length >= 3);
      const plays = playsOf(room).slice(-13);
      const at = plays.findIndex(({ decision }) => decision === 'refused');
      expect(plays[at]).toMatchObject({
        ...{ step: 'suggest', target: null, wish: { text: 'to (0,0)' } },
        refusals: [{ pointer: '/row', message: expect.stringMatching(/^no way to \(0,0\) is known/) }],
      });
      expect(plays[at + 1]).toMatchObject({
        ...{ step: 'suggest_again', decision: 'service', wish: { kind: 'explore', steps: 10 } },
        reason: expect.stringMatching(/can't be met: no way to \(0,0\)/),
      });
      expect(briefs[1]?.refused).toMatchObject({ text: 'to (0,0)' });
      expect(plays.slice(at + 2, at + 11).map(({ calls, wish }) => [calls, wish?.done])).toEqual(
        Array.from({ length: 9 }, (_, n) => [0, n + 1]),
      );
      expect(briefs[2]?.wishes.map(({ outcome }) => outcome)).toEqual([
        expect.stringMatching(/^refused: no way/),
        expect.stringMatching(/the planner explored instead; done after 10 actions/),
      ]);
    });

  it('shows in the page and in the report what was wished, how far it is, and what became of it', async () => {
    const { room, briefs } = await playWith([
      { wish: 'actions', actions: ['ACTION1', 'ACTION1', 'ACTION2'] },
      { wish: 'explore', steps: 1 },
    ]);
    await playUntil(room, () => briefs.length === 3);
    const turns = foldRun(room.ledger).turns.filter(({ phase }) => phase === 'play');
    expect(turns[0]).toMatchObject({
      ...{ reasoning: 'because', expected: 'something new', overruled: '', wishEnded: null },
      wish: { text: 'ACTION1, ACTION1, ACTION2', done: 0, left: ['ACTION1', 'ACTION2'] },
    });
    const second = turns.find(({ wish }) => wish?.kind === 'explore');
    expect(second).toMatchObject({ wishEnded: { text: 'ACTION1, ACTION1, ACTION2' } });
    const report = reportMarkdown(readRecord(room.state, room.ledger));
    expect(report).toMatch(/## Wishes\n\n- turn \d+: ACTION1, ACTION1, ACTION2: .* after \d actions?; /);
    expect(report).toMatch(/- turn \d+: explore for 1 action: done after 1 action/);
  });

  it('breaks a list of actions off where one changes nothing', async () => {
    const { room, briefs } = await playWith([
      { wish: 'actions', actions: Array.from({ length: 12 }, () => 'ACTION1' as const) },
    ]);
    await playUntil(room, () => briefs.length === 2);
    const ended = playsOf(room).flatMap(({ wishEnded }) => wishEnded ?? []);
    expect(ended).toMatchObject([{ end: 'surprise' }]);
    expect(ended[0]?.done).toBeLessThan(12);
  });

  if (isDeep)
    it('goes on alone when its calls are spent', async () => {
      const { room, briefs } = await playWith([{ wish: 'explore', steps: 2 }]);
      const calls = room.state.used.calls + 5;
      room.append([{ kind: 'run.changed', actor: 'system', payload: { budgets: { actions: 60, calls } } }]);
      await playToEnd(room);
      expect(room.state.finishReason).toBe('action_budget');
      expect(room.state.used.calls).toBeLessThanOrEqual(calls);
      expect(briefs.length).toBeGreaterThan(0);
      expect(playsOf(room).at(-1)).toMatchObject({ calls: 0, provider: 'understudy' });
      expect(playsOf(room).at(-1)?.wish).toBeUndefined();
    });

  if (isDeep)
    it('is the understudy alone that is asked for nothing', async () => {
      const room = await playedRun({ game: 'corridor', budgets: { actions: 50 }, play: true });
      expect(room.asks.filter(({ ask }) => ask.brief.task === 'player')).toEqual([]);
      expect(playsOf(room).length).toBeGreaterThan(0);
      expect(playsOf(room).every(({ wish, calls }) => wish === undefined && calls === 0)).toBe(true);
    });

  it('tells the model the game, the actions, the planner and its wishes, with an example that would do', async () => {
    const { room } = await playWith([{ wish: 'explore', steps: 1 }]);
    await playUntil(room, () => room.asks.filter(({ ask }) => ask.brief.task === 'player').length === 2);
    const ask = room.asks.findLast(({ ask }) => ask.brief.task === 'player')?.ask;
    const [rules = '', text = ''] = (ask?.messages ?? []).map(({ content }) =>
      typeof content === 'string'
        ? content
        : content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    );
    expect(rules).toContain('YOUR TASK: complete levels');
    expect(text).toMatch(/THE GAME NOW:\nState: NOT_FINISHED\. Levels completed: 0\./);
    expect(text).toMatch(/ACTION1: verified\. Definition: /);
    expect(text).toMatch(/The controlled object has 4×4 cells, blue\. Its top left corner is at \(\d+,\d+\)/);
    expect(text).toMatch(/ACTION1 by \(-4,0\)/);
    expect(text).toMatch(/YOUR WISHES SO FAR:\n- turn \d+: explore for 1 action: done after 1 action/);
    expect(wishAnswer.safeParse(ask?.example).success).toBe(true);
    expect(ask?.messagesFor?.({ window: 2_000, pictures: false }).length).toBe(2);
  });
});
