import { compare, type Model } from 'rule-learner';
import type { ActionId, GameAction } from '../../src/contract/agents';
import { readTransitions } from '../../src/grid/history';
import { listEvidence, listPast, readLearner } from '../../src/grid/learner';
import { currentMask, type RunState } from '../../src/grid/state';
import type { Transition } from '../../src/grid/transition';
import type { BuiltinGame, GameStep } from '../../src/runs/games/game';
import { makeDice } from './dice';
import type { MemoryRoom } from './memory-room';
import { transition } from './transitions';

export interface Truth {
  /** Number of boards by quality of the prediction. */
  right: number;
  partial: number;
  wrong: number;
  silent: number;
  /** Boards on which the action had an effect, and how many of them were predicted right. */
  effects: number;
  predicted: number;
  /** The first wrong prediction: seed and number of random actions before it. */
  example: string | null;
}

/** A random action with this id; a click may hit any cell, but mostly one that differs from its neighbor. */
function rollAction(id: ActionId, frame: string, dice: (n: number) => number): GameAction {
  if (id !== 'ACTION6') return { id };
  const rows = frame.split('/');
  const cols = rows[0]?.length ?? 1;
  let at = { x: 0, y: 0 };
  for (let k = 0; k < 12; k++) {
    at = { x: dice(cols), y: dice(rows.length) };
    const here = rows[at.y]?.[at.x];
    if (here !== rows[at.y]?.[0] && here !== rows[0]?.[at.x]) break;
  }
  return { id, ...at };
}

const transitionOf = (before: GameStep, action: GameAction, after: GameStep, turn: number): Transition =>
  transition(turn, action, before.frames.at(-1) ?? '', '', {
    frames: after.frames,
    state: after.state,
    levelChanged: after.levelsCompleted !== before.levelsCompleted,
    level: before.levelsCompleted,
  });

/**
 * Compares the learned rules of an action with the game itself: plays randomly from many seeds, and tries the
 * action in every visited state. Only levels on which the run saw the action count.
 */
export function checkVerified(
  room: Pick<MemoryRoom<RunState>, 'ledger' | 'state'>,
  game: BuiltinGame,
  play: { seeds: readonly string[]; steps: number },
): { id: string; definition: string; truth: Truth }[] {
  const transitions = readTransitions(room.ledger);
  const mask = currentMask(room.state);
  const { model } = readLearner(transitions, mask);
  return Object.entries(room.state.knowledge.actions).flatMap(([id, known]) => {
    if (known.status !== 'verified') return [];
    const levels = new Set(transitions.filter((one) => one.action.id === id).map((one) => one.level));
    const truth: Truth = {
      ...{ right: 0, partial: 0, wrong: 0, silent: 0 },
      ...{ effects: 0, predicted: 0, example: null },
    };
    for (const seed of play.seeds)
      playSeed({ game, action: id as ActionId, model, mask, levels, seed, steps: play.steps }, truth);
    return [{ id, definition: known.definition ?? '', truth }];
  });
}

interface Play {
  game: BuiltinGame;
  action: ActionId;
  model: Model;
  mask: ReadonlySet<number>;
  levels: ReadonlySet<number>;
  seed: string;
  steps: number;
}

function playSeed({ game, action, model, mask, levels, seed, steps }: Play, truth: Truth): void {
  const dice = makeDice(`${seed}.${action}`);
  const history: Transition[] = [];
  let step = game.start(seed);
  // Repeating an action leads further than changing it each time.
  let habit: GameAction | null = null;
  for (let n = 0; n < steps; n++) {
    const frame = step.frames.at(-1) ?? '';
    if (levels.has(step.levelsCompleted) && step.availableActions.includes(action)) {
      const tried = rollAction(action, frame, dice);
      const next = transitionOf(step, tried, game.act(step.snapshot, tried), n);
      const past = listPast(listEvidence(history, mask));
      const evidence = listEvidence([...history, next], mask).at(-1);
      if (evidence?.transition === next) {
        const { before, after } = evidence.step;
        const result = compare(model.predict(before, tried, past), before, after, mask);
        const effect = before.cells.some((colour, cell) => colour !== after.cells[cell] && !mask.has(cell));
        truth[result] += 1;
        if (effect) truth.effects += 1;
        if (effect && result === 'right') truth.predicted += 1;
        if (result === 'wrong') truth.example ??= `${seed} after ${n}: ${JSON.stringify(tried)}`;
      }
    }
    const ids = step.availableActions;
    if (!habit || dice(3) === 0) {
      const id = ids[dice(ids.length)];
      habit = id ? rollAction(id, frame, dice) : null;
    }
    if (!habit) break;
    const next = game.act(step.snapshot, habit);
    history.push(transitionOf(step, habit, next, n));
    step = next;
    if (step.state === 'WIN') break;
    if (step.state === 'GAME_OVER') {
      step = game.restart(step.snapshot);
      history.length = 0;
    }
  }
}
