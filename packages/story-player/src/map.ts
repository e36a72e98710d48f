import { compareWays, type Exit, findDirection, readWay, type StoryReading } from 'zmachine-story';
import { flatten } from './cut';
import type { Blocked, Edge, Played, Room, Standing, StoryMap } from './types';

/** Limits of a map; the oldest entries are dropped. */
export const MAX_ROOMS = 500;
export const MAX_EDGES = 2_000;
export const MAX_BLOCKED = 1_000;
/** In characters. */
const MAX_NAME = 60;
const MAX_SAID = 120;

/** A place's id in texts and tables: `L12`; `L?` if unknown. */
export const placeName = (id: number | null): string => (id === null ? 'L?' : `L${id}`);

/** Id and name: `L12 Kitchen`; `an unknown place` without an id. */
export function writePlace(map: Pick<StoryMap, 'rooms'>, id: number | null): string {
  if (id === null) return 'an unknown place';
  const name = map.rooms.find((room) => room.id === id)?.name;
  return name ? `${placeName(id)} ${name}` : placeName(id);
}

/**
 * Adds the result of a command to the map. A way becomes an edge when walked (one walking command that changed the
 * place) or probed (`exits`); probing does not change the end of a walked edge. Never assumes a way back. A failed way
 * is blocked, with the reply and the world's state, until it opens; it may also be an edge if it was walked before.
 * Deaths, reverted states and other commands that move the player add no edge.
 * @param world state of the world after the command; see `Memory.world`
 */
export function foldMove(map: StoryMap, done: Played, turn: number, world: number): StoryMap {
  const { from, to, story, exits } = done;
  const start = from === null ? map : enter(map, { id: from, name: '' }, turn, false);
  const walkedMap = from === null ? map : foldWalk(start, from, done, turn, world);
  // Undo moves the player without walking.
  const isArrival = to !== from && !isUndone(done);
  const at =
    to === null
      ? walkedMap
      : enter(walkedMap, { id: to, name: roomName(story.reading, to) }, turn, isArrival);
  return bound(foldExits(at, to, exits, turn, world), to);
}

/**
 * Adds the first place of an episode or loaded save, and its probed ways.
 * @param isArrival the player came there; else it counts as one visit
 */
export function foldPlace(
  map: StoryMap,
  reading: Pick<StoryReading, 'location'>,
  exits: readonly Exit[] | null,
  turn: number,
  world: number,
  isArrival = true,
): StoryMap {
  const { location } = reading;
  if (location === null) return map;
  const arrivedMap = enter(map, location, turn, isArrival);
  return bound(foldExits(arrivedMap, location.id, exits, turn, world), location.id);
}

const roomName = ({ location }: StoryReading, id: number): string =>
  location?.id === id ? location.name : '';

/** True if the story restored an earlier state or restarted. */
export const isUndone = ({ story }: { story: Standing }): boolean =>
  story.notes.some((note) => note === 'restored' || note === 'undone' || note === 'restarted');

function foldWalk(map: StoryMap, from: number, done: Played, turn: number, world: number): StoryMap {
  const { command, to, died, moved, story } = done;
  const direction = readWay(command);
  if (direction === null || isUndone(done)) return map;
  if (!died && moved && to !== null && to !== from)
    return putOpen(map, { from, direction, to, how: 'walked', turn });
  // Remember only directions as blocked: other commands are too many, and the run stores failed ones. A request for a
  // key or a crash is not a refusal.
  if (findDirection(command) === null || story.awaits === 'key') return map;
  if (!died && (moved || to === null || story.stopped !== null)) return map;
  return putBlocked(map, { from, direction, text: story.text, how: 'walked', turn, world }, died);
}

function foldExits(
  map: StoryMap,
  from: number | null,
  exits: readonly Exit[] | null,
  turn: number,
  world: number,
): StoryMap {
  if (from === null || exits === null) return map;
  return exits.reduce((probedMap, { direction, to, text, deadly }) => {
    if (to === null || deadly)
      return putBlocked(probedMap, { from, direction, text, how: 'probed', turn, world }, deadly);
    return putOpen(addRefusal(probedMap, to, turn), { from, direction, to: to.id, how: 'probed', turn });
  }, map);
}

const isSameWay =
  (way: { from: number; direction: string }) =>
  (other: { from: number; direction: string }): boolean =>
    other.from === way.from && other.direction === way.direction;

/** Adds an open way, replacing its old entry; probing does not change the end of a walked way. Newest last. */
function putOpen(map: StoryMap, edge: Edge): StoryMap {
  const isSame = isSameWay(edge);
  const oldEdge = map.edges.find(isSame);
  const newEdge = oldEdge?.how === 'walked' && edge.how === 'probed' ? oldEdge : edge;
  return {
    ...map,
    edges: [...map.edges.filter((other) => !isSame(other)), newEdge],
    blocked: map.blocked.some(isSame) ? map.blocked.filter((other) => !isSame(other)) : map.blocked,
  };
}

/** Adds a blocked way and removes an edge that was only probed, in another state of the world. */
function putBlocked(map: StoryMap, { text, ...way }: Blocked, isDeadly: boolean): StoryMap {
  const isSame = isSameWay(way);
  const oldEntry = map.blocked.find(isSame);
  const { from, direction, turn, world } = way;
  const how = oldEntry?.how === 'walked' ? 'walked' : way.how;
  const deadly = isDeadly ? { deadly: true as const } : {};
  return {
    ...map,
    edges: map.edges.filter((edge) => !isSame(edge) || edge.how === 'walked'),
    blocked: [
      ...map.blocked.filter((other) => !isSame(other)),
      { from, direction, text: flatten(text, MAX_SAID), how, turn, world, ...deadly },
    ],
  };
}

/** Records that the player is at a place. Updates the name unless empty. */
function enter(
  map: StoryMap,
  place: { id: number; name: string },
  turn: number,
  isArrival: boolean,
): StoryMap {
  const oldRoom = map.rooms.find(({ id }) => id === place.id);
  const name = flatten(place.name, MAX_NAME) || (oldRoom?.name ?? '');
  const visits = oldRoom?.visits ?? 0;
  const room: Room = {
    id: place.id,
    name,
    firstTurn: oldRoom && visits > 0 ? oldRoom.firstTurn : turn,
    // The player's place is visited, regardless of how they got there.
    visits: isArrival ? visits + 1 : Math.max(1, visits),
  };
  return { ...map, rooms: putRoom(map.rooms, room) };
}

/** Adds the end of a probed way. */
function addRefusal(map: StoryMap, place: { id: number; name: string }, turn: number): StoryMap {
  const oldRoom = map.rooms.find(({ id }) => id === place.id);
  const name = flatten(place.name, MAX_NAME) || (oldRoom?.name ?? '');
  if (oldRoom?.name === name) return map;
  const room = oldRoom ? { ...oldRoom, name } : { id: place.id, name, firstTurn: turn, visits: 0 };
  return { ...map, rooms: putRoom(map.rooms, room) };
}

const putRoom = (rooms: readonly Room[], room: Room): Room[] =>
  rooms.some(({ id }) => id === room.id)
    ? rooms.map((other) => (other.id === room.id ? room : other))
    : [...rooms, room];

/** Drops the oldest entries except the player's place, and the ways of dropped places. */
function bound(map: StoryMap, here: number | null): StoryMap {
  let { rooms, edges, blocked } = map;
  if (rooms.length > MAX_ROOMS) {
    const others = rooms.filter(({ id }) => id !== here);
    const droppedIds = new Set(others.slice(0, rooms.length - MAX_ROOMS).map(({ id }) => id));
    rooms = rooms.filter(({ id }) => !droppedIds.has(id));
    edges = edges.filter(({ from, to }) => !droppedIds.has(from) && !droppedIds.has(to));
    blocked = blocked.filter(({ from }) => !droppedIds.has(from));
  }
  return { rooms, edges: edges.slice(-MAX_EDGES), blocked: blocked.slice(-MAX_BLOCKED) };
}

/** The map without probed ways, for runs whose prompts don't show them. */
export const walkedOnly = ({ rooms, edges, blocked }: StoryMap): StoryMap => ({
  rooms: rooms.filter(({ visits }) => visits > 0),
  edges: edges.filter(({ how }) => how === 'walked'),
  blocked: blocked.filter(({ how }) => how === 'walked'),
});

/** A way from a place. Has both an edge and a refusal if it was walked before and is blocked now. */
export interface WayOut {
  direction: string;
  edge: Edge | null;
  blocked: Blocked | null;
}

/** All ways by starting place, in the order of directions. */
export function listWays(map: StoryMap): Map<number, WayOut[]> {
  const edges = groupBy(map.edges, ({ from }) => from);
  const blockedByPlace = groupBy(map.blocked, ({ from }) => from);
  const places = new Set([...edges.keys(), ...blockedByPlace.keys()]);
  return new Map(
    [...places].map((place) => [place, joinWays(edges.get(place) ?? [], blockedByPlace.get(place) ?? [])]),
  );
}

function joinWays(edges: readonly Edge[], blocked: readonly Blocked[]): WayOut[] {
  const directions = new Set([...edges, ...blocked].map(({ direction }) => direction));
  return [...directions].sort(compareWays).map((direction) => ({
    direction,
    edge: edges.find((edge) => edge.direction === direction) ?? null,
    blocked: blocked.find((way) => way.direction === direction) ?? null,
  }));
}

/** `Map.groupBy`, which Node 20 lacks. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
