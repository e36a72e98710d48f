import { cutText, type Host, type LimitedHost } from './host';
import { idleFrom } from './idle';
import { toBase64 } from './support';
import { tryBudget } from './try-budget';
import type { Exit, StoryPlayer, StorySnapshot, StoryStep, Trial } from './types';
import { ENTER_PROMPTS, isEnterPrompt, listDirections, looksDeadly } from './words';
import type { Work } from './work';

/** Limit for probing all directions, as a number of trials; the rest is skipped. */
const ALL_WAYS = 4;
const MAX_SAID = 2_000;

/** Tries every known direction from a snapshot. Skips directions that take too long. */
export function* findExits(host: Host, snapshot: StorySnapshot): Work<Exit[]> {
  host.goTo(snapshot);
  // A runaway story would continue regardless of input.
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

/** The object table at one time. */
export interface Tables {
  bytes: Uint8Array;
  /** Number of objects, and bytes of an entry and of its attributes; links follow them. */
  entries: { count: number; size: number; attributes: number };
  /** The player's room and object; null if unknown. */
  room: number | null;
  player: number | null;
}

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
 * True if a table changed beyond the effects of waiting. Compares attributes by bit, because bits that time changes
 * share bytes with others. Ignores the player's attributes, in which some stories store the last command. In the tree,
 * only the player's room counts, because characters elsewhere move randomly. Ignores objects that move in any idle
 * future.
 * @param idles tables of futures without actions
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

/** True if an object in the player's room appeared, disappeared or changed its parent, beyond idle futures. */
function isRearranged(before: Tables, after: Tables, idles: readonly Tables[]): boolean {
  for (let object = 1; object <= before.entries.count; object++) {
    const from = parentIn(before, object);
    if (from === parentIn(after, object) || idles.some((idle) => parentIn(idle, object) !== from)) continue;
    if (isNear(before, object) || isNear(after, object)) return true;
  }
  return false;
}

/** A key for equal tables. Ignores the player's attributes, as {@link findEffect} does. */
function nameWorld({ bytes, entries: { size, attributes }, room, player }: Tables): string {
  const own = player === null ? -1 : (player - 1) * size;
  const worldBytes = bytes.map((byte, i) => (own >= 0 && i >= own && i < own + attributes ? 0 : byte));
  return `${room}:${toBase64(worldBytes)}`;
}

/** 0: no parent. Links are bytes in version 3, words later. */
function parentIn({ bytes, entries: { size, attributes } }: Tables, object: number): number {
  const at = (object - 1) * size + attributes;
  return attributes === 4 ? (bytes[at] ?? 0) : ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

/** Deeper nesting is a cycle in a damaged story. */
const DEEPEST = 20;

function isNear(tables: Tables, object: number): boolean {
  if (tables.room === null) return true;
  for (let at = object, depth = 0; at !== 0 && depth < DEEPEST; depth++) {
    if (at === tables.room) return true;
    at = parentIn(tables, at);
  }
  return false;
}

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
  /** Tables after idle turns, cached because many trials start from one snapshot. */
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
    // A story that exceeded its budget is not waiting for input.
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
      // Computed lazily: most trials need only the reply.
      get world() {
        return nameWorld(after);
      },
    };
  };
}

/** Joins the texts and notes of several steps; everything else is from the last one. */
function joinSteps(steps: readonly StoryStep[], last: StoryStep): StoryStep {
  if (steps.length < 2) return last;
  return {
    ...last,
    text: steps.map(({ text }) => text).join('\n\n'),
    notes: steps.flatMap(({ notes }) => notes),
    instructions: steps.reduce((sum, { instructions }) => sum + instructions, 0),
  };
}

/** Questions: the next input is an answer instead of a command. */
const QUESTION = /\?\W*$/;
const YES_OR_NO = /\byes or no\b|\by(?:es)?(?: or |\/)no?\b/i;
/** Keys pressed to read a reply. */
const MAX_KEYS = 3;

/**
 * Reads a step with trials: types `look`, `inventory` and `score`, reverts them, and compares memory, status line and
 * replies. Skipped if the story waits for a key, has ended or asks a question.
 */
export function openReader(host: LimitedHost): (step: StoryStep) => Work<StoryStep> {
  function* ask(step: StoryStep, command: string): Work<string | null> {
    let answer = yield* host.play(step.snapshot, command);
    let text = answer.text;
    // Some stories show a reply page by page.
    for (let keys = 0; keys < MAX_KEYS; keys++) {
      const isAtEnter = isEnterPrompt(answer);
      if (answer.awaits !== 'key' && !isAtEnter) break;
      answer = yield* host.play(answer.snapshot, isAtEnter ? '' : 'enter');
      text = `${text}\n${answer.text}`.trim();
    }
    const { awaits, stopped, reading } = answer;
    // A turn may move the player; then the view is of another place.
    const isElsewhere = command === 'look' && reading.location?.id !== step.reading.location?.id;
    const isNoAnswer = text === '' || YES_OR_NO.test(text.slice(-ENTER_PROMPTS));
    return stopped !== null || awaits !== 'line' || isElsewhere || isNoAnswer ? null : text;
  }
  return function* read(step) {
    if (step.awaits !== 'line' || step.stopped !== null) return step;
    if (QUESTION.test(step.text) && YES_OR_NO.test(step.text.slice(-ENTER_PROMPTS))) return step;
    const answers = {
      look: yield* ask(step, 'look'),
      inventory: yield* ask(step, 'inventory'),
      score: yield* ask(step, 'score'),
    };
    return { ...step, reading: host.readWith(step, answers) };
  };
}
