import { alignCodes, listRuns } from './looks';
import { type Machine, restoreSnapshot, saveWorld, startStory, takeSnapshot, undoWorld } from './machine';
import { type Names, openNames } from './names';
import { continueFrom, saveForUndo } from './opcodes';
import type { Chance } from './random';
import { type Cast, findRoom, type ReadingRequest, readWorld } from './readings';
import { BUDGET, loadMachine, runInSlices } from './run';
import { PROMPT } from './screen';
import { packWorld, type World } from './state';
import { readStatus, writeStatus } from './status-line';
import { surveyStory } from './survey';
import { TRY, tryBudget } from './try-budget';
import type { Story, StoryReading, StorySnapshot, StoryStep } from './types';
import { knows, spellDirection } from './words';
import type { Work } from './work';

export type LimitedHost = ReturnType<typeof limitHost>;

/**
 * Wraps a host for trials: the inputs of a trial have their own instruction limit; other inputs, used for comparison,
 * get a try's limit and are cached, because many trials start from one snapshot.
 */
export function limitHost(host: Host) {
  let inputsLeft = 0;
  let most = BUDGET;
  const cache = new WeakMap<StorySnapshot, Map<string, StoryStep>>();
  function* recall(snapshot: StorySnapshot, input: string | null): Work<StoryStep> {
    const stepsByInput = cache.get(snapshot) ?? new Map<string, StoryStep>();
    const name = input === null ? 'nothing' : `typed ${input}`;
    const step = stepsByInput.get(name) ?? (yield* host.play(snapshot, input, tryBudget(snapshot.spent)));
    cache.set(snapshot, stepsByInput.set(name, step));
    return step;
  }
  return {
    ...host,
    /** Starts a trial: the next `inputs` inputs belong to it. */
    allow: (inputs: number, instructions: number): void => {
      inputsLeft = inputs;
      most = instructions;
    },
    *play(snapshot: StorySnapshot, input: string | null): Work<StoryStep> {
      if (inputsLeft-- <= 0) return yield* recall(snapshot, input);
      const step = yield* host.play(snapshot, input, most);
      // The story ended, so the remaining inputs will not be played.
      if (step.awaits === 'nothing') inputsLeft = 0;
      return step;
    },
  };
}

/** Surveys of recently opened stories by file hash, so that a room that wakes up need not repeat a slow one. */
const surveys = new Map<string, Cast>();
const MAX_SURVEYS = 50;

function* surveyOnce(machine: Machine, hash: string, budget: number): Work<Cast> {
  const name = `${hash} ${budget}`;
  const cast = surveys.get(name) ?? (yield* surveyStory(machine, budget));
  surveys.delete(name);
  surveys.set(name, cast);
  for (const [oldest] of surveys) if (surveys.size > MAX_SURVEYS) surveys.delete(oldest);
  return cast;
}

export type Host = WorkResult<ReturnType<typeof openHost>>;
type WorkResult<W> = W extends Work<infer T> ? T : never;

/**
 * Loads a story and identifies its player, rooms and score. Throws if its tables are outside of memory. The machine
 * stays at its last snapshot, so continuing from there needs no restore; this never affects results.
 */
export function* openHost(story: Story, budget = BUDGET, chance?: Chance) {
  const machine = loadMachine(story, chance);
  const names = openNames(machine);
  const cast = yield* surveyOnce(machine, story.hash, budget);
  // Versions 3 and 4 have no undo opcode, and some later stories don't know the word.
  const undoesForStory = story.version < 5 || !knows(machine, 'undo');
  /** The machine's snapshot; undefined if unknown. */
  let at: StorySnapshot | undefined;

  /** Restores a snapshot. Throws if it belongs to another story. */
  const goTo = (snapshot: StorySnapshot): void => {
    if (at && isSame(at, snapshot)) return;
    at = undefined;
    restoreSnapshot(machine, snapshot);
    at = snapshot;
  };
  function* run(most: number): Work<StoryStep> {
    at = undefined;
    const instructions = yield* runInSlices(machine, most);
    const step = describeStep(machine, cast, names, instructions);
    at = step.snapshot;
    return step;
  }
  return {
    machine,
    cast,
    goTo,
    /** Reads the world at a step, with the story's replies to reverted commands there. */
    readWith: (step: StoryStep, asked: ReadingRequest): StoryReading => {
      goTo(step.snapshot);
      return readWorld(machine, cast, names, step, asked);
    },
    nameOf: (object: number): string => names.nameOf(object),
    room: (): number | null => findRoom(machine, cast),
    *start(seed: string): Work<StoryStep> {
      startStory(machine, seed);
      return yield* run(budget);
    },
    /** Restores a world saved by the story's own `save`, at any input. Throws if that fails. */
    *restore(snapshot: StorySnapshot, world: World): Work<StoryStep> {
      goTo(snapshot);
      at = undefined;
      machine.stopped = null;
      const { nextPC } = continueFrom(machine, packWorld(world, story.bytes));
      if (nextPC === undefined) throw new Error('it leads nowhere');
      machine.pc = nextPC;
      const step = yield* run(budget);
      return { ...step, notes: ['restored', ...step.notes] };
    },
    /** Without an input, only reports the state. `most` is in instructions. */
    *play(snapshot: StorySnapshot, input: string | null, most = budget): Work<StoryStep> {
      goTo(snapshot);
      const goesOn = machine.stopped?.kind === 'runaway' && input !== null;
      if (goesOn) machine.stopped = null;
      machine.input = input === null || goesOn ? null : spellDirection(machine, input);
      const isOurs = machine.input !== null && undoesForStory && isReadingLine(machine);
      const notes = isOurs ? undoOrSave(machine, machine.input ?? '') : [];
      const step = yield* run(most);
      return notes.length > 0 ? { ...step, notes: [...notes, ...step.notes] } : step;
    },
  };
}

/** True if the next instruction reads a line. */
const isReadingLine = ({ core, pc, stopped }: Machine): boolean =>
  stopped === null && /^[sa]read$/.test(core.decode(pc).opcodeName);

/**
 * Implements `undo` for stories without it: saves the state before each command and restores it when `undo` is typed.
 * The story never sees that word.
 */
function undoOrSave(machine: Machine, input: string): StoryStep['notes'] {
  if (!/^\s*undo\s*$/i.test(input)) {
    saveForUndo(machine, saveWorld(machine, machine.pc));
    return [];
  }
  machine.input = null;
  const undoState = machine.undo.pop();
  if (undoState !== undefined) undoWorld(machine, undoState);
  machine.screen.print(undoState === undefined ? '[Nothing to undo.]\n' : '[Previous turn undone.]\n');
  return [undoState === undefined ? 'undo_failed' : 'undone'];
}

const isSame = (a: StorySnapshot, b: StorySnapshot): boolean =>
  a === b ||
  (a.state === b.state &&
    a.saved === b.saved &&
    a.story === b.story &&
    a.undo.length === b.undo.length &&
    a.undo.every((kept, i) => kept === b.undo[i]));

function describeStep(machine: Machine, cast: Cast, names: Names, instructions: number): StoryStep {
  const output = machine.screen.take();
  const text = cutText(tidy(output.text), MAX_SHOWN);
  const upper = showUpper(machine);
  const snapshot = takeSnapshot(machine);
  return {
    snapshot: tryBudget(instructions) > TRY.least ? { ...snapshot, spent: instructions } : snapshot,
    text,
    upper,
    ...listLooks(machine, output, text, upper),
    awaits: machine.awaits,
    stopped: machine.stopped,
    notes: machine.notes,
    reading: readWorld(machine, cast, names, { upper, text }),
    instructions,
  };
}

/** Characters of output kept per turn; the longest help texts and menus are shorter. */
const MAX_SHOWN = 20_000;

/** Cuts the middle of a text to at most `most` characters and notes the length of the cut. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, Math.floor((most - 60) * 0.75));
  const tail = text.slice(text.length - Math.floor((most - 60) * 0.25));
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`;
}

/** Removes trailing spaces, surrounding blank lines and the final prompt. Linear time. */
function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const whole = lines.join('\n').replace(/\n{3,}/g, '\n\n');
  // The story may clear the screen after a prompt, which leaves blank lines.
  const end = PROMPT.test(whole.trimEnd()) ? whole.trimEnd() : whole;
  return (end.endsWith('>') ? end.slice(0, -1) : end).trimEnd().replace(/^\n+/, '');
}

function showUpper(machine: Machine): string[] {
  const own = machine.screen.state.upper.map((line) => line.trimEnd());
  while (own.at(-1) === '') own.pop();
  if (machine.story.version !== 3) return own;
  return [writeStatus(readStatus(machine)).trimEnd(), ...own];
}

/** The styles of a step's text and upper window, if any. */
function listLooks(
  { screen, story: { version } }: Machine,
  printed: { text: string; codes: string },
  text: string,
  upper: readonly string[],
): Pick<StoryStep, 'styles' | 'upperStyles'> {
  const { palette = [], upperLooks = [] } = screen.state;
  if (palette.length === 0) return {};
  const styles = listRuns(text, alignCodes(printed.text, printed.codes, text), palette);
  // Version 3 shows its status line above.
  const above = version === 3 ? 1 : 0;
  const upperStyles = upper.map((line, row) => listRuns(line, upperLooks[row - above] ?? '', palette));
  return {
    ...(styles.length > 0 && { styles }),
    ...(upperStyles.some((runs) => runs.length > 0) && { upperStyles }),
  };
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

/** The step for an input when play cannot continue. */
export const unchangedStep = (snapshot: StorySnapshot, message: string): StoryStep => ({
  snapshot,
  text: '',
  upper: [],
  awaits: 'nothing',
  stopped: { kind: 'error', message },
  notes: [],
  reading: NOTHING_READ,
  instructions: 0,
});
