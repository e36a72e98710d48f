import { alignCodes, listRuns } from './looks';
import { beginStory, keepWorld, type Machine, restoreSnapshot, takeBackWorld, takeSnapshot } from './machine';
import { type Names, openNames } from './names';
import { goOnFrom, keepForUndo } from './opcodes';
import type { Chance } from './random';
import { type Asked, type Cast, findRoom, readWorld } from './readings';
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
 * Makes a host for one trial after another: its inputs may take so many instructions each, and all others, which trials
 * compare with, what a try may. Those are kept: many things are tried from one place, and time passes the same way.
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
    /** Begins a trial of so many inputs, which are played before anything else. */
    allow: (inputs: number, instructions: number): void => {
      inputsLeft = inputs;
      most = instructions;
    },
    *play(snapshot: StorySnapshot, input: string | null): Work<StoryStep> {
      if (inputsLeft-- <= 0) return yield* recall(snapshot, input);
      const step = yield* host.play(snapshot, input, most);
      // Where a story has ended, the inputs left are not played.
      if (step.awaits === 'nothing') inputsLeft = 0;
      return step;
    },
  };
}

/** Surveys of the stories that were opened last, by the hash of the file: a room that wakes up need not repeat a long one. */
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
 * Loads a story and finds out who is who in it. Throws when its tables lie outside of memory. The host goes from snapshot to
 * snapshot. It stays where it last was, so going on from there costs no restore; its answers never depend on that.
 */
export function* openHost(story: Story, budget = BUDGET, chance?: Chance) {
  const machine = loadMachine(story, chance);
  const names = openNames(machine);
  const cast = yield* surveyOnce(machine, story.hash, budget);
  // Stories of versions 3 and 4 have no opcode for it, and some later ones do not know the word.
  const undoesForStory = story.version < 5 || !knows(machine, 'undo');
  /** State the machine is in; undefined when unknown. */
  let at: StorySnapshot | undefined;

  /** Puts the machine at a snapshot. Throws when it is none of this story. */
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
    /** Reads the world at a step with what the story answered there to commands that were taken back. */
    readWith: (step: StoryStep, asked: Asked): StoryReading => {
      goTo(step.snapshot);
      return readWorld(machine, cast, names, step, asked);
    },
    /** The name of an object, where the machine stands. */
    nameOf: (object: number): string => names.nameOf(object),
    /** The room the player is in where the machine stands. */
    room: (): number | null => findRoom(machine, cast),
    *start(seed: string): Work<StoryStep> {
      beginStory(machine, seed);
      return yield* run(budget);
    },
    /**
     * Goes on from a world that the story saved by its own `save`, whatever it was doing at the snapshot. Throws when the
     * world cannot be taken back.
     */
    *restore(snapshot: StorySnapshot, world: World): Work<StoryStep> {
      goTo(snapshot);
      at = undefined;
      machine.stopped = null;
      const { nextPC } = goOnFrom(machine, packWorld(world, story.bytes));
      if (nextPC === undefined) throw new Error('it leads nowhere');
      machine.pc = nextPC;
      const step = yield* run(budget);
      return { ...step, notes: ['restored', ...step.notes] };
    },
    /** Without an input, it only says how things stand. `most` is in instructions. */
    *play(snapshot: StorySnapshot, input: string | null, most = budget): Work<StoryStep> {
      goTo(snapshot);
      const goesOn = machine.stopped?.kind === 'runaway' && input !== null;
      if (goesOn) machine.stopped = null;
      machine.input = input === null || goesOn ? null : spellDirection(machine, input);
      const isOurs = machine.input !== null && undoesForStory && readsLine(machine);
      const notes = isOurs ? undoOrKeep(machine, machine.input ?? '') : [];
      const step = yield* run(most);
      return notes.length > 0 ? { ...step, notes: [...notes, ...step.notes] } : step;
    },
  };
}

/** True where the machine is about to read a line. */
const readsLine = ({ core, pc, stopped }: Machine): boolean =>
  stopped === null && /^[sa]read$/.test(core.decode(pc).opcodeName);

/**
 * Takes the last command back when `undo` is typed into a story that cannot do it; keeps the state before any other command. The
 * story does not see the word.
 */
function undoOrKeep(machine: Machine, input: string): StoryStep['notes'] {
  if (!/^\s*undo\s*$/i.test(input)) {
    keepForUndo(machine, keepWorld(machine, machine.pc));
    return [];
  }
  machine.input = null;
  const undoState = machine.undo.pop();
  if (undoState !== undefined) takeBackWorld(machine, undoState);
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

/** Lists the looks of a step's text and of its upper window, if there are any. */
function listLooks(
  { screen, story: { version } }: Machine,
  printed: { text: string; codes: string },
  text: string,
  upper: readonly string[],
): Pick<StoryStep, 'styles' | 'upperStyles'> {
  const { palette = [], upperLooks = [] } = screen.state;
  if (palette.length === 0) return {};
  const styles = listRuns(text, alignCodes(printed.text, printed.codes, text), palette);
  // Version 3 has its status line above.
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
