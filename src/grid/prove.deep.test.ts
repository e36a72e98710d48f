import { describe, expect, test } from 'vitest';
import { isDeep } from '../../test/support/depth';
import { createMemoryRun, playToEnd } from '../../test/support/explore-run';
import type { Event, PayloadOf } from '../contract/events/events';
import { wasAnswered } from '../runs/answers';
import { GAMES } from '../runs/games/catalog';
import type { BuiltinGame, Games } from '../runs/games/game';

const { corridor } = GAMES;
if (!corridor) throw new Error('there is no corridor');

const budgets = { actions: 300, calls: 600 };
const isProof = (payload: PayloadOf<'action.suggested'>) => payload.proof === true;
const suggested = (ledger: readonly Event[]) =>
  ledger.flatMap((event) => (event.kind === 'action.suggested' ? [event.payload] : []));

/** The corridor, but directions reverse after a number of actions, across restarts. */
function turnAfter(game: BuiltinGame, count: number): Games {
  const others: Record<string, 'ACTION1' | 'ACTION2'> = { ACTION1: 'ACTION2', ACTION2: 'ACTION1' };
  let done = 0;
  const act: BuiltinGame['act'] = (snapshot, action) => {
    done += 1;
    return game.act(snapshot, { ...action, id: done > count ? (others[action.id] ?? action.id) : action.id });
  };
  return { corridor: { ...game, act } };
}

/** A run without proof moves, played to its end. */
const plain = createMemoryRun({ game: 'corridor', budgets });
await playToEnd(plain);

/** A run that proves first and then plays on; played before the tests, as it takes seconds. */
const playing = createMemoryRun({
  game: 'fuel-run',
  budgets: { actions: 200, calls: 600 },
  prove: 10,
  play: true,
});
if (isDeep) await playToEnd(playing, GAMES, 600);

describe('proof moves', () => {
  test('come once every action is settled, are drawn by the seed, and ask nobody', async () => {
    const room = createMemoryRun({ game: 'corridor', budgets, prove: 20 });
    await playToEnd(room);
    expect(room.state.finishReason).toBe('all_actions_settled');
    expect(room.state.used.actions).toBe(plain.state.used.actions + 20);
    const moves = suggested(room.ledger);
    expect(moves.filter(isProof)).toHaveLength(20);
    expect(moves.slice(0, -20).some(isProof)).toBe(false);
    expect(moves.filter(isProof).every(({ calls }) => calls === 0)).toBe(true);
    expect(new Set(moves.filter(isProof).map(({ target }) => target)).size).toBeGreaterThan(1);
    expect(room.asks.length).toBe(plain.asks.length);
    const again = createMemoryRun({ game: 'corridor', budgets, prove: 20 });
    await playToEnd(again);
    expect(suggested(again.ledger)).toEqual(moves);
  });

  if (isDeep)
    test('open an action again that goes otherwise than its verified definition says', async () => {
      const { actions } = plain.state.used;
      const enough = { actions: actions + 30, calls: 600 };
      const room = createMemoryRun({ game: 'corridor', budgets: enough, prove: 40 });
      await playToEnd(room, turnAfter(corridor, actions), 400);
      const verified = plain.state.knowledge.actions.ACTION1?.definition;
      expect(plain.state.knowledge.actions.ACTION1?.status).toBe('verified');
      const { definition, status } = room.state.knowledge.actions.ACTION1 ?? {};
      expect(status === 'verified' && definition === verified).toBe(false);
    });

  if (isDeep)
    test('begin at the start of the level, and again from there after some', async () => {
      const room = createMemoryRun({ game: 'corridor', budgets, prove: 60 });
      await playToEnd(room);
      const resets = room.ledger.flatMap((event) =>
        event.kind === 'game.reset' ? [event.payload.reason] : [],
      );
      expect(resets).toEqual(['start', 'proof', 'proof', 'proof']);
      expect(suggested(room.ledger).filter(isProof)).toHaveLength(60);
    });

  if (isDeep)
    test('end with the budget of actions', async () => {
      const room = createMemoryRun({ game: 'corridor', budgets: { actions: 60, calls: 600 }, prove: 500 });
      await playToEnd(room);
      expect(room.state.finishReason).toBe('action_budget');
      expect(room.state.used.actions).toBe(60);
    });

  if (isDeep)
    test('are made though no call is left', async () => {
      const spent = { actions: 300, calls: plain.state.used.calls + 1 };
      const room = createMemoryRun({ game: 'corridor', budgets: spent, prove: 20 });
      await playToEnd(room);
      expect(suggested(room.ledger).filter(isProof)).toHaveLength(20);
      expect(room.state.finishReason).toBe('all_actions_settled');
    });

  if (isDeep)
    test('come before the run plays on', () => {
      const moves = suggested(playing.ledger).filter(({ play, proof }) => play || proof);
      expect(moves.filter(isProof)).toHaveLength(10);
      expect(moves.slice(-10).some(isProof)).toBe(false);
      expect(playing.state.playing).toBe(true);
    });

  test('are no turns in which an agent failed to answer', () => {
    const proof = { kind: 'action.suggested', payload: { proof: true, fallback: true, calls: 0 } };
    expect(wasAnswered([proof as unknown as Event])).toBeNull();
  });
});
