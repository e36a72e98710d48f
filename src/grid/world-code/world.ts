import type { Forecast, Transition as Step } from 'rule-learner';
import type { Json } from '../../base/json';
import { sleep } from '../../base/sleep';
import type { GameAction } from '../../contract/agents';
import type { Mask } from '../../contract/frame';
import type { WorldMiss } from '../../contract/run-knowledge';
import { describeForecast, describeHappening } from '../describe-happening';
import { type Board, findChanged, packBoard } from '../frame/board';
import { describeCells, diffFrames } from '../frame/diff';
import { actionKey, type Transition } from '../transition';
import { ProgramError, Sandbox, type StepResult } from './sandbox';

/** Number of counterexamples, and characters of each. */
const MAX_MISSES = 3;
const MAX_TEXT = 600;
/** Limit on the runs of differing cells in a counterexample. */
const SHOWN_CELLS = 12;
/** Limit on a replay, in interrupt handler calls; a slower program is rejected. */
const MAX_REPLAY_TICKS = 4_000;
/** Yield to other rooms after this many steps or interrupt handler calls. */
const STEPS_PER_SLICE = 10;
const TICKS_PER_SLICE = 40;
/** Limits on all predictions of a plan together. */
const MAX_PLAN_TICKS = 120;
const MAX_PLAN_STEPS = 120;
/** Transitions to repeat for a check that the function is pure. */
const REPEATED = 40;

export interface Recorded {
  transition: Transition;
  step: Step;
}

/** The program's memory after a recorded step. */
const MEMORIES = new WeakMap<Step, { source: string; memory: Json }>();

/** A program that follows a run, with its memory after the recorded steps. Dispose of it after use. */
export class World {
  memory: Json = null;
  readonly #source: string;
  readonly #mask: Mask;
  /** null if the program could not be loaded; `#fault` has the reason. */
  readonly #sandbox: Sandbox | null;
  readonly #fault: string;
  readonly #imagined = new Map<string, Json>();
  #steps = 0;

  private constructor(source: string, mask: Mask, sandbox: Sandbox | string) {
    this.#source = source;
    this.#mask = mask;
    this.#sandbox = typeof sandbox === 'string' ? null : sandbox;
    this.#fault = typeof sandbox === 'string' ? sandbox : '';
  }

  /**
   * If the program cannot be loaded, every step is wrong.
   * @param isAllowed if false, does not run the program
   */
  static async load(source: string, mask: Mask, isAllowed = true): Promise<World> {
    if (!isAllowed) return new World(source, mask, 'programs are switched off (WORLD_CODE)');
    try {
      return new World(source, mask, await Sandbox.load(source));
    } catch (error) {
      if (!(error instanceof ProgramError)) throw error;
      return new World(source, mask, error.message);
    }
  }

  get ticks(): number {
    return this.#sandbox?.ticks ?? 0;
  }

  /** Runs a recorded step on the board before it. */
  follow(step: Step): StepResult {
    if (step.start) this.memory = null;
    const result = this.#run(step.before, step.action as GameAction, this.memory);
    if (result.ok) this.memory = result.memory;
    MEMORIES.set(step, { source: this.#source, memory: this.memory });
    return result;
  }

  /** Updates the memory to the end of these steps, from the last step with a stored memory. */
  async catchUp(past: readonly Step[]): Promise<void> {
    const known = past.findLastIndex((step) => MEMORIES.get(step)?.source === this.#source);
    const last = past[known];
    this.memory = (last && MEMORIES.get(last)?.memory) ?? null;
    const slice = new Slice(this);
    for (const step of past.slice(known + 1)) {
      this.follow(step);
      await slice.rest();
    }
  }

  /**
   * Predicts from an imagined board, with the memory after the board before it. A plan above its limits gets
   * no more predictions.
   */
  predict(board: Board, action: GameAction): Forecast {
    const isOver = ++this.#steps > MAX_PLAN_STEPS || this.ticks > MAX_PLAN_TICKS;
    if (isOver) return { kind: 'silent', reason: 'the plan is too long to compute' };
    const memory = this.#imagined.get(packBoard(board)) ?? this.memory;
    const result = this.#run(board, action, memory);
    const forecast = toForecast(result, board, this.#mask);
    if (!result.ok || forecast.kind === 'silent') return forecast;
    const next = { ...board, cells: board.cells.slice() };
    if (forecast.kind === 'cells') for (const [cell, colour] of forecast.cells) next.cells[cell] = colour;
    const key = packBoard(next);
    if (!this.#imagined.has(key)) this.#imagined.set(key, result.memory);
    return forecast;
  }

  dispose(): void {
    this.#sandbox?.dispose();
  }

  #run(board: Board, action: GameAction, memory: Json): StepResult {
    return this.#sandbox?.step(board, action, memory) ?? { ok: false, reason: this.#fault, isStopped: true };
  }
}

/** Yields to other rooms between slices of work. */
class Slice {
  readonly #world: World;
  #steps = 0;
  #ticks: number;

  constructor(world: World) {
    this.#world = world;
    this.#ticks = world.ticks;
  }

  async rest(): Promise<void> {
    this.#steps += 1;
    if (this.#steps < STEPS_PER_SLICE && this.#world.ticks - this.#ticks < TICKS_PER_SLICE) return;
    await sleep(0);
    this.#steps = 0;
    this.#ticks = this.#world.ticks;
  }
}

/** Converts a result to a forecast of every changed cell outside the mask. */
export function toForecast(result: StepResult, before: Board, mask: Mask): Forecast {
  if (!result.ok) return { kind: 'silent', reason: result.reason };
  const cells = new Map(
    findChanged(before, result.board, mask).map((cell) => [cell, result.board.cells[cell] ?? 0]),
  );
  return cells.size === 0 ? { kind: 'nothing' } : { kind: 'cells', cells, open: new Set() };
}

/** True if every cell outside the mask is right. */
export const isRight = (result: StepResult, { after }: Step, mask: Mask): boolean =>
  result.ok && findChanged(result.board, after, mask).length === 0;

export function describeMiss(result: StepResult, { transition, step }: Recorded, mask: Mask): WorldMiss {
  const { turn, afterFrame, action, before } = transition;
  const happened = `It happened: ${describeHappening(transition, mask)}.`;
  const given = result.ok
    ? `The program gave: ${describeForecast(toForecast(result, step.before, mask), before, mask)}.`
    : `The program gave no board: ${result.reason}.`;
  const cells = result.ok ? ` ${describeDifference(result.board, step.after, mask)}` : '';
  const text = `${happened} ${given}${cells}`.slice(0, MAX_TEXT);
  return { turn, afterFrame, action: actionKey(action), text };
}

function describeDifference(given: Board, after: Board, mask: Mask): string {
  const { changed } = diffFrames(packBoard(given), [packBoard(after)], mask);
  const lines = describeCells(changed);
  const more = lines.length > SHOWN_CELLS ? ', …' : '';
  const count = changed.length === 1 ? '1 cell differs' : `${changed.length} cells differ`;
  return `${count} (given -> happened): ${lines.slice(0, SHOWN_CELLS).join(', ')}${more}.`;
}

/** The number of recorded transitions that a program reproduces. */
export interface Fit {
  fits: number;
  transitions: number;
  misses: WorldMiss[];
}

/**
 * Replays a program on every recorded transition. It fits if it reproduces all of them and gives the same
 * boards when run again.
 */
export async function replayProgram(source: string, evidence: readonly Recorded[], mask: Mask): Promise<Fit> {
  const world = await World.load(source, mask);
  const fit: Fit = { fits: 0, transitions: evidence.length, misses: [] };
  const results: { memory: Json; result: StepResult }[] = [];
  try {
    const slice = new Slice(world);
    for (const recorded of evidence) {
      const memory = recorded.step.start ? null : world.memory;
      let result = world.follow(recorded.step);
      if (world.ticks > MAX_REPLAY_TICKS)
        result = { ok: false, reason: 'it is too slow on all transitions together', isStopped: true };
      if (isRight(result, recorded.step, mask)) fit.fits += 1;
      else if (fit.misses.length < MAX_MISSES) fit.misses.push(describeMiss(result, recorded, mask));
      if (!result.ok && result.isStopped) break;
      results.push({ memory, result });
      await slice.rest();
    }
  } finally {
    world.dispose();
  }
  if (fit.misses.length > 0 || evidence.length === 0) return fit;
  const impure = await findImpure(source, evidence, results, mask);
  return impure ? { ...fit, fits: fit.fits - 1, misses: [impure] } : fit;
}

/** The newest transition with another result when the program is loaded again and run in another order. */
async function findImpure(
  source: string,
  evidence: readonly Recorded[],
  results: readonly { memory: Json; result: StepResult }[],
  mask: Mask,
): Promise<WorldMiss | null> {
  const world = await World.load(source, mask);
  try {
    const slice = new Slice(world);
    for (let at = evidence.length - 1; at >= Math.max(0, evidence.length - REPEATED); at--) {
      const [recorded, first] = [evidence[at], results[at]];
      if (!recorded || !first) continue;
      const { transition, step } = recorded;
      world.memory = first.memory;
      const again = world.follow({ ...step, start: false });
      await slice.rest();
      if (JSON.stringify(describe(again)) === JSON.stringify(describe(first.result))) continue;
      const { turn, afterFrame, action } = transition;
      const text =
        'The function gave another result when it was called again with the same arguments. Keep everything in memory, and nothing in variables outside the function.';
      return { turn, afterFrame, action: actionKey(action), text };
    }
    return null;
  } finally {
    world.dispose();
  }
}

const describe = (result: StepResult): Json =>
  result.ok ? [packBoard(result.board), result.memory] : result.reason;
