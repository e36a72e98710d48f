import { describe, expect, it } from 'vitest';
import { playOneTurn, playToEnd } from '../../../test/support/explore-run';
import {
  analysis,
  createLab,
  eventsOf,
  FIVE,
  kindsOf,
  type LabMove,
  type LabState,
  makeLabGame,
  sentBy,
  suggest,
} from '../../../test/support/lab-game';
import { fieldsOf } from '../../../test/support/loose-events';
import type { ActionId, GameAction } from '../../contract/agents';

/**
 * docs/runs.md#a-turn: who chooses, setup, game over, levels, clicks. ACTION1 moves one marker on, ACTION2 the
 * other.
 */
const walk = ({ first, second }: LabState, { id }: GameAction): LabMove => {
  if (id === 'ACTION1') return { to: { first: first + 1 } };
  return id === 'ACTION2' ? { to: { second: second + 1 } } : {};
};
const lab = makeLabGame(walk);
/** Four turns that verify ACTION1. */
const VERIFY = Array.from({ length: 4 }, () => suggest('ACTION1'));
const verified = VERIFY.map(() => 'ACTION1');

describe('setup', () => {
  it('drops what is unverified, exhausted, not offered, or a click without its place', async () => {
    const room = createLab([
      ...VERIFY,
      suggest('ACTION2', ['ACTION2', 'ACTION7', 'ACTION6', 'ACTION1', 'ACTION3', 'ACTION1']),
    ]);
    await playToEnd(room, { lab });
    expect(sentBy(room)).toEqual([...verified, 'ACTION1', 'ACTION1', 'ACTION2']);
    const last = eventsOf(room, 'action.suggested')[4];
    expect(last?.payload).toMatchObject({
      decision: 'accepted',
      setup: ['ACTION1', 'ACTION1'],
      dropped: ['ACTION2', 'ACTION7', 'ACTION6', 'ACTION3'].map((action) => ({ action })),
    });
  });

  it('is never evidence: only the target is observed', async () => {
    const room = createLab([...VERIFY, suggest('ACTION2', ['ACTION1', 'ACTION1'])]);
    await playToEnd(room, { lab });
    expect(room.state.knowledge.actions.ACTION1?.observations).toHaveLength(4);
    expect(room.state.used).toEqual({ actions: 7, calls: 11 });
  });

  it('may be null', async () => {
    const room = createLab([suggest('ACTION1', null)]);
    await playToEnd(room, { lab });
    expect(sentBy(room)).toEqual(['ACTION1']);
  });

  it('has to fit the budget together with the target, and is refused when it does not', async () => {
    const long = suggest('ACTION2', ['ACTION1', 'ACTION1', 'ACTION1']);
    const room = createLab([...VERIFY, long, long], undefined, { actions: 7 });
    await playToEnd(room, { lab });
    expect(eventsOf(room, 'action.suggested').map(({ payload }) => fieldsOf(payload).decision)).toEqual([
      ...VERIFY.map(() => 'accepted'),
      'refused',
      'service',
      'accepted',
    ]);
    expect(room.state.used.actions).toBeLessThanOrEqual(7);
  });

  it.each<[string, LabMove, number]>([
    ['GAME_OVER', { state: 'GAME_OVER' }, 1],
    ['a level', { to: { level: 1, first: 0 } }, 0],
  ])('that ends with %s sends nothing more and the next turn asks again', async (_, move, resets) => {
    const game = makeLabGame((at, action) => (at.first === 5 ? move : walk(at, action)));
    const room = createLab([
      ...VERIFY,
      suggest('ACTION2', ['ACTION1', 'ACTION1', 'ACTION1']),
      suggest('ACTION3'),
    ]);
    for (let i = 0; i < 6; i++) await playOneTurn(room, { lab: game });
    expect(sentBy(room)).toEqual([...verified, 'ACTION1', 'ACTION1', 'ACTION3']);
    expect(kindsOf(room, 5).filter((kind) => kind === 'game.reset')).toHaveLength(resets);
    expect(kindsOf(room, 5)).not.toContain('action.analyzed');
    expect(room.state.knowledge.actions.ACTION1).toMatchObject({ status: 'verified' });
    expect(room.state.knowledge.actions.ACTION2).toMatchObject({ status: 'unobserved' });
  });

  it('that withdraws what was to come next sends no action that the game does not offer', async () => {
    // From the fifth place on the game takes ACTION1 and ACTION3 only.
    const game = makeLabGame((at, action) => {
      const move = walk(at, action);
      return (move.to?.first ?? at.first) >= 5 ? { ...move, offers: ['ACTION1', 'ACTION3'] } : move;
    });
    const room = createLab([...VERIFY, suggest('ACTION2', ['ACTION1']), suggest('ACTION3')]);
    for (let i = 0; i < 6; i++) await playOneTurn(room, { lab: game });
    expect(sentBy(room)).toEqual([...verified, 'ACTION1', 'ACTION3']);
    expect(eventsOf(room, 'turn.completed')[4]?.payload).toMatchObject({
      outcome: 'interrupted',
      action: null,
    });
  });
});

describe('the target', () => {
  it('is never an action that the game does not offer', async () => {
    const game = makeLabGame(walk, ['ACTION1', 'ACTION2']);
    const room = createLab([suggest('ACTION5'), suggest('ACTION7'), suggest('ACTION2'), suggest('ACTION6')]);
    await playOneTurn(room, { lab: game });
    await playOneTurn(room, { lab: game });
    expect(sentBy(room)).toEqual(['ACTION1', 'ACTION2']);
    const shown = room.asks.find(({ ask }) => ask.role === 'explorer')?.ask.messages[1];
    expect(JSON.stringify(shown)).toContain('ACTION2: NO OBSERVATIONS YET');
    expect(JSON.stringify(shown)).not.toMatch(/ACTION[34567]/);
  });

  it('null before anything was observed is asked about once, and then taken', async () => {
    const hasty = createLab([suggest(null), suggest('ACTION1')]);
    await playOneTurn(hasty, { lab });
    expect(sentBy(hasty)).toEqual(['ACTION1']);
    expect(eventsOf(hasty, 'action.suggested').map(({ payload }) => fieldsOf(payload).decision)).toEqual([
      'refused',
      'accepted',
    ]);
    const again = hasty.asks.filter(({ step }) => step === 'resuggest').map(({ ask }) => ask.messages);
    expect(JSON.stringify(again)).toMatch(/ACTION1.*was ever observed; answer null again only/);
    const firm = createLab([suggest(null)]);
    await playToEnd(firm, { lab });
    expect(firm.state).toMatchObject({ finishReason: 'target_null', rounds: 1, used: { calls: 2 } });
  });

  it('null ends the run at once, with nothing sent, whatever setup it brings', async () => {
    const room = createLab([...VERIFY, suggest(null, ['ACTION1'])]);
    await playToEnd(room, { lab });
    expect(sentBy(room)).toEqual(verified);
    expect(room.state).toMatchObject({ finishReason: 'target_null', rounds: 5 });
    expect(kindsOf(room, 5).slice(-2)).toEqual(['action.suggested', 'turn.completed']);
  });

  it('that ends the game is analysed, and is no evidence; then the game is reset; knowledge survives', async () => {
    const game = makeLabGame((at, action) =>
      action.id === 'ACTION3' ? { to: { first: 9 }, state: 'GAME_OVER' } : walk(at, action),
    );
    const room = createLab([suggest('ACTION1'), suggest('ACTION3'), suggest('ACTION2')]);
    for (let i = 0; i < 3; i++) await playOneTurn(room, { lab: game });
    expect(kindsOf(room, 2).slice(-4)).toEqual([
      'knowledge.updated',
      'game.reset',
      'frame.captured',
      'turn.completed',
    ]);
    const { ACTION1, ACTION3 } = room.state.knowledge.actions;
    expect([ACTION1?.attempts, ACTION3?.attempts]).toEqual([1, 0]);
    expect(ACTION3?.observations).toMatchObject([{ event: 'game_over', excluded: true, hadEffect: true }]);
    // What ended the game is no way to go.
    const [way] = Object.values(room.state.tried).filter((here) => 'ACTION3' in here);
    expect(way?.ACTION3).toBeNull();
    expect(eventsOf(room, 'game.reset').map(({ payload }) => fieldsOf(payload).reason)).toEqual([
      'start',
      'game_over',
    ]);
  });

  it('that completes a level is kept, not counted, and not compared with the next board', async () => {
    const game = makeLabGame((at, action) =>
      action.id === 'ACTION3' ? { to: { level: at.level + 1, first: 30 } } : walk(at, action),
    );
    const room = createLab([suggest('ACTION3'), suggest('ACTION1')]);
    await playOneTurn(room, { lab: game });
    await playOneTurn(room, { lab: game });
    const known = room.state.knowledge.actions.ACTION3;
    expect(known).toMatchObject({ status: 'testing', attempts: 0, noEffect: 0, streak: 0 });
    expect(known?.observations).toMatchObject([{ excluded: true, counted: false }]);
    expect(eventsOf(room, 'level.completed')).toMatchObject([{ payload: { level: 1, action: 'ACTION3' } }]);
    const analyst = room.asks.find(({ ask }) => ask.role === 'analyst')?.ask;
    const text = JSON.stringify(analyst?.messages);
    expect(text).toContain('The action completed a level');
    // One picture: the board before. The other belongs to the next level.
    expect(text.match(/"type":"frame"/g)).toHaveLength(1);
    expect(room.state.game).toMatchObject({ level: 1 });
  });

  it('that takes a level back is kept and not counted either', async () => {
    const game = makeLabGame((at, action) => {
      if (action.id === 'ACTION3') return { to: { level: at.level + 1 } };
      return action.id === 'ACTION4' ? { to: { level: 0 } } : walk(at, action);
    });
    const room = createLab([suggest('ACTION3'), suggest('ACTION4')]);
    await playToEnd(room, { lab: game });
    expect(room.state.knowledge.actions.ACTION4).toMatchObject({ attempts: 0, noEffect: 0 });
    expect(room.state.knowledge.actions.ACTION4?.observations).toMatchObject([{ excluded: true }]);
    expect(eventsOf(room, 'level.completed')).toHaveLength(1);
    expect(room.state.game?.level).toBe(0);
  });

  it('that wins ends the run after it was analysed', async () => {
    const game = makeLabGame(() => ({ to: { level: 1 }, state: 'WIN' }));
    const room = createLab([suggest('ACTION1'), suggest('ACTION2')]);
    await playToEnd(room, { lab: game });
    expect(room.state).toMatchObject({ finishReason: 'win', rounds: 1, used: { actions: 1, calls: 2 } });
    expect(kindsOf(room, 1)).toContain('action.analyzed');
    expect(kindsOf(room, 1)).not.toContain('run.paused');
  });
});

describe('an action that comes later', () => {
  it('holds up the end of the run from then on, and one never offered does not', async () => {
    const later = makeLabGame(
      (at, action) => ({
        ...walk(at, action),
        offers: at.first >= 3 ? ['ACTION1', 'ACTION2'] : ['ACTION1'],
      }),
      ['ACTION1'],
    );
    const room = createLab([...VERIFY, ...VERIFY.map(() => suggest('ACTION2'))]);
    await playToEnd(room, { lab: later });
    expect(Object.keys(room.state.knowledge.actions)).toEqual(['ACTION1', 'ACTION2']);
    expect(room.state).toMatchObject({ finishReason: 'all_actions_settled', rounds: 8 });
  });

  it('that is withdrawn is not asked for, and the run still ends', async () => {
    const offers: ActionId[] = ['ACTION1'];
    const gone = makeLabGame((at, action) => ({ ...walk(at, action), offers }), ['ACTION1', 'ACTION2']);
    const room = createLab(
      Array.from({ length: 40 }, () => suggest('ACTION2')),
      undefined,
      { actions: 12 },
    );
    await playToEnd(room, { lab: gone });
    expect(sentBy(room)[0]).toBe('ACTION2');
    expect(new Set(sentBy(room).slice(1))).toEqual(new Set(['ACTION1']));
    expect(room.state.status).toBe('finished');
  });
});

describe('clicks and undo', () => {
  /** ACTION6 puts the first marker where it is clicked, ACTION7 takes it back. */
  const board = makeLabGame(
    ({ first }, { id, x }) => {
      if (id === 'ACTION6') return { to: { first: x ?? 0, second: first } };
      return id === 'ACTION7' ? { to: { first: 0 } } : {};
    },
    ['ACTION6', 'ACTION7'],
  );

  it('are sent with their place, and each place is another pair', async () => {
    const room = createLab([
      suggest('ACTION6', [], { x: 5, y: 0 }),
      suggest('ACTION6', [], { x: 5, y: 0 }),
      suggest('ACTION7'),
      suggest('ACTION6', [], { x: 64, y: 0 }),
      suggest('ACTION6', [], { x: 9, y: 2 }),
    ]);
    await playToEnd(room, { lab: board });
    expect(sentBy(room)).toEqual(['ACTION6@5,0', 'ACTION6@5,0', 'ACTION7', 'ACTION6@9,2']);
    expect(room.state.knowledge.actions.ACTION6?.observations.map(({ click }) => click)).toEqual([
      { x: 5, y: 0 },
      { x: 5, y: 0 },
      { x: 9, y: 2 },
    ]);
    expect(eventsOf(room, 'action.suggested')[3]?.payload).toMatchObject({
      decision: 'refused',
      refusals: [
        { pointer: '/target_x', message: '(64,0) lies outside the board: x is 0 to 63, y is 0 to 2' },
      ],
    });
  });

  it('without a place are asked for once more, then go to an object; a place on any other action is dropped', async () => {
    const halfAPlace = { ...suggest('ACTION6'), target_x: 3 };
    const room = createLab([
      suggest('ACTION6'),
      halfAPlace,
      { ...suggest('ACTION7'), target_x: 3, target_y: 1 },
    ]);
    await playToEnd(room, { lab: board });
    const [click, undo] = sentBy(room);
    // The markers are the smallest objects there are.
    expect(['ACTION6@0,0', 'ACTION6@0,2']).toContain(click);
    expect(undo).toBe('ACTION7');
    const needed = {
      pointer: '/target_x',
      message: 'ACTION6 needs a place: target_x is a column from 0 to 63, target_y a row from 0 to 2',
    };
    expect(eventsOf(room, 'action.suggested')[0]?.payload).toMatchObject({
      ...{ step: 'suggest', decision: 'refused', target: null, refusals: [needed], fallback: false },
    });
    expect(eventsOf(room, 'action.suggested')[1]?.payload).toMatchObject({
      ...{ step: 'resuggest', decision: 'service', target: 'ACTION6', refusals: [needed], fallback: false },
      reason: 'because (The service picked the place.)',
    });
    expect(eventsOf(room, 'action.suggested')[2]?.payload).toMatchObject({
      dropped: [{ action: 'ACTION7', reason: 'only ACTION6 takes a place' }],
    });
  });

  it('confirm only from different boards, however many places were clicked', async () => {
    // Every click flashes and changes nothing: one board for ever.
    const still = makeLabGame((_, { id }) => (id === 'ACTION6' ? { blink: true } : {}), ['ACTION6']);
    const room = createLab(
      Array.from({ length: 16 }, (_, n) => suggest('ACTION6', [], { x: n % 8, y: 1 + Math.floor(n / 8) })),
      [analysis()],
    );
    await playToEnd(room, { lab: still });
    expect(room.state.knowledge.actions.ACTION6).toMatchObject({
      status: 'unverified',
      streak: 1,
      attempts: 16,
    });
  });

  it('verify when the boards differ', async () => {
    const room = createLab([3, 6, 9, 12].map((x) => suggest('ACTION6', [], { x, y: 0 })));
    await playToEnd(room, { lab: board });
    expect(room.state.knowledge.actions.ACTION6).toMatchObject({ status: 'verified', attempts: 4 });
  });
});

describe('the service', () => {
  it('picks in a fixed order: unobserved first, then what needs more, nearest to verification', async () => {
    const never = Array.from({ length: 60 }, () => suggest('ACTION7'));
    const room = createLab(never, [({ action }) => analysis({ had_effect: FIVE.indexOf(action.id) < 2 })]);
    for (let i = 0; i < 8; i++) await playOneTurn(room, { lab });
    expect(sentBy(room).slice(0, 5)).toEqual(FIVE);
    expect(sentBy(room).slice(5, 8)).toEqual(['ACTION1', 'ACTION1', 'ACTION1']);
    const last = eventsOf(room, 'action.suggested').at(-1);
    expect(last?.payload).toMatchObject({ decision: 'service' });
    expect(String(fieldsOf(last?.payload).reason)).toContain('still needs observations');
  });
});
