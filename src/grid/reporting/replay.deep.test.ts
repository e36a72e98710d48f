import { describe, expect, it } from 'vitest';
import { isDeep } from '../../../test/support/depth';
import { createMemoryRun, playedRun } from '../../../test/support/explore-run';
import { playTroubledRun } from '../../../test/support/troubled-run';
import type { GameAction } from '../../contract/agents';
import type { Event } from '../../contract/events/events';
import { replayPage as pageSchema } from '../../contract/replays';
import { corridor } from '../../runs/games/builtin/corridor';
import { GAMES } from '../../runs/games/catalog';
import type { BuiltinGame, GameStep } from '../../runs/games/game';
import { listSteps, replayPage } from './replay';

const room = await playedRun({ seed: 's2' });
const all = replayPage(room.ledger, { after: 0, limit: 1000 });

describe('a replay', () => {
  it('begins with the start and has every action, with the frames around it', () => {
    expect(pageSchema.parse(all)).toEqual(all);
    expect(all.items[0]).toMatchObject({ n: 1, kind: 'start', action: null, frame: 1, beforeFrame: null });
    expect(all.items).toHaveLength(room.state.used.actions + 1);
    all.items.slice(1).forEach((step, i) => {
      expect(step).toMatchObject({ n: i + 2, kind: 'action', beforeFrame: i + 1, frame: i + 2 });
    });
  });

  it('says what changed, what that counted for, and the status of the action from then on', () => {
    const [first] = room.state.knowledge.actions.ACTION1?.observations ?? [];
    const step = all.items.find(({ frame }) => frame === first?.afterFrame);
    expect(step).toMatchObject({
      summary: first?.diffSummary,
      hadEffect: first?.hadEffect,
      consistent: null,
    });
    expect(step?.status).toBe('testing');
    const last = all.items.findLast(({ action, role }) => action?.id === 'ACTION1' && role === 'target');
    expect(last?.status).toBe(room.state.knowledge.actions.ACTION1?.status);
  });

  it('has a summary for setup actions too, which nobody analysed', () => {
    const setups = all.items.filter(({ role }) => role === 'setup');
    expect(setups.length).toBeGreaterThan(0);
    for (const step of setups) expect(step).toMatchObject({ summary: expect.any(String), hadEffect: null });
  });

  it('comes in pages that join without a gap', () => {
    const steps = [];
    let after = 0;
    for (let pages = 0; pages < 100; pages++) {
      const page = replayPage(room.ledger, { after, limit: 7 });
      expect(page.total).toBe(all.total);
      steps.push(...page.items);
      if (page.next === null) break;
      after = Number(page.next);
    }
    expect(steps).toEqual(all.items);
  });

  it('is empty after its end, and before the run began', () => {
    const past = room.ledger.at(-1)?.seq ?? 0;
    expect(replayPage(room.ledger, { after: past, limit: 5 })).toMatchObject({ items: [], next: null });
    expect(replayPage(createMemoryRun().ledger, { after: 0, limit: 5 })).toEqual({
      items: [],
      next: null,
      total: 0,
    });
  });

  it('ends a page early when animations are long, and always goes on', () => {
    const long = structuredClone(room.ledger);
    for (const event of long) {
      if (event.kind !== 'frame.captured') continue;
      event.payload.animation = Array.from({ length: 1000 }, () => String(event.payload.cells));
    }
    const page = replayPage(long, { after: 0, limit: 50 });
    expect(page.items.length).toBeGreaterThan(0);
    expect(page.items.length).toBeLessThan(5);
    expect(replayPage(long, { after: Number(page.next), limit: 50 }).items[0]?.n).toBe(page.items.length + 1);
  });

  it('shows what was in doubt and what was refused, without a frame', async () => {
    const troubled = await playTroubledRun();
    const { items } = replayPage(troubled.ledger, { after: 0, limit: 100 });
    const doubt = items.find((event) => event.kind === 'doubt');
    expect(doubt).toMatchObject({
      frame: null,
      cells: null,
      summary: null,
      note: 'the connection <b>dropped</b>',
    });
    expect(items.find(({ n }) => n === (doubt?.n ?? 0) + 1)).toMatchObject({
      kind: 'action',
      role: 'refresh',
    });
    const refused = items.filter((event) => event.kind === 'refused');
    expect(refused.map(({ frame, note }) => [frame, note])).toEqual([
      [null, 'not | now'],
      [null, 'nor now'],
    ]);
    // Refused twice, so the game restarts.
    expect(items.find(({ n }) => n === (refused.at(-1)?.n ?? 0) + 1)).toMatchObject({ kind: 'reset' });
  });
});

describe('playing a ledger again on its game', () => {
  it.each(Object.keys(GAMES))('gives exactly the frames of %s', async (id) => {
    const game = GAMES[id];
    if (!game) throw new Error(`no game ${id}`);
    const played = await playedRun({ game: id, seed: 'again', budgets: { actions: isDeep ? 25 : 6 } });
    const steps = listSteps(played.ledger).length;
    expect(verifyReplay(game, played.state.config, played.ledger)).toEqual({ ok: true, steps });
  });

  it('finds the first frame that is not so', () => {
    const forged = structuredClone(room.ledger);
    const event = forged.findLast((event) => event.kind === 'frame.captured');
    if (!event) throw new Error('there are frames');
    event.payload.cells = String(event.payload.cells).replace('5', '6');
    const at = { seq: event.seq, turn: event.turn, what: 'frames' };
    expect(verifyReplay(corridor, room.state.config, forged)).toMatchObject({ ok: false, at });
  });

  it('finds another seed', () =>
    expect(verifyReplay(corridor, { seed: 'another one' }, room.ledger)).toMatchObject({
      ok: false,
      at: { n: 1, what: 'frames' },
    }));
});

interface Mismatch {
  n: number;
  seq: number;
  turn: number;
  what: 'frames' | 'state' | 'level' | 'not started';
}

/**
 * Replays a ledger's actions on its game, from the seed, and compares every frame, state and level. Skips
 * refused and doubtful actions, which built-in games do not have.
 */
function verifyReplay(
  game: BuiltinGame,
  { seed }: { seed: string },
  events: Iterable<Event>,
): { ok: true; steps: number } | { ok: false; at: Mismatch } {
  let now: GameStep | null = null;
  const steps = listSteps(events);
  for (const { n, seq, turn, kind, action, cells, animation, state, level } of steps) {
    const mismatch = (what: Mismatch['what']) => ({ ok: false as const, at: { n, seq, turn, what } });
    if (kind === 'start') now = game.start(seed);
    else if (!now) return mismatch('not started');
    else if (kind === 'reset') now = game.restart(now.snapshot);
    else if (kind === 'action' && action) now = game.act(now.snapshot, action as GameAction);
    else continue;
    if (now.frames.join(' ') !== [...animation, cells].join(' ')) return mismatch('frames');
    if (now.state !== state) return mismatch('state');
    if (now.levelsCompleted !== level) return mismatch('level');
  }
  return { ok: true, steps: steps.length };
}
