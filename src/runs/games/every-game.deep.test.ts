import { describe, expect, it } from 'vitest';
import { isDeep } from '../../../test/support/depth';
import { press, settled } from '../../../test/support/play-game';
import type { JsonObject } from '../../base/json';
import type { GameAction } from '../../contract/agents';
import { ACTION_IDS, actionId } from '../../contract/agents';
import { unpackFrame } from '../../contract/frame';
import { game as gameSchema } from '../../contract/runs';
import { hashSeed } from './builtin/board';
import { GAMES, listGames } from './catalog';
import type { GameStep } from './game';

const SEQUENCES = isDeep ? 200 : 10;
const FRAME = /^[0-9a-f]{64}(\/[0-9a-f]{64}){63}$/;

/** Pseudorandom but deterministic actions, including clicks, some without coordinates. */
function randomActions(name: string, count: number): GameAction[] {
  const roll = (what: string, sides: number) => hashSeed(`${name} ${what}`) % sides;
  return Array.from({ length: count }, (_, i) => {
    const n = 1 + roll(`action ${i}`, ACTION_IDS.length);
    const isPlaced = n === 6 && roll(`placed ${i}`, 5) > 0;
    return isPlaced ? press(n, roll(`x ${i}`, 64), roll(`y ${i}`, 64)) : press(n);
  });
}

const throughJson = (snapshot: JsonObject): JsonObject => JSON.parse(JSON.stringify(snapshot)) as JsonObject;

describe('the catalogue', () => {
  it('lists the six games by id, and that a caller may bring another, each as the contract has it', () => {
    const ids = listGames().map(({ id }) => id);
    expect(ids).toEqual(['corridor', 'crates', 'dials', 'fuel-run', 'pushed', 'switchyard', 'tilt']);
    for (const info of listGames()) expect(gameSchema.parse(info)).toEqual(info);
    for (const [id, game] of Object.entries(GAMES)) expect(game.info.id).toBe(id);
  });

  it('does not tell what actions do', () => {
    const words =
      /\b(mov|walk|push|slid|tilt(s|ed|ing)\b|rotat|turn|select|toggle|open|clos|undo|up\b|down\b|left\b|right\b)/i;
    for (const { title, description } of listGames()) expect(`${title} ${description}`).not.toMatch(words);
  });
});

describe.each(Object.values(GAMES))('$info.id', (game) => {
  it('starts the same for the same seed and differently for different ones', () => {
    const frames = Array.from({ length: 30 }, (_, i) => settled(game.start(`start ${i}`)));
    expect(new Set(frames).size).toBeGreaterThanOrEqual(8);
    expect(game.start('start 7')).toEqual(game.start('start 7'));
    for (const odd of ['', '☃'.repeat(100)]) expect(settled(game.start(odd))).toMatch(FRAME);
  });

  it('starts unfinished, with one frame and no level completed', () => {
    for (let i = 0; i < 30; i++) {
      const step = game.start(`start ${i}`);
      expect(step.frames).toHaveLength(1);
      expect(step).toMatchObject({ state: 'NOT_FINISHED', levelsCompleted: 0 });
    }
  });

  it('lists its actions in order, and offers no other', () => {
    expect(game.info.actions).toEqual([...actionId.options].filter((id) => game.info.actions.includes(id)));
    expect(new Set(game.info.actions).size).toBe(game.info.actions.length);
    expect(game.start('a').availableActions.every((id) => game.info.actions.includes(id))).toBe(true);
  });

  it('keeps its rules over random actions: whole frames, plain snapshots, the same again from stored ones', () => {
    const size = { rows: 64, cols: 64 };
    expect(game.info).toMatchObject(size);
    for (let n = 0; n < SEQUENCES; n++) {
      const begun = game.start(`random ${n}`);
      let [live, stored]: [GameStep, GameStep] = [begun, begun];
      let levels = 0;
      for (const action of randomActions(`${game.info.id} ${n}`, 12)) {
        const before = JSON.stringify(live.snapshot);
        const next = game.act(live.snapshot, action);
        expect(JSON.stringify(live.snapshot)).toBe(before);
        stored = game.act(throughJson(stored.snapshot), action);
        expect(stored).toEqual(next);
        expect(next.frames.length).toBeGreaterThan(0);
        for (const frame of next.frames) expect(frame).toMatch(FRAME);
        expect(throughJson(next.snapshot)).toEqual(next.snapshot);
        expect(JSON.stringify(next.snapshot).length).toBeLessThan(400);
        expect(next.levelsCompleted).toBeGreaterThanOrEqual(levels);
        expect(next.availableActions.every((id) => game.info.actions.includes(id))).toBe(true);
        if (!game.info.actions.includes(action.id)) {
          expect(next).toMatchObject({ snapshot: live.snapshot, frames: [settled(live)], state: live.state });
        }
        levels = next.levelsCompleted;
        live = next;
      }
    }
  });

  it('restarts with the level that stands, from its beginning, as often as asked', () => {
    const begun = game.start('again');
    let step = begun;
    for (const action of randomActions(`${game.info.id} again`, 10)) step = game.act(step.snapshot, action);
    const restarted = game.restart(throughJson(step.snapshot));
    expect(restarted.state).toBe('NOT_FINISHED');
    expect(restarted.frames).toHaveLength(1);
    expect(game.restart(restarted.snapshot)).toEqual(restarted);
    if (game.info.id === 'corridor') expect(restarted).toEqual({ ...step, frames: [settled(step)] });
    else expect(restarted).toEqual(begun);
  });

  it('shows several objects in more than two colours', () => {
    const colours = new Set(
      unpackFrame(settled(game.start('colours')))
        .flat()
        .values(),
    );
    expect(colours.size).toBeGreaterThan(2);
  });
});
