import { waitWord } from './directions';
import { findEffect, readTables, type Tables } from './effects';
import type { Host } from './host';
import type { StorySnapshot, StoryStep, Trial } from './types';

/** Tries inputs from snapshots, and says what they would do. */
export interface Trials {
  attempt: (snapshot: StorySnapshot, inputs: readonly string[]) => Trial;
}

export function openTrials(host: Host): Trials {
  const playAll = (snapshot: StorySnapshot, inputs: readonly string[]): StoryStep[] => {
    const steps: StoryStep[] = [];
    for (const input of inputs) {
      const last = steps.at(-1);
      if (last?.awaits === 'nothing') break;
      steps.push(host.play(last?.snapshot ?? snapshot, input));
    }
    return steps;
  };
  const look = (snapshot: StorySnapshot): Tables => {
    host.goTo(snapshot);
    return readTables(host);
  };
  /**
   * The tables after as many turns in which nothing is done. Two ways of doing nothing: waiting lasts several turns in
   * some stories. Many things are tried from one place, so the last answer is kept.
   */
  let idleCache: { state: string; byTurns: Map<number, Tables[]> } | undefined;
  const idleFrom = (from: StorySnapshot, turns: number): Tables[] => {
    if (idleCache?.state !== from.state) idleCache = { state: from.state, byTurns: new Map() };
    const cachedTables = idleCache.byTurns.get(turns);
    if (cachedTables) return cachedTables;
    const tables = [waitWord(host.machine), 'look'].map((word) => {
      const steps = playAll(
        from,
        Array.from({ length: turns }, () => word),
      );
      return look(steps.at(-1)?.snapshot ?? from);
    });
    idleCache.byTurns.set(turns, tables);
    return tables;
  };
  return {
    attempt: (snapshot, inputs) => {
      const before = look(snapshot);
      const from = host.room();
      const steps = playAll(snapshot, inputs);
      const step = joinSteps(steps, steps.at(-1) ?? host.play(snapshot, null));
      const after = look(step.snapshot);
      const hasMoved = from !== host.room();
      return {
        step,
        moved: hasMoved,
        effect: hasMoved || findEffect(before, after, idleFrom(snapshot, steps.length)),
      };
    },
  };
}

/** Several steps as one: all of their text and notes, and where the last one leads. */
function joinSteps(steps: readonly StoryStep[], last: StoryStep): StoryStep {
  if (steps.length < 2) return last;
  return {
    ...last,
    text: steps.map(({ text }) => text).join('\n\n'),
    notes: steps.flatMap(({ notes }) => notes),
    instructions: steps.reduce((sum, { instructions }) => sum + instructions, 0),
  };
}
