import { beginStory, type Machine, restoreSnapshot, takeSnapshot } from './machine';
import { type Names, openNames } from './names';
import { goOnFrom } from './opcodes';
import type { Chance } from './random';
import { type Asked, type Cast, findRoom, readWorld } from './readings';
import { BUDGET, loadMachine, runMachine } from './run';
import { PROMPT } from './screen';
import { packWorld, type World } from './state';
import { readStatus, writeStatus } from './status-line';
import { surveyStory } from './survey';
import type { Story, StoryReading, StorySnapshot, StoryStep } from './types';
import { spellDirection } from './words';

/** Instructions that an input may take when it is only tried and will be taken back. */
export const TRY = 1_000_000;

export type LimitedHost = ReturnType<typeof limitHost>;

/**
 * Makes a host for one trial after another: its inputs may take so many instructions each, and all others, which trials
 * compare with, what a try may. Those are kept: many things are tried from one place, and time passes the same way.
 */
export function limitHost(host: Host) {
  let inputsLeft = 0;
  let budget = BUDGET;
  const cache = new WeakMap<StorySnapshot, Map<string, StoryStep>>();
  const recall = (snapshot: StorySnapshot, input: string | null): StoryStep => {
    const stepsByInput = cache.get(snapshot) ?? new Map<string, StoryStep>();
    const name = input === null ? 'nothing' : `typed ${input}`;
    const step = stepsByInput.get(name) ?? host.play(snapshot, input, TRY);
    cache.set(snapshot, stepsByInput.set(name, step));
    return step;
  };
  return {
    ...host,
    /** Begins a trial of so many inputs, which are played before anything else. */
    allow: (inputs: number, most: number): void => {
      inputsLeft = inputs;
      budget = most;
    },
    play: (snapshot: StorySnapshot, input: string | null): StoryStep => {
      if (inputsLeft-- <= 0) return recall(snapshot, input);
      const step = host.play(snapshot, input, budget);
      // Where a story has ended, the inputs left are not played.
      if (step.awaits === 'nothing') inputsLeft = 0;
      return step;
    },
  };
}

export type Host = ReturnType<typeof openHost>;

/**
 * Loads a story and finds out who is who in it. Throws when its tables lie outside of memory. The host goes from snapshot to
 * snapshot. It stays where it last was, so going on from there costs no restore; its answers never depend on that.
 */
export function openHost(story: Story, chance?: Chance) {
  const machine = loadMachine(story, chance);
  const names = openNames(machine);
  const cast = surveyStory(machine, names);
  /** State the machine is in; undefined when unknown. */
  let at: StorySnapshot | undefined;

  /** Puts the machine at a snapshot. Throws when it is none of this story. */
  const goTo = (snapshot: StorySnapshot): void => {
    if (at && isSame(at, snapshot)) return;
    at = undefined;
    restoreSnapshot(machine, snapshot);
    at = snapshot;
  };
  const run = (budget: number): StoryStep => {
    at = undefined;
    const instructions = runMachine(machine, budget);
    const step = describeStep(machine, cast, names, instructions);
    at = step.snapshot;
    return step;
  };
  return {
    machine,
    cast,
    goTo,
    /** Reads the world at a step with what the story answered there to commands that were taken back. */
    readWith: (step: StoryStep, asked: Asked): StoryReading => {
      goTo(step.snapshot);
      return readWorld(machine, cast, names, step, asked);
    },
    /** The name of an object, where the machine stands. */
    nameOf: (object: number): string => names.nameOf(object),
    /** The room the player is in where the machine stands. */
    room: (): number | null => findRoom(machine, cast),
    start: (seed: string): StoryStep => {
      beginStory(machine, seed);
      return run(BUDGET);
    },
    /**
     * Goes on from a world that the story saved by its own `save`, whatever it was doing at the snapshot. Throws when the
     * world cannot be taken back.
     */
    restore: (snapshot: StorySnapshot, world: World): StoryStep => {
      goTo(snapshot);
      at = undefined;
      machine.stopped = null;
      const { nextPC } = goOnFrom(machine, packWorld(world, story.bytes));
      if (nextPC === undefined) throw new Error('it leads nowhere');
      machine.pc = nextPC;
      const step = run(BUDGET);
      return { ...step, notes: ['restored', ...step.notes] };
    },
    /** Without an input, it only says how things stand. `budget` is in instructions. */
    play: (snapshot: StorySnapshot, input: string | null, budget = BUDGET): StoryStep => {
      goTo(snapshot);
      machine.input = input === null ? null : spellDirection(machine, input);
      return run(budget);
    },
  };
}

const isSame = (a: StorySnapshot, b: StorySnapshot): boolean =>
  a === b ||
  (a.state === b.state &&
    a.saved === b.saved &&
    a.story === b.story &&
    a.undo.length === b.undo.length &&
    a.undo.every((kept, i) => kept === b.undo[i]));

function describeStep(machine: Machine, cast: Cast, names: Names, instructions: number): StoryStep {
  const text = cutText(tidy(machine.screen.takeText()), MAX_SHOWN);
  const upper = showUpper(machine);
  return {
    snapshot: takeSnapshot(machine),
    text,
    upper,
    awaits: machine.awaits,
    stopped: machine.stopped,
    notes: machine.notes,
    reading: readWorld(machine, cast, names, { upper, text }),
    instructions,
  };
}

/** Most that is kept of what a story prints in one turn, in characters; the longest helps and menus stay below. */
const MAX_SHOWN = 20_000;

/** A text in at most so many characters: of a longer one its beginning and its end, and how much is left out. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, Math.floor((most - 60) * 0.75));
  const tail = text.slice(text.length - Math.floor((most - 60) * 0.25));
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`;
}

/** Without trailing spaces, blank lines around it, and the prompt at its end. Takes time as the text is long. */
function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const whole = lines.join('\n').replace(/\n{3,}/g, '\n\n');
  // Behind a prompt the story may clear the screen, which leaves blank lines.
  const end = PROMPT.test(whole.trimEnd()) ? whole.trimEnd() : whole;
  return (end.endsWith('>') ? end.slice(0, -1) : end).trimEnd().replace(/^\n+/, '');
}

function showUpper(machine: Machine): string[] {
  const own = machine.screen.state.upper.map((line) => line.trimEnd());
  while (own.at(-1) === '') own.pop();
  if (machine.story.version !== 3) return own;
  return [writeStatus(readStatus(machine)).trimEnd(), ...own];
}

export const NOTHING_READ: StoryReading = {
  location: null,
  score: null,
  moves: null,
  time: null,
  inventory: [],
  visible: [],
  confidence: { location: 'unknown', score: 'unknown', inventory: 'unknown' },
};

/** Returns a step for an input when play cannot go on. */
export const standStill = (snapshot: StorySnapshot, message: string): StoryStep => ({
  snapshot,
  text: '',
  upper: [],
  awaits: 'nothing',
  stopped: { kind: 'error', message },
  notes: [],
  reading: NOTHING_READ,
  instructions: 0,
});
