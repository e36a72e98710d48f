/**
 * The memory of a player: the map, the newest moves, failed and deadly commands. Plain JSON of limited size, changed by
 * pure functions.
 */
import { cutMiddle } from './cut';
import { foldMove, foldPlace, placeName } from './map';
import { beginProgress, foldProgress } from './progress';
import type { Life, Memory, Move, Played } from './types';

export { cutMiddle, cutText, flatten, shorten } from './cut';
export { survey } from './find-path';
export {
  listWays,
  MAX_BLOCKED,
  MAX_EDGES,
  MAX_ROOMS,
  placeName,
  type WayOut,
  walkedOnly,
  writePlace,
} from './map';
export type { Blocked, Edge, Memory, Move, Played, Progress, Room, Standing, StoryMap } from './types';

/** Limits: moves, characters of a reply and of a reason, failed commands of a place, places with thoughts. */
export const RECENT_MOVES = 30;
export const RECENT_TEXT = 1_000;
const MAX_THINKING = 600;
const MAX_FUTILE = 200;
const MAX_THOUGHTS = 500;
export const MAX_THOUGHT = 1_200;

/** How the reason begins with which a player gives up. */
export const NOTHING_LEFT = 'There is nothing left to try.';

/** The memory of a player who has not begun. */
export const newMemory = (): Memory => ({
  ...{ story: null, exits: null, world: 0, vain: {}, deadly: {}, thoughts: {}, notes: [], objectives: [] },
  ...{ map: { rooms: [], edges: [], blocked: [] }, recent: [], episodes: [], curve: [] },
  progress: beginProgress(0),
});

/** The player's place; null if unknown or before the first life. */
export const currentPlace = ({ story }: Pick<Memory, 'story'>): number | null =>
  story?.reading.location?.id ?? null;

type Begun = Pick<Played, 'story' | 'exits'>;

/** Begins another life at the start of the story. Keeps the map, thoughts and deadly commands. */
export function startLife<M extends Memory>(memory: M, { story, exits }: Begun, turn: number): M {
  const { score } = story.reading;
  const n = memory.episodes.length + 1;
  return {
    ...putStory(memory, { story, exits }, turn),
    episodes: [...memory.episodes, { n, turn, turns: 0, deaths: 0, score, best: score, end: null }],
    map: foldPlace(memory.map, story.reading, exits, turn, memory.world),
    progress: beginProgress(turn, story.reading),
    // Failed commands may work in the next life; deadly ones stay deadly.
    vain: {},
    recent: [],
  };
}

/**
 * Returns to an earlier state of the story, or to a saved game, with all later knowledge.
 * @param isForeign true if the state may be at a place that is new to the memory
 */
export function restoreLife<M extends Memory>(memory: M, to: Begun, turn: number, isForeign = false): M {
  const world = memory.world + 1;
  const { map } = memory;
  return {
    ...putStory(memory, to, turn),
    world,
    map: isForeign ? foldPlace(map, to.story.reading, to.exits, turn, world, false) : map,
    progress: beginProgress(turn, to.story.reading),
  };
}

/**
 * Remembers a typed command.
 * @param turn number of the turn, from 1; a turn may have several commands
 */
export function remember<M extends Memory>(memory: M, done: Played, turn: number): M {
  const { command, from, effect, moved, died, story, thinking } = done;
  // Walking does not change the effects of commands.
  const world = effect && !moved ? memory.world + 1 : memory.world;
  const place = placeName(from);
  const inVain = !effect && !moved && story.stopped === null;
  const { [command]: _again, ...others } = memory.vain[place] ?? {};
  const otherVain = Object.fromEntries(Object.entries(others).slice(-MAX_FUTILE));
  const deaths = memory.deadly[place] ?? [];
  return {
    ...putStory(memory, done, turn),
    world,
    vain: { ...memory.vain, [place]: inVain ? { ...otherVain, [command]: world } : otherVain },
    deadly:
      died && !deaths.includes(command) ? { ...memory.deadly, [place]: [...deaths, command] } : memory.deadly,
    ...(thinking !== null &&
      done.by === 'adventurer' && { thoughts: foldThought(memory, place, thinking, turn) }),
    episodes: memory.episodes.map((life) => (life.end === null ? foldLife(life, done, turn) : life)),
    progress: foldProgress(memory.progress, done, turn, memory),
    map: foldMove(memory.map, done, turn, world),
    recent: [...memory.recent, toMove(done, turn)].slice(-RECENT_MOVES),
  };
}

/** The fields that follow from the state of the story. */
function putStory<M extends Memory>(memory: M, { story, exits }: Begun, turn: number): M {
  const { score, maximum } = story.reading;
  const isNewScore = score !== null && memory.curve.at(-1)?.[1] !== score;
  return {
    ...memory,
    story,
    exits,
    curve: isNewScore ? [...memory.curve, [turn, score]] : memory.curve,
    ...(typeof maximum === 'number' && { maximum }),
  };
}

function foldThought({ thoughts, world }: Memory, place: string, thinking: string, turn: number) {
  const { [place]: _before, ...others } = thoughts;
  const newest = Object.fromEntries(Object.entries(others).slice(1 - MAX_THOUGHTS));
  return { ...newest, [place]: { text: cutMiddle(thinking, MAX_THOUGHT), turn, world } };
}

function foldLife(life: Life, { story, died }: Played, turn: number): Life {
  const score = story.reading.score ?? life.score;
  const best = score === null ? life.best : Math.max(score, life.best ?? score);
  return { ...life, turns: turn - life.turn + 1, deaths: life.deaths + (died ? 1 : 0), score, best };
}

/** A command and its result as stored. Cuts the middle of long texts. */
export function toMove(done: Played, turn: number): Move {
  const { command, by, from, to, story, effect, moved, died, thinking } = done;
  return {
    turn,
    command,
    by,
    from,
    to,
    text: cutMiddle(story.text, RECENT_TEXT),
    effect,
    moved,
    score: story.reading.score,
    died,
    thinking: thinking === null ? null : cutMiddle(thinking, MAX_THINKING),
  };
}
