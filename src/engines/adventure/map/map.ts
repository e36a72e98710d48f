import type { PayloadOf } from '../../../events/events';
import type { Exit, Reading } from '../../../games/zmachine/types';
import { flatten } from '../lines';
import type { AdventureMap, Blocked, Edge, Room } from '../state-types';
import { compareWays, directionOf, wayOf } from './directions';

/** Most of each that a map holds; the oldest go. */
export const MAX_ROOMS = 500;
export const MAX_EDGES = 2_000;
export const MAX_BLOCKED = 1_000;
/** Most characters of a place's name, and of what a blocked way said. */
const MAX_NAME = 60;
const MAX_SAID = 120;

/** How prompts and pages name a place: `L12`. */
export const placeName = (id: number): string => `L${id}`;

/** A place with its name: `L12 Kitchen`. Places whose number can't be read are `an unknown place`. */
export function writePlace(map: Pick<AdventureMap, 'rooms'>, id: number | null): string {
  if (id === null) return 'an unknown place';
  const name = map.rooms.find((room) => room.id === id)?.name;
  return name ? `${placeName(id)} ${name}` : placeName(id);
}

/**
 * What one command shows of the map. A way is an edge when it was walked (one walking command, and the place changed),
 * or found by trying it and taking it back (`exits`); a walked one stays when trying shows another end. A way back is
 * never assumed. What failed is kept at the place where it was typed, with what the story said and the state of the
 * world; it is forgotten when the way opens. A way that was walked once and is shut now is both: an edge, and blocked.
 * Deaths, states that were taken back, and other commands that move the player make no edge.
 *
 * @param world state of the world after the command; see `AdventureState.world`
 */
export function foldMove(
  map: AdventureMap,
  done: PayloadOf<'command.executed'>,
  turn: number,
  world: number,
): AdventureMap {
  const { from, to, story, exits } = done;
  const start = from === null ? map : enter(map, { id: from, name: '' }, turn, false);
  const walked = from === null ? map : foldWalk(start, from, done, turn, world);
  // Taking a turn back brings the player somewhere without going there.
  const isArrival = to !== from && !isTakenBack(done);
  const at =
    to === null ? walked : enter(walked, { id: to, name: nameOf(story.reading, to) }, turn, isArrival);
  return bound(foldExits(at, to, exits, turn, world), to);
}

/** Where an episode begins, and what was tried there. */
export function foldPlace(
  map: AdventureMap,
  reading: Pick<Reading, 'location'>,
  exits: readonly Exit[] | null,
  turn: number,
  world: number,
): AdventureMap {
  const { location } = reading;
  if (location === null) return map;
  return bound(foldExits(enter(map, location, turn, true), location.id, exits, turn, world), location.id);
}

const nameOf = ({ location }: Reading, id: number): string => (location?.id === id ? location.name : '');

const isTakenBack = ({ story }: PayloadOf<'command.executed'>): boolean =>
  story.notes.some((note) => note === 'restored' || note === 'undone' || note === 'restarted');

/** The way that was walked, or that the command failed to walk, as the place before it remembers it. */
function foldWalk(
  map: AdventureMap,
  from: number,
  done: PayloadOf<'command.executed'>,
  turn: number,
  world: number,
): AdventureMap {
  const { command, to, died, moved, story } = done;
  const direction = wayOf(command);
  if (direction === null || isTakenBack(done)) return map;
  if (!died && moved && to !== null && to !== from) {
    return { ...map, ...putOpen(map, { from, direction, to, how: 'walked', turn }) };
  }
  // Only directions are remembered as blocked: other words are many, and the run remembers what was in vain. A story
  // that asks for a key, or that broke down, has not said no.
  if (directionOf(command) === null || story.awaits === 'key') return map;
  if (!died && (moved || to === null || story.stopped !== null)) return map;
  const said = flatten(story.text, MAX_SAID);
  const deadly = died ? { deadly: true as const } : {};
  return {
    ...map,
    ...putBlocked(map, { from, direction, text: said, how: 'walked', turn, world, ...deadly }),
  };
}

function foldExits(
  map: AdventureMap,
  from: number | null,
  exits: readonly Exit[] | null,
  turn: number,
  world: number,
): AdventureMap {
  if (from === null || exits === null) return map;
  let folded = map;
  for (const { direction, to, text, deadly } of exits) {
    if (to !== null && !deadly) {
      const known = hear(folded, to, turn);
      folded = { ...known, ...putOpen(known, { from, direction, to: to.id, how: 'probed', turn }) };
    } else {
      const said = flatten(text, MAX_SAID);
      const kills = deadly ? { deadly: true as const } : {};
      const way: Blocked = { from, direction, text: said, how: 'probed', turn, world, ...kills };
      folded = { ...folded, ...putBlocked(folded, way) };
    }
  }
  return folded;
}

const isSameWay =
  (way: { from: number; direction: string }) =>
  (other: { from: number; direction: string }): boolean =>
    other.from === way.from && other.direction === way.direction;

/** An open way replaces what was known of it; where a walked one leads, trying does not change. Newest last. */
function putOpen(map: AdventureMap, edge: Edge): Pick<AdventureMap, 'edges' | 'blocked'> {
  const isSame = isSameWay(edge);
  const known = map.edges.find(isSame);
  const kept = known?.how === 'walked' && edge.how === 'probed' ? known : edge;
  return {
    edges: [...map.edges.filter((other) => !isSame(other)), kept],
    blocked: map.blocked.some(isSame) ? map.blocked.filter((other) => !isSame(other)) : map.blocked,
  };
}

/** A blocked way forgets an edge that was only tried: it led there in another state of the world. */
function putBlocked(map: AdventureMap, blocked: Blocked): Pick<AdventureMap, 'edges' | 'blocked'> {
  const isSame = isSameWay(blocked);
  const known = map.blocked.find(isSame);
  const kept = known?.how === 'walked' && blocked.how === 'probed' ? { ...blocked, how: known.how } : blocked;
  return {
    edges: map.edges.filter((edge) => !isSame(edge) || edge.how === 'walked'),
    blocked: [...map.blocked.filter((other) => !isSame(other)), kept],
  };
}

/** The player is at a place. Its name may have changed; an empty one says nothing. */
function enter(
  map: AdventureMap,
  place: { id: number; name: string },
  turn: number,
  isArrival: boolean,
): AdventureMap {
  const known = map.rooms.find(({ id }) => id === place.id);
  const name = flatten(place.name, MAX_NAME) || (known?.name ?? '');
  const visits = known?.visits ?? 0;
  const room: Room = {
    id: place.id,
    name,
    firstTurn: known && visits > 0 ? known.firstTurn : turn,
    // Whoever is at a place has been there, however that came about.
    visits: isArrival ? visits + 1 : Math.max(1, visits),
  };
  return { ...map, rooms: putRoom(map.rooms, room) };
}

/** A place that a tried way leads to. */
function hear(map: AdventureMap, place: { id: number; name: string }, turn: number): AdventureMap {
  const known = map.rooms.find(({ id }) => id === place.id);
  const name = flatten(place.name, MAX_NAME) || (known?.name ?? '');
  if (known?.name === name) return map;
  const room = known ? { ...known, name } : { id: place.id, name, firstTurn: turn, visits: 0 };
  return { ...map, rooms: putRoom(map.rooms, room) };
}

const putRoom = (rooms: readonly Room[], room: Room): Room[] =>
  rooms.some(({ id }) => id === room.id)
    ? rooms.map((other) => (other.id === room.id ? room : other))
    : [...rooms, room];

/** Lets the oldest go; never the place where the player is, and no way from or to a place that went. */
function bound(map: AdventureMap, here: number | null): AdventureMap {
  let { rooms, edges, blocked } = map;
  if (rooms.length > MAX_ROOMS) {
    const others = rooms.filter(({ id }) => id !== here);
    const gone = new Set(others.slice(0, rooms.length - MAX_ROOMS).map(({ id }) => id));
    rooms = rooms.filter(({ id }) => !gone.has(id));
    edges = edges.filter(({ from, to }) => !gone.has(from) && !gone.has(to));
    blocked = blocked.filter(({ from }) => !gone.has(from));
  }
  return { rooms, edges: edges.slice(-MAX_EDGES), blocked: blocked.slice(-MAX_BLOCKED) };
}

/**
 * The map without what was found by trying and taking back: what a player who only walks knows. For runs whose prompts
 * don't carry what was tried.
 */
export const walkedOnly = ({ rooms, edges, blocked }: AdventureMap): AdventureMap => ({
  rooms: rooms.filter(({ visits }) => visits > 0),
  edges: edges.filter(({ how }) => how === 'walked'),
  blocked: blocked.filter(({ how }) => how === 'walked'),
});

/** A way from a place: where it leads, and what it said when it was shut. Both, when it was walked once and is shut now. */
export interface WayOut {
  direction: string;
  edge: Edge | null;
  blocked: Blocked | null;
}

/** All ways by the place they start from, in the order of directions. */
export function listWays(map: AdventureMap): Map<number, WayOut[]> {
  const edges = Map.groupBy(map.edges, ({ from }) => from);
  const blocked = Map.groupBy(map.blocked, ({ from }) => from);
  const places = new Set([...edges.keys(), ...blocked.keys()]);
  return new Map(
    [...places].map((place) => [place, joinWays(edges.get(place) ?? [], blocked.get(place) ?? [])]),
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
