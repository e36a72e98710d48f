import { readLimits, toNanos } from '../../../src/billing/prices';
import type { RoomBudgets } from '../../../src/billing/shortage';
import type { EventDraft } from '../../../src/contract/events/events';
import type { MemoryPort } from '../../../src/contract/memories';
import { DECISIONS, readProposal } from '../../../src/scene/approval';
import { autonomyBudget, requestRound, scheduleEnd } from '../../../src/scene/autonomy';
import { previewScene } from '../../../src/scene/glance';
import { revealLines } from '../../../src/scene/hidden-lines';
import { isLineDue, joinRound, type Plan, planNext } from '../../../src/scene/pace';
import { reduceScene } from '../../../src/scene/reduce';
import { playRound, ROUND_STEPS } from '../../../src/scene/round/round';
import { payingSeat } from '../../../src/scene/seats';
import { countUndone, isUndone, type SceneState, sceneStatus } from '../../../src/scene/state';
import { isOver } from '../../../src/scene/table/state';
import { askedNames } from '../../../src/scene/views';
import type { RoomEngine } from '../room/engine';
import type { TypingIndicators } from '../seats/typists';
import { SceneReplay } from './what-if';

/**
 * The engine of one scene.
 *
 * @param typists rounds wait while one of them is typing
 */
export function createSceneEngine(
  memory: MemoryPort,
  typists: TypingIndicators,
  sql: SqlStorage,
): RoomEngine<SceneState> {
  const replay = new SceneReplay(sql);
  const pace = new ScenePace(typists);
  return {
    kind: 'scene',
    unit: 'round',
    stepNames: ROUND_STEPS,
    rollsBack: true,
    reduce: reduceScene,
    stateVersion: 1,
    next: (state) => pace.next(state),
    nextAt: (state, now) => pace.nextAt(state, now),
    join: joinRound,
    waits: (state) => readProposal(state) !== null,
    isDue: (state) => isLineDue(state, Date.now()),
    due: (state) => [...replay.due(state), ...pace.due(state)],
    opening: revealLines,
    seed: (state) => state.dice,
    attemptInputs: DECISIONS,
    replay,
    again: (state, n) =>
      n === state.rounds && !state.open && !isUndone(state, n) && (state.status === 'open' || isOver(state)),
    status: sceneStatus,
    countRounds: ({ rounds, undone }) => rounds - countUndone(undone),
    answeredBy: ({ profiles }) => askedNames(profiles),
    glance: previewScene,
    hiddenLines: (state) => state.hiddenLines,
    world: (state) => state.memory.world,
    budgets: sceneBudgets,
    seat: (state) => payingSeat(state, Date.now()),
    play: (ctx) => playRound(ctx, replay.memory(ctx, memory)),
  };
}

function sceneBudgets(state: SceneState): RoomBudgets {
  const { perSeat, ...room } = state.budgets;
  const alone = autonomyBudget(state);
  return {
    room: readLimits(room),
    perSeat: readLimits(perSeat),
    autonomy: alone && {
      limits: readLimits(alone.limits),
      from: { ...alone.spent, money: toNanos(alone.spent.money) },
    },
  };
}

/**
 * Decides when a scene's rounds start, by the rules in src/scene/pace.ts. Not stored: after a restart, a
 * delayed round starts immediately.
 */
class ScenePace {
  readonly #typists: TypingIndicators;
  /** Start of the current delay, valid only for this number of rounds. */
  #held: { since: number; rounds: number } | null = null;

  constructor(typists: TypingIndicators) {
    this.#typists = typists;
  }

  /** null: no round can start. */
  next(state: SceneState): number[] | null {
    return this.#plan(state).seqs;
  }

  /** One-time events: the end of autonomous play, or its next request. */
  due(state: SceneState): EventDraft[] {
    return [...scheduleEnd(state), ...(this.#plan(state).goesOn ? [requestRound()] : [])];
  }

  /** Time of the next check; null: wait for input. */
  nextAt(state: SceneState, now: number): number | null {
    return this.#plan(state, now).at;
  }

  #plan(state: SceneState, now = Date.now()): Plan {
    const heldBack = this.#held?.rounds === state.rounds ? this.#held : null;
    const plan = planNext(state, { now, typists: this.#typists.at(now), heldSince: heldBack?.since ?? null });
    if (plan.isHeld) this.#held = heldBack ?? { since: now, rounds: state.rounds };
    return plan;
  }
}
