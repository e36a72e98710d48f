import { DIRECTIONS, findDirection, isUnderstood, oppositeDirection, plainCommand } from 'zmachine-story';
import { survey } from './find-path';
import {
  findNouns,
  findSayings,
  hasReason,
  isDark,
  isLocked,
  isOverladen,
  KEYS,
  LIGHTS,
  list,
  READABLES,
} from './lexicon';
import { placeName, writePlace } from './map';
import { currentPlace, NOTHING_LEFT } from './memory';
import { type Choice, firstChoice } from './scene';
import type { Edge, Memory, Turn } from './types';

/**
 * Plays a fair run: only from printed text and typed commands, without trials. Takes visible things, opens containers
 * and doors, walks every way once (ways named in the text first), then examines things. It has no dictionary, so it
 * types words from the text.
 */

const OPENS =
  /^(?:box|mailbox|chest|case|crate|drawer|cupboard|cabinet|bin|tin|bag|sack|trunk|jar|safe|locker|door|gate|hatch|trapdoor|window|desk|wardrobe|basket|bottle|envelope|package|grating)$/;
const PEOPLE =
  /^(?:man|woman|boy|girl|guard|clerk|priest|wizard|witch|king|queen|child|robot|troll|dwarf|elf|merchant|captain|sailor|butler|doctor|professor)$/;
/** Things of a place to examine. */
const MAX_NOUNS = 8;
/** Commands whose replies name things; other replies refuse, count or list. */
const INFORMATIVE = /^(?:look|l|examine|x|search|open|read|move|unlock|turn|push|pull)\b/;
/** A thing with its article and up to two modifiers. */
const NAMED =
  /\b(?:an?|the|some|your|his|her|its|this|that|these)\s+((?:[a-z][a-z'-]*\s+){0,2}[a-z][a-z'-]*)/gi;
/** Words after which the name of a thing ends. */
const SAYS_MORE =
  /^(?:reveals?|shows?|holds?|contains?|leads?|stands?|lies|hangs?|sits?|reads?|says?|runs?|opens?|looks?|rests?|fills?|covers?|possible|maximum|important|[a-z]{2,}ed)$/;
/** Verbs to try once all places were walked and examined. */
const LATER = list('search, move, push, pull, turn, enter, climb, look under, look behind');
/** Turns at one place before leaving it. */
const STANDING = 10;
/** A word that the story reports as unknown. */
const UNKNOWN = /\b(?:don'?t|do not) (?:know|understand|recogni[sz]e) the word ["“']?([a-z'-]+)/i;
/** Turns before retrying a blocked way. */
const SHUT_FOR = 8;
/** Replies to unknown verbs; those to missing things differ. */
const NO_SENSE = /\b(?:don'?t|do not) understand\b|\bnot a verb\b|\bonly understood you as far\b/i;
/** Commands for getting up, and replies that ask for it, with the thing to leave. */
const RISING = ['stand up', 'get up', 'exit'];
const RISES = /^(?:stand|get (?:up|out|off)|exit)\b/;
const HOLDS =
  /\b(?:get|climb|stand)(?:ting)? (?:up|(?:out|off)(?: of)?(?: (?:the|your|that) ([a-z ]{2,30}?))?) (?:first|before)\b/i;
const ANY_WORD = { knows: () => true };

export function chooseFairly(turn: Turn): Choice {
  const scene = readPage(turn);
  return (
    confirm(turn) ??
    riseUp(scene) ??
    checkInventory(scene) ??
    lightUp(scene) ??
    takeThings(scene) ??
    openThings(scene) ??
    continueFair(scene) ??
    walkToNamed(scene) ??
    walkToNew(scene) ??
    examineMore(scene) ??
    handle(scene) ??
    wander(scene)
  );
}

const confirm = ({ state, rejected = [] }: Turn): Choice | null =>
  rejected.length === 0 && /\b(?:right|correct)\?\s*$/i.test(state.story?.text ?? '')
    ? { command: 'yes', why: 'The story asks whether that is right.' }
    : null;

type Page = ReturnType<typeof readPage>;

/** The run's knowledge of the current place: texts printed there, commands typed there, and things named. */
function readPage({ state, turn, rejected = [] }: Turn) {
  const here = currentPlace(state);
  const at = placeName(here);
  const moves = state.recent.filter(({ from, to }) => from === here || to === here);
  const arrivals = moves.filter(
    ({ to, moved, command }) => to === here && (moved || /^l(?:ook)?$/.test(command)),
  );
  const arrival = arrivals.at(-1);
  // Older texts are no longer in the recent moves, so only the newest text remains.
  const texts = [
    ...(arrival ? [arrival.text] : []),
    ...moves
      .filter(
        ({ to, moved, command, text: said }) =>
          to === here && !moved && INFORMATIVE.test(command) && isUnderstood(said),
      )
      .map(({ text }) => text),
    ...(moves.length === 0 ? [state.story?.text ?? ''] : []),
  ];
  const text = [...new Set(texts)].join('\n');
  const typedHere = new Set([
    ...Object.keys(state.vain[at] ?? {}),
    ...(state.deadly[at] ?? []),
    ...state.progress.effective.flatMap((one) =>
      one.startsWith(`${at} `) ? [one.slice(at.length + 1)] : [],
    ),
    ...moves.flatMap(({ from, command }) => (from === here ? [plainCommand(command)] : [])),
    ...rejected.map(({ command }) => plainCommand(command)),
  ]);
  const pockets = (state.story?.reading.inventory ?? []).map(({ name }) => headNoun(name));
  const missing = new Set(
    moves.flatMap(({ command, text: said }) =>
      /^examine /.test(command) && !isUnderstood(said) ? [command.slice('examine '.length)] : [],
    ),
  );
  const nouns = listNouns(text).filter((noun) => !pockets.includes(noun) && !missing.has(noun));
  const strangeVerbs = listStrangeVerbs(state);
  const unknown = new Set(state.recent.flatMap(({ text }) => UNKNOWN.exec(text)?.[1]?.toLowerCase() ?? []));
  const isDone = (command: string): boolean =>
    typedHere.has(command) ||
    strangeVerbs.has(command.split(' ')[0] ?? '') ||
    command.split(' ').some((word) => unknown.has(word));
  const everywhere = [
    ...Object.values(state.vain).flatMap(Object.keys),
    ...state.recent.map(({ command }) => command),
  ];
  const effectiveCommands = state.progress.effective.map((one) => one.slice(one.indexOf(' ') + 1));
  const typedAnywhere = new Set([...everywhere, ...effectiveCommands].map(plainCommand));
  return {
    ...{ state, turn, here, text, pockets, nouns, isDone },
    /** For a carried thing, a command counts at any place. */
    wasDone: (command: string): boolean => isDone(command) || typedAnywhere.has(command),
    /** True if no description of the place is in the recent moves. */
    isUnseen: arrival === undefined,
    arrival: arrival?.text ?? state.story?.text ?? '',
  };
}

/** Verbs that were never understood, with several different things. */
function listStrangeVerbs({ recent }: Memory): Set<string> {
  const answers = recent.filter(({ command }) => /^\S+ \S/.test(command));
  const verbOf = (command: string): string => command.split(' ')[0] ?? '';
  const understoodVerbs = new Set(
    answers.flatMap(({ command, text }) => (NO_SENSE.test(text) ? [] : [verbOf(command)])),
  );
  const counts = new Map<string, number>();
  for (const { command } of answers) counts.set(verbOf(command), (counts.get(verbOf(command)) ?? 0) + 1);
  return new Set(
    [...counts].flatMap(([verb, count]) => (count > 2 && !understoodVerbs.has(verb) ? [verb] : [])),
  );
}

/** The noun of a thing's name, its last word. */
const headNoun = (name: string): string =>
  name
    .toLowerCase()
    .split(/ of | in | with /)[0]
    ?.split(/\s+/)
    .at(-1) ?? name;

/** Nouns with an article in a text, in order. */
function listNouns(text: string): string[] {
  const fits = new Set(findNouns(text, ANY_WORD));
  const heads = [...text.matchAll(NAMED)].flatMap(([, words = '']) => {
    const all = words.toLowerCase().split(/\s+/);
    const end = all.findIndex(
      (word) =>
        (!fits.has(word) || SAYS_MORE.test(word)) &&
        !/^(?:small|large|little|old|big|long|white|black|red|green|blue|brown|gr[ae]y|golden|dark|open|closed|locked|new|good)$/.test(
          word,
        ),
    );
    const head = all.slice(0, end < 0 ? undefined : end).findLast((word) => fits.has(word));
    return head === undefined ? [] : [head];
  });
  return [...new Set(heads)]
    .filter((noun) => findDirection(noun) === null && !/ly$|'/.test(noun))
    .slice(0, MAX_NOUNS);
}

const type =
  (scene: Page, why: string) =>
  (command: string): Choice | null =>
    scene.isDone(command) ? null : { command, why };

const once =
  (scene: Page, why: string) =>
  (command: string): Choice | null =>
    scene.wasDone(command) ? null : { command, why };

/** Looks around in a new place; checks the inventory at the start and after taking something. */
function checkInventory(scene: Page): Choice | null {
  const { state } = scene;
  const { recent, story } = state;
  if (scene.isUnseen && recent.at(-1)?.command !== 'look')
    return { command: 'look', why: 'I want to see where I am.' };
  const asksNow = state.maximum === undefined && recent.length > 0 && recent.length < 4;
  if (asksNow && !recent.some(({ command }) => command === 'score'))
    return { command: 'score', why: 'I want to know how many points there are.' };
  const listedAt = recent.findLastIndex(({ command }) => command === 'inventory');
  const isStale = recent
    .slice(listedAt + 1)
    .some(({ command, effect }) => effect && !RISES.test(command) && /^(?:take|get|drop)\b/.test(command));
  const isUnknown = story?.reading.confidence.inventory === 'unknown' && listedAt < 0;
  return isUnknown || isStale ? { command: 'inventory', why: 'I want to know what I carry.' } : null;
}

/** The last turn in which the player got up here; 0: never. */
const roseAt = ({ state, here }: Pick<Page, 'state' | 'here'>): number =>
  state.recent.findLast(({ from, effect, command }) => from === here && effect && RISES.test(command))
    ?.turn ?? 0;

/** Gets up, or out of something, if a reply demanded it before walking. */
function riseUp(scene: Page): Choice | null {
  const since = roseAt(scene);
  const refusal = scene.state.recent
    .slice(-STANDING)
    .find(
      ({ from, to, turn, command, text }) =>
        turn > since &&
        from === scene.here &&
        to === from &&
        findDirection(command) !== null &&
        HOLDS.test(text),
    );
  if (!refusal) return null;
  const thing = HOLDS.exec(refusal.text)?.[1];
  const noun = thing === undefined ? '' : headNoun(thing);
  const commands = noun === '' ? RISING : [`get out of ${noun}`, `get off ${noun}`, ...RISING];
  return firstChoice(commands, type(scene, 'I have to get up first.'));
}

function lightUp(scene: Page): Choice | null {
  const lamp = scene.pockets.find((noun) => LIGHTS.test(noun));
  if (!isDark(scene.arrival)) return null;
  const commands = lamp === undefined ? ['turn on light'] : [`turn on ${lamp}`, `light ${lamp}`];
  return firstChoice(commands, type(scene, 'It is dark.'));
}

/** Takes everything once, then the contents of opened things. */
function takeThings(scene: Page): Choice | null {
  const last = scene.state.recent.at(-1);
  if (last && isOverladen(last.text) && /^take\b/.test(last.command)) return null;
  const isEmpty = scene.nouns.length === 0;
  const all = isEmpty ? null : type(scene, 'Something here may be worth having.')('take all');
  if (all) return all;
  if (!last?.effect || !/^(?:open|search|move|look in)\b/.test(last.command)) return null;
  return firstChoice(
    listNouns(last.text).filter((noun) => !last.command.includes(noun)),
    (noun) => type(scene, 'It was not to be seen before.')(`take ${noun}`),
  );
}

function openThings(scene: Page): Choice | null {
  const { nouns, pockets, state, here, text } = scene;
  const key = pockets.find((noun) => KEYS.test(noun));
  const isLockedHere =
    isLocked(text) || state.map.blocked.some((way) => way.from === here && isLocked(way.text));
  const unlock = (noun: string): Choice | null =>
    isLockedHere && key !== undefined
      ? type(scene, 'Something here is locked, and I have a key.')(`unlock ${noun} with ${key}`)
      : null;
  return (
    firstChoice(
      nouns.filter(canOpen),
      (noun) => unlock(noun) ?? type(scene, 'It may be opened.')(`open ${noun}`),
    ) ?? firstChoice(pockets.filter(canOpen), (noun) => once(scene, 'It may be opened.')(`open ${noun}`))
  );
}

const canOpen = (noun: string): boolean => OPENS.test(noun);

/** Opens a thing after unlocking it, and retries a blocked way after opening something here. */
function continueFair({ state, here }: Page): Choice | null {
  const last = state.recent.at(-1);
  if (!last?.effect || last.from !== here) return null;
  const unlockedThing = /^unlock (.+) with /.exec(last.command)?.[1];
  if (unlockedThing !== undefined) return { command: `open ${unlockedThing}`, why: 'It is unlocked now.' };
  const shutWay = state.map.blocked.find((way) => way.from === here && !way.deadly && hasReason(way.text));
  return shutWay && /^(?:open|move|push|pull|turn)\b/.test(last.command)
    ? { command: shutWay.direction, why: 'Something has changed here, and the way may be open.' }
    : null;
}

/** Untyped directions here, as far as the map knows. */
function listUntried(scene: Page): string[] {
  const { state, here, isDone } = scene;
  if (here === null) return DIRECTIONS.filter((direction) => !isDone(direction));
  const since = roseAt(scene);
  // Ways that were blocked while the player sat or lay.
  const freeWays = new Set(
    state.map.blocked.flatMap((way) =>
      way.from === here && way.turn < since && HOLDS.test(way.text) ? [way.direction] : [],
    ),
  );
  const knownWays = new Set(
    [...state.map.edges, ...state.map.blocked].flatMap((way) => (way.from === here ? [way.direction] : [])),
  );
  return DIRECTIONS.filter(
    (direction) => freeWays.has(direction) || (!knownWays.has(direction) && !isDone(direction)),
  );
}

function walkToNamed(scene: Page): Choice | null {
  const words = new Set(scene.arrival.toLowerCase().match(/[a-z]+/g) ?? []);
  const isNamed = (way: string): boolean =>
    words.has(way) &&
    way !== 'in' &&
    way !== 'out' &&
    (way !== 'up' ||
      /\b(?:stairs?|ladder|climb|goes|leads?|lead) ?(?:\w+ )?up\b|\bupstairs\b/i.test(scene.arrival));
  return firstChoice(listUntried(scene).filter(isNamed), type(scene, 'The text speaks of a way there.'));
}

/** Walks an untried direction here or at the nearest place with one. */
function walkToNew(scene: Page): Choice | null {
  const { state, here } = scene;
  // The way back leads to a known place, so try it last.
  const back = oppositeDirection(findDirection(state.recent.at(-1)?.command ?? '') ?? '');
  const ways = listUntried(scene).filter((way) => way !== 'in' && way !== 'out');
  const [way] = [...ways.filter((one) => one !== back), ...ways.filter((one) => one === back)];
  if (way !== undefined) return { command: way, why: 'I never went that way.' };
  const next = survey(state.map, here).unexplored.find(
    ({ place, path }) => place !== here && path && path.length > 0,
  );
  const step = next?.path?.[0];
  return step && next
    ? { command: step.direction, why: `On the way to ${writePlace(state.map, next.place)}.` }
    : null;
}

/** Examines carried things and those named in the text, reads texts and says suggested words. */
function examineMore(scene: Page): Choice | null {
  const { nouns, pockets, text } = scene;
  if (isLong(scene)) return null;
  const why = 'I have not looked closer yet.';
  const ofPockets = pockets.flatMap((noun) => [
    READABLES.test(noun) ? `read ${noun}` : `examine ${noun}`,
    `search ${noun}`,
    `open ${noun}`,
  ]);
  const ofSeen = nouns.flatMap((noun) => {
    return [
      `examine ${noun}`,
      ...(READABLES.test(noun) ? [`read ${noun}`] : []),
      ...(PEOPLE.test(noun) ? [`talk to ${noun}`] : []),
      `take ${noun}`,
    ];
  });
  const sayings = findSayings(text, ANY_WORD)
    .slice(0, 2)
    .map((word) => `say ${word}`);
  return firstChoice(ofPockets, once(scene, why)) ?? firstChoice([...ofSeen, ...sayings], type(scene, why));
}

const handle = (scene: Page): Choice | null =>
  isLong(scene)
    ? null
    : firstChoice(
        scene.nouns.flatMap((noun) => LATER.map((verb) => `${verb} ${noun}`)),
        type(scene, 'Every way was walked; something here may move.'),
      );

/** True after many turns here if a way leads out. */
const isLong = (scene: Page): boolean =>
  scene.state.recent.length >= STANDING &&
  scene.state.recent.slice(-STANDING).every(({ from, to }) => from === scene.here && to === scene.here) &&
  listOpen(scene).length > 0;

/** Walked ways from here that were not blocked recently. */
function listOpen({ here, turn, state: { map } }: Page): Edge[] {
  const isShut = ({ from, direction }: Edge): boolean =>
    map.blocked.some((way) => way.from === from && way.direction === direction && turn - way.turn < SHUT_FOR);
  return map.edges.filter((edge) => edge.from === here && edge.to !== here && !isShut(edge));
}

/** Goes to the place visited least recently; without ways, retries all directions, then gives up. */
function wander(scene: Page): Choice {
  const lastSeen = (place: number): number => scene.state.recent.findLastIndex(({ to }) => to === place);
  const [way] = listOpen(scene).toSorted((a, b) => lastSeen(a.to) - lastSeen(b.to));
  if (way)
    return {
      command: way.direction,
      why: 'Nothing is left to do here. Perhaps something changed elsewhere.',
    };
  const typedAt = (command: string): number =>
    scene.state.recent.findLastIndex((move) => move.command === command);
  const [oldest] = DIRECTIONS.toSorted((a, b) => typedAt(a) - typedAt(b));
  // The map merges places of the same name: a direction blocked in one may be open in another.
  const hasTriedAll =
    oldest === undefined || typedAt(oldest) >= scene.state.recent.length - DIRECTIONS.length;
  return hasTriedAll
    ? { command: 'look', why: NOTHING_LEFT }
    : {
        command: oldest,
        why: 'Nothing is left to do here, and no way is known. Perhaps this one leads on now.',
      };
}
