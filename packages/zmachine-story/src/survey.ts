import { type Machine, restoreSnapshot, startStory, takeSnapshot } from './machine';
import { HEADER, putWord, signed, wordAt } from './memory';
import { globalAt, MAX_GLOBALS } from './names';
import { type Cast, findRoom, plainName } from './readings';
import { runInSlices } from './run';
import { readScoreText } from './score-text';
import { tryBudget } from './try-budget';
import type { Awaits, StorySnapshot } from './types';
import { isEnterPrompt, listDirections, spellDirection, waitWord } from './words';
import type { Work } from './work';

/** Limits of the survey in instructions: as many as this number of trials, and a maximum. The rest is skipped. */
const SURVEY = 15;
const MAX_SURVEY = 300_000_000;
/** In instructions. */
const OPENING = 150_000_000;
/** Keys pressed to get past an introduction. */
const MAX_KEYS = 8;
/** Names of the player's object. */
const PLAYER_NAMES =
  /^\(?(yourself|your ?self|you|your former self|self ?object|self|me|myself|player|the player|adventurer)\)?$/i;
/** Answers to initial questions, tried until directions move the player. */
const ANSWERS = [[], ['no'], ['yes'], ['1'], ['robin', 'smith', 'yes']];

/**
 * Identifies the player (the object that moves when directions are typed at the start, but not when waiting, and whose
 * contents `inventory` lists) and the score's variable (the reply to `score` follows it). Depends only on the story
 * file, so all machines agree. Leaves the machine in any state.
 */
export function* surveyStory(machine: Machine, budget: number): Work<Cast> {
  let last: Cast = { player: null, roomsIn: 0, score: null, maximum: null };
  startStory(machine, 'survey');
  const openingCost = yield* runInSlices(machine, Math.min(budget, OPENING));
  const opening = { snapshot: takeSnapshot(machine), awaits: machine.awaits };
  let most = tryBudget(openingCost);
  let remaining = surveyBudget(most);
  const run: Run = function* (input) {
    if (remaining <= 0) return 'nothing';
    machine.input = input;
    remaining -= yield* runInSlices(machine, most);
    return machine.awaits;
  };
  let isMeasured = false;
  for (const answers of ANSWERS) {
    const start = yield* begin(machine, opening, answers, run);
    if (!start) continue;
    if (!isMeasured) {
      // A story may start slowly and then be fast.
      restoreSnapshot(machine, start);
      machine.input = waitWord(machine);
      most = tryBudget(yield* runInSlices(machine, most));
      remaining = surveyBudget(most);
      isMeasured = true;
    }
    const findings = yield* findCast(machine, start, run);
    const cast = { ...findings.cast, ...(yield* findScore(machine, start, run)) };
    if (findings.moved) return cast;
    if (last.player === null) last = cast;
  }
  return last;
}

const surveyBudget = (most: number): number => Math.min(SURVEY * most, MAX_SURVEY);

/** Runs with an input, or continues without one. Returns the input that the story then awaits. */
type Run = (input: string | null) => Work<Awaits>;

/** Runs from the opening to the first line input; undefined if there is none. */
function* begin(
  machine: Machine,
  opening: { snapshot: StorySnapshot; awaits: Awaits },
  answers: readonly string[],
  run: Run,
): Work<StorySnapshot | undefined> {
  restoreSnapshot(machine, opening.snapshot);
  let { awaits } = opening;
  const unusedAnswers = [...answers];
  for (let keys = 0; ; ) {
    if (awaits === 'key' && keys++ < MAX_KEYS) awaits = yield* run('enter');
    else if (awaits === 'line' && unusedAnswers.length > 0) awaits = yield* run(unusedAnswers.shift() ?? '');
    else break;
  }
  return awaits === 'line' ? takeSnapshot(machine) : undefined;
}

function* findCast(
  machine: Machine,
  begun: StorySnapshot,
  run: Run,
): Work<{ cast: Omit<Cast, 'score' | 'maximum'>; moved: boolean }> {
  const { objects } = machine;
  function* look(input: string): Work<SurveyedPlace> {
    restoreSnapshot(machine, begun);
    if (input !== '') yield* run(input);
    const parents = Array.from({ length: objects.count + 1 }, (_, object) => objects.parent(object));
    return { parents, room: findRoom(machine, { player: null, roomsIn: 0, score: null, maximum: null }) };
  }
  const before = yield* look('');
  const idle = yield* look(waitWord(machine));
  const drifts = (object: number): boolean => idle.parents[object] !== before.parents[object];
  const votes = new Map<number, number>();
  const places: SurveyedPlace[] = [];
  for (const direction of listDirections(machine)) {
    const after = yield* look(spellDirection(machine, direction));
    // Version 3 stores the room, so an object that moved there moved with the player.
    const areRoomsKnown = before.room !== null && after.room !== null;
    if (areRoomsKnown && before.room === after.room) continue;
    places.push(after);
    for (let object = 1; object <= objects.count; object++) {
      const [from = 0, to = 0] = [before.parents[object], after.parents[object]];
      if (from === to || from === 0 || to === 0 || drifts(object)) continue;
      if (areRoomsKnown && !walk(after.parents, object).includes(after.room ?? 0)) continue;
      votes.set(object, (votes.get(object) ?? 0) + 1);
    }
  }
  yield* look('');
  const most = Math.max(0, ...votes.values());
  const moving = [...votes.keys()].filter((object) => votes.get(object) === most);
  const likely =
    most > 0
      ? choose(machine, moving)
      : (findByName(machine, before) ?? findTaker(before, yield* look('take all')));
  const others = [...votes.keys()].sort((a, b) => (votes.get(b) ?? 0) - (votes.get(a) ?? 0) || a - b);
  const candidates = [...(likely === null ? [] : [likely]), ...others];
  const bearer = yield* findBearer(machine, begun, run, candidates);
  const player = bearer ?? likely;
  const moves = places.filter(({ parents }) => player !== null && parents[player] !== before.parents[player]);
  yield* look('look');
  const roomsIn =
    player === null ? 0 : findRoomsParent(machine, player, before, moves, machine.screen.takeText());
  return { cast: { player, roomsIn, ...(bearer !== null && { isBearer: true }) }, moved: most > 0 };
}

interface SurveyedPlace {
  /** By object number. */
  parents: number[];
  /** Only in version 3. */
  room: number | null;
}

/** The ancestors of an object, nearest first. */
function walk(parents: readonly number[], object: number): number[] {
  const chain = new Set<number>();
  for (let at = parents[object] ?? 0; at > 0 && !chain.has(at); at = parents[at] ?? 0) chain.add(at);
  return [...chain];
}

/**
 * Backdrops and followers move with the player, so choose by name, else by the number of global variables that refer to
 * the object.
 */
function choose(machine: Machine, candidates: readonly number[]): number | null {
  const namedPlayer = candidates.find((object) => PLAYER_NAMES.test(nameInTree(machine, object)));
  if (namedPlayer !== undefined) return namedPlayer;
  const values = globals(machine);
  const counts = new Map(
    candidates.map((object) => [object, values.filter((value) => value === object).length]),
  );
  const pointers = (object: number): number => counts.get(object) ?? 0;
  const [first] = [...candidates].sort((a, b) => pointers(b) - pointers(a) || a - b);
  return first ?? null;
}

/** Finds a player by name if no direction works. */
function findByName(machine: Machine, { parents, room }: SurveyedPlace): number | null {
  const here = (object: number): boolean =>
    room === null ? (parents[object] ?? 0) > 0 : walk(parents, object).includes(room);
  for (let object = 1; object < parents.length; object++)
    if (here(object) && PLAYER_NAMES.test(nameInTree(machine, object))) return object;
  return null;
}

/** Finds the object that received a taken thing, if no direction works and no object has a player's name. */
function findTaker(before: SurveyedPlace, after: SurveyedPlace): number | null {
  for (const [object, to] of after.parents.entries()) {
    const from = before.parents[object] ?? 0;
    if (from > 0 && to > 0 && from !== to && walk(after.parents, to).includes(from)) return to;
  }
  return null;
}

/** Limits: things put into an object to see if `inventory` lists them, and objects tried. */
const SAMPLES = 12;
const MAX_CANDIDATES = 60;

/**
 * Finds the object whose contents `inventory` lists, by putting things into each candidate, likeliest first. Null if
 * there is none, or if the story does not print names from the tree.
 */
function* findBearer(
  machine: Machine,
  begun: StorySnapshot,
  run: Run,
  likely: readonly number[],
): Work<number | null> {
  const { objects } = machine;
  const printedName = (object: number): string => nameInTree(machine, object).toLowerCase();
  function* list(into: number | null, things: readonly number[]): Work<string> {
    restoreSnapshot(machine, begun);
    if (into !== null) for (const thing of things) objects.insert(thing, into);
    yield* run('inventory');
    return machine.screen.takeText().toLowerCase();
  }
  const before = yield* list(null, []);
  restoreSnapshot(machine, begun);
  const all = Array.from({ length: objects.count }, (_, i) => i + 1);
  const parents = new Set(all.map((object) => objects.parent(object)));
  const pointedAt = new Set(globals(machine));
  const things = all.filter(
    (object) =>
      objects.parent(object) > 0 &&
      !pointedAt.has(object) &&
      !parents.has(object) &&
      !likely.includes(object) &&
      printedName(object).length > 2 &&
      !before.includes(printedName(object)),
  );
  const samples = things
    .filter((_, i) => i % Math.max(1, Math.floor(things.length / SAMPLES)) === 0)
    .slice(0, SAMPLES);
  if (samples.length === 0) return null;
  const others = all.filter((object) => objects.parent(object) > 0 && pointedAt.has(object));
  const candidates = [...new Set([...likely, ...others])].slice(0, MAX_CANDIDATES);
  for (const candidate of candidates) {
    const around = yield* list(candidate, samples);
    if (samples.some((thing) => around.includes(printedName(thing)))) return candidate;
  }
  return null;
}

/** Added to a variable to see if the reply to `score` follows; an unusual number. */
const CHANGE = 13;

/** Finds the global variable shown by `score`, and the maximum score in its reply; null if not found. */
function* findScore(machine: Machine, begun: StorySnapshot, run: Run): Work<Pick<Cast, 'score' | 'maximum'>> {
  const { memory, limit } = machine;
  function* runCommand(): Work<ReturnType<typeof readScoreText>> {
    let awaits = yield* run('score');
    let text = machine.screen.takeText();
    for (let keys = 0; keys < MAX_KEYS; keys++) {
      const isAtEnter = isEnterPrompt({ awaits, text });
      if (awaits !== 'key' && !isAtEnter) break;
      awaits = yield* run(isAtEnter ? '' : 'enter');
      text = machine.screen.takeText();
    }
    const answer = readScoreText(text);
    return awaits === 'nothing' ? { score: null, maximum: null } : answer;
  }
  restoreSnapshot(machine, begun);
  const { score: current, maximum } = yield* runCommand();
  if (current === null) return { score: null, maximum };
  restoreSnapshot(machine, begun);
  const holds = globals(machine).flatMap((value, number) => (signed(value) === current ? [number] : []));
  // Variable 1 is the score by the standard of version 3, and with most later compilers.
  const candidates = [...holds.filter((number) => number === 1), ...holds.filter((number) => number !== 1)];
  for (const number of candidates) {
    restoreSnapshot(machine, begun);
    putWord(memory, limit, globalAt(memory, number), (current + CHANGE) & 0xffff);
    if ((yield* runCommand()).score === current + CHANGE) return { score: number, maximum };
  }
  return { score: null, maximum };
}

/**
 * Finds the object that contains all rooms: the lowest common ancestor of two places; 0 if there is none. Standing up
 * does not change the room. If no direction works, uses the room's name on a line of the reply to `look`.
 */
function findRoomsParent(
  machine: Machine,
  player: number,
  before: SurveyedPlace,
  moves: readonly SurveyedPlace[],
  seen: string,
): number {
  const old = walk(before.parents, player);
  const common = moves.flatMap(({ parents }) => {
    const meeting = walk(parents, player).find((object) => old.includes(object)) ?? 0;
    const isInSameRoom = meeting !== 0 && (meeting === parents[player] || meeting === before.parents[player]);
    return isInSameRoom ? [] : [meeting];
  });
  if (common[0] !== undefined) return common[0];
  const lines = new Set(seen.split('\n').map(plainName));
  const room = old.find((object) => lines.has(plainName(nameInTree(machine, object))));
  return before.parents[room ?? 0] ?? 0;
}

function nameInTree({ objects }: Machine, object: number): string {
  try {
    return objects.name(object).trim();
  } catch {
    return '';
  }
}

/** Values of the global variables in dynamic memory. */
function globals({ memory, limit }: Machine): number[] {
  const table = wordAt(memory, HEADER.globals);
  const count = Math.min(MAX_GLOBALS, (limit - table) >> 1);
  return Array.from({ length: Math.max(count, 0) }, (_, i) => wordAt(memory, table + 2 * i));
}
