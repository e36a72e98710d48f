import type { ActionId, GameAction } from '../../src/contract/agents';
import type { Claim } from '../../src/grid/claims/claim';
import { readClaims } from '../../src/grid/claims/words';
import { diffFrames } from '../../src/grid/frame/diff';
import { readTransitions } from '../../src/grid/history';
import type { RunState } from '../../src/grid/state';
import type { Transition } from '../../src/grid/transition';
import type { BuiltinGame, GameStep } from '../../src/runs/games/game';
import { checkClaims } from './check-claims';
import type { MemoryRoom } from './memory-room';

/** How a definition did against the game itself. */
export interface Truth {
  /** Whether code can read the definition at all. */
  readable: boolean;
  /** States where the game did what was foretold, where it did not, and where nothing was foretold. */
  fits: number;
  contradictions: number;
  silent: number;
  /** States where the action had an effect, and those of them that were foretold right. */
  effects: number;
  foretold: number;
  /** The first contradiction: seed and how many random actions led there. */
  example: string | null;
}

/** A small deterministic source of whole numbers below `n`. */
export function makeDice(seed: string): (n: number) => number {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  return (n) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % n;
  };
}

/** An action of this id; a click goes to any cell of the board, mostly to one that differs from its neighbour. */
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

function transitionOf(before: GameStep, action: GameAction, after: GameStep, turn: number): Transition {
  return {
    turn,
    beforeFrame: turn,
    afterFrame: turn + 1,
    action,
    role: 'target',
    before: before.frames.at(-1) ?? '',
    frames: after.frames,
    state: after.state,
    levelChanged: after.levelsCompleted !== before.levelsCompleted,
    level: before.levelsCompleted,
    certain: true,
  };
}

/** Hold every verified definition of a run against the game it was played on ({@link checkTruth}). */
export function checkVerified(
  room: Pick<MemoryRoom<RunState>, 'ledger' | 'state'>,
  game: BuiltinGame,
  play: { seeds: readonly string[]; steps: number },
): { id: string; definition: string; truth: Truth }[] {
  const transitions = readTransitions(room.ledger);
  return Object.entries(room.state.knowledge.actions).flatMap(([id, known]) => {
    if (known.status !== 'verified') return [];
    const definition = known.definition ?? '';
    const levels = new Set(transitions.filter((one) => one.action.id === id).map((one) => one.level));
    const mask = room.state.hud;
    const truth = checkTruth({ game, action: id as ActionId, definition, mask, levels, ...play });
    return [{ id, definition, truth }];
  });
}

/**
 * Hold a definition against the game: random play from many seeds, and in every state it passes the action is tried
 * beside the play. Only states of the levels that the definition was learnt on count.
 */
function checkTruth(args: {
  game: BuiltinGame;
  action: ActionId;
  definition: string;
  mask: readonly number[];
  levels: ReadonlySet<number>;
  seeds: readonly string[];
  steps: number;
}): Truth {
  const claims = readClaims(args.definition);
  const truth: Truth = {
    readable: claims !== null,
    fits: 0,
    contradictions: 0,
    silent: 0,
    effects: 0,
    foretold: 0,
    example: null,
  };
  if (claims) for (const seed of args.seeds) playSeed(args, claims, seed, truth);
  return truth;
}

function playSeed(
  args: Parameters<typeof checkTruth>[0],
  claims: readonly Claim[],
  seed: string,
  truth: Truth,
): void {
  const { game, action } = args;
  const dice = makeDice(`${seed}.${action}`);
  const mask = new Set(args.mask);
  const history: Transition[] = [];
  let step = game.start(seed);
  // What is drawn in the same way for long is a better walk than a jitter.
  let habit: GameAction | null = null;
  for (let n = 0; n < args.steps; n++) {
    const frame = step.frames.at(-1) ?? '';
    if (args.levels.has(step.levelsCompleted) && step.availableActions.includes(action)) {
      const tried = rollAction(action, frame, dice);
      const transition = transitionOf(step, tried, game.act(step.snapshot, tried), n);
      const check = checkClaims(claims, transition, { mask, history });
      const effect = diffFrames(transition.before, transition.frames, mask).hasChanges;
      if (transition.state === 'NOT_FINISHED' && !transition.levelChanged) {
        truth[check === 'fits' ? 'fits' : check === 'silent' ? 'silent' : 'contradictions']++;
        if (effect) truth.effects++;
        if (effect && check === 'fits') truth.foretold++;
        if (check === 'contradicts') truth.example ??= `${seed} after ${n}: ${JSON.stringify(tried)}`;
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
