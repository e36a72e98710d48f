import { cutText, type Host, type LimitedHost } from './host';
import { idleFrom } from './idle';
import { toBase64 } from './support';
import { tryBudget } from './try-budget';
import type { Exit, StoryPlayer, StorySnapshot, StoryStep, Trial } from './types';
import { ASKED, asksForEnter, listDirections, looksDeadly } from './words';
import type { Work } from './work';

/** All ways out of one place may take as many instructions as so many trials; those that are left then are not tried. */
const ALL_WAYS = 4;
/** Most that is kept of what the story said of a way, in characters. */
const MAX_SAID = 2_000;

/** Every direction the story knows, tried from a snapshot and taken back. Of one that takes too long nothing is said. */
export function* findExits(host: Host, snapshot: StorySnapshot): Work<Exit[]> {
  host.goTo(snapshot);
  // It would go on whatever was typed.
  if (host.machine.stopped?.kind === 'runaway') return [];
  const from = host.room();
  const exits: Exit[] = [];
  const most = tryBudget(snapshot.spent);
  let remaining = ALL_WAYS * most;
  for (const direction of listDirections(host.machine)) {
    const { reading, text, stopped, instructions } = yield* host.play(snapshot, direction, most);
    const to = reading.location && reading.location.id !== from ? reading.location : null;
    if (stopped?.kind !== 'runaway') {
      const deadly = stopped !== null || looksDeadly(text);
      exits.push({ direction, to, text: cutText(text, MAX_SAID), deadly });
    }
    remaining -= instructions;
    if (remaining < 0) break;
  }
  return exits;
}

/** The table of objects at a time, with what is needed to tell its parts from one another. */
export interface Tables {
  bytes: Uint8Array;
  /** Number of objects, bytes of an entry, and bytes of its attributes, which the links follow. */
  entries: { count: number; size: number; attributes: number };
  /** The room the player is in, and the player's object; null when that can't be read. */
  room: number | null;
  player: number | null;
}

/** Reads what effects are judged by, where the machine stands. */
function readTables({ machine, room, cast }: LimitedHost): Tables {
  const { memory, objects } = machine;
  const { start, end } = objects.table;
  const { attributes, size } = objects.entry;
  return {
    bytes: memory.slice(start, end),
    entries: { count: objects.count, size, attributes },
    room: room(),
    player: cast.player,
  };
}

/**
 * Says whether a table changed in a way that the passing of time does not explain.
 *
 * Attributes count by the bit: those that time changes lie in one byte with those that a command does. The player's own
 * are left out: some stories keep there what was said last. Of the tree, it
 * counts what is in what, as far as the player's room goes: others have business of their own elsewhere, and by chance
 * go another way in every future. Who moves in an idle future is left out, wherever it went.
 *
 * @param idles the tables of futures in which nothing was done
 */
export function findEffect(before: Tables, after: Tables, idles: readonly Tables[]): boolean {
  const { count, size, attributes } = before.entries;
  const isIdle = (i: number, changed: number): boolean =>
    idles.some(({ bytes }) => ((before.bytes[i] ?? 0) ^ (bytes[i] ?? 0)) & changed);
  for (let i = 0; i < before.bytes.length; i++) {
    const difference = (before.bytes[i] ?? 0) ^ (after.bytes[i] ?? 0);
    if (difference === 0) continue;
    if (i >= count * size) {
      if (!isIdle(i, 0xff)) return true;
    } else if (i % size < attributes && Math.floor(i / size) + 1 !== before.player) {
      for (let bit = 1; bit <= 0x80; bit <<= 1) if (difference & bit && !isIdle(i, bit)) return true;
    }
  }
  return isRearranged(before, after, idles);
}

/** Says whether an object in the player's room came, went or changed hands, in a way that idle futures do not explain. */
function isRearranged(before: Tables, after: Tables, idles: readonly Tables[]): boolean {
  for (let object = 1; object <= before.entries.count; object++) {
    const from = parentIn(before, object);
    if (from === parentIn(after, object) || idles.some((idle) => parentIn(idle, object) !== from)) continue;
    if (isNear(before, object) || isNear(after, object)) return true;
  }
  return false;
}

/** Gives tables that are alike one name. The player's own attributes are left out, as in {@link findEffect}. */
function nameWorld({ bytes, entries: { size, attributes }, room, player }: Tables): string {
  const own = player === null ? -1 : (player - 1) * size;
  const worldBytes = bytes.map((byte, i) => (own >= 0 && i >= own && i < own + attributes ? 0 : byte));
  return `${room}:${toBase64(worldBytes)}`;
}

/** Returns the parent of an object; 0: none. Links are bytes in version 3, words later. */
function parentIn({ bytes, entries: { size, attributes } }: Tables, object: number): number {
  const at = (object - 1) * size + attributes;
  return attributes === 4 ? (bytes[at] ?? 0) : ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

/** More things within things than this is a circle, which damaged stories have. */
const DEEPEST = 20;

function isNear(tables: Tables, object: number): boolean {
  if (tables.room === null) return true;
  for (let at = object, depth = 0; at !== 0 && depth < DEEPEST; depth++) {
    if (at === tables.room) return true;
    at = parentIn(tables, at);
  }
  return false;
}

/** Returns the function that tries inputs from snapshots. */
export function openTrials(host: LimitedHost): (...input: Parameters<StoryPlayer['attempt']>) => Work<Trial> {
  function* playAll(snapshot: StorySnapshot, inputs: readonly string[]): Work<StoryStep[]> {
    const steps: StoryStep[] = [];
    for (const input of inputs) {
      const last = steps.at(-1);
      if (last?.awaits === 'nothing') break;
      steps.push(yield* host.play(last?.snapshot ?? snapshot, input));
    }
    return steps;
  }
  const look = (snapshot: StorySnapshot): Tables => {
    host.goTo(snapshot);
    return readTables(host);
  };
  /** The tables after as many turns in which nothing is done: many things are tried from one place. */
  let idleCache: { state: string; byTurns: Map<number, Tables[]> } | undefined;
  function* lookIdle(from: StorySnapshot, turns: number): Work<Tables[]> {
    if (idleCache?.state !== from.state) idleCache = { state: from.state, byTurns: new Map() };
    const { byTurns } = idleCache;
    const cachedTables = byTurns.get(turns);
    if (cachedTables) return cachedTables;
    const tables = (yield* idleFrom(host, from, turns)).map(look);
    byTurns.set(turns, tables);
    return tables;
  }
  return function* attempt(snapshot, inputs) {
    const before = look(snapshot);
    const from = host.room();
    // A story that goes on after it took too long waits for nothing.
    const isHalted = host.machine.stopped !== null;
    const steps = yield* playAll(snapshot, inputs);
    const step = joinSteps(steps, steps.at(-1) ?? (yield* host.play(snapshot, null)));
    const after = look(step.snapshot);
    const hasMoved = from !== host.room();
    const idles = hasMoved || isHalted ? [] : yield* lookIdle(snapshot, steps.length);
    return {
      step,
      moved: hasMoved,
      effect: hasMoved || findEffect(before, after, idles),
      get rearranged() {
        return hasMoved || isRearranged(before, after, idles);
      },
      // Most trials are made for their answer alone.
      get world() {
        return nameWorld(after);
      },
    };
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

/** Asks that stories put to the player: what is typed there is an answer, and no command. */
const QUESTION = /\?\W*$/;
const YES_OR_NO = /\byes or no\b|\by(?:es)?(?: or |\/)no?\b/i;
/** Most keys that are pressed to read an answer. */
const MAX_KEYS = 3;

/**
 * Returns the function that reads a step by trials as well: `look`, `inventory` and `score` are typed and taken back, and
 * the readings are those on which memory, status line and answers agree. A story that waits for a key, has ended or asks
 * a question is not asked.
 */
export function openReader(host: LimitedHost): (step: StoryStep) => Work<StoryStep> {
  function* ask(step: StoryStep, command: string): Work<string | null> {
    let answer = yield* host.play(step.snapshot, command);
    let text = answer.text;
    // Some stories show an answer of theirs a key at a time.
    for (let keys = 0; keys < MAX_KEYS; keys++) {
      const isAtEnter = asksForEnter(answer);
      if (answer.awaits !== 'key' && !isAtEnter) break;
      answer = yield* host.play(answer.snapshot, isAtEnter ? '' : 'enter');
      text = `${text}\n${answer.text}`.trim();
    }
    const { awaits, stopped, reading } = answer;
    // A turn may bring the player elsewhere: what is seen there is not what is here.
    const isElsewhere = command === 'look' && reading.location?.id !== step.reading.location?.id;
    const isNoAnswer = text === '' || YES_OR_NO.test(text.slice(-ASKED));
    return stopped !== null || awaits !== 'line' || isElsewhere || isNoAnswer ? null : text;
  }
  return function* read(step) {
    if (step.awaits !== 'line' || step.stopped !== null) return step;
    if (QUESTION.test(step.text) && YES_OR_NO.test(step.text.slice(-ASKED))) return step;
    const answers = {
      look: yield* ask(step, 'look'),
      inventory: yield* ask(step, 'inventory'),
      score: yield* ask(step, 'score'),
    };
    return { ...step, reading: host.readWith(step, answers) };
  };
}
