import {
  listWays,
  placeName,
  type Room,
  type StoryMap,
  survey,
  type WayOut,
  writePlace,
} from 'story-player/memory';
import type { MapView } from '../../contract/adventures';
import { fitLines } from '../lines';

const MAX_UNEXPLORED = 5;

/**
 * Writes the map for a prompt within the limit: ways out of the current place, the nearest places with unexplored ways,
 * then all places with their ways, nearest first.
 */
export function renderMap(
  map: StoryMap,
  here: number | null,
  { maxCharacters }: { maxCharacters: number },
): string {
  const atlas: Atlas = {
    ways: listWays(map),
    rooms: new Map(map.rooms.map((room) => [room.id, room])),
    refusals: findRefusals(map),
  };
  const { unexplored: open, nearest } = survey(map, here);
  const own = open.find(({ place }) => place === here);
  const elsewhere = open.filter(({ place }) => place !== here).slice(0, MAX_UNEXPLORED);
  const order = new Set([...nearest, ...atlas.rooms.keys()]);
  const others = [...order].filter((place) => place !== here);
  const lines = [
    ...(here === null ? [] : renderHere(atlas, here, own?.directions ?? [])),
    ...headed(
      'Nearest unexplored ways:',
      elsewhere.map((place) => renderUnexplored(atlas, place)),
    ),
    ...headed(
      'All other places, the nearest first:',
      others.map((place) => renderRoom(atlas, place)),
    ),
  ];
  return fitLines(lines, maxCharacters);
}

interface Atlas {
  ways: ReadonlyMap<number, readonly WayOut[]>;
  rooms: ReadonlyMap<number, Room>;
  /** The story's usual replies for missing ways. */
  refusals: ReadonlySet<string>;
}

/** A reply that blocks this many ways is a usual one. */
const MIN_SAID = 5;

function findRefusals({ blocked }: StoryMap): Set<string> {
  const byAnswer = Map.groupBy(blocked, ({ text }) => text);
  return new Set([...byAnswer].filter(([, ways]) => ways.length >= MIN_SAID).map(([text]) => text));
}

const nameIn = ({ rooms }: Atlas, place: number): string => {
  const name = rooms.get(place)?.name;
  return name ? `${placeName(place)} ${name}` : placeName(place);
};

const isVisited = ({ rooms }: Atlas, place: number): boolean => (rooms.get(place)?.visits ?? 0) > 0;

const headed = (heading: string, lines: string[]): string[] => (lines.length > 0 ? [heading, ...lines] : []);

function renderHere(atlas: Atlas, here: number, unexploredHere: readonly string[]): string[] {
  const ways = atlas.ways.get(here) ?? [];
  const knownDirections = new Set(ways.map(({ direction }) => direction));
  const untriedDirections = unexploredHere.filter((direction) => !knownDirections.has(direction));
  // Group walls with the same reply on one line.
  const walls = ways.filter((way) => isWall(way));
  const alike = Map.groupBy(walls, ({ blocked }) => blocked?.text ?? '');
  return headed(`Ways from ${nameIn(atlas, here)}:`, [
    ...ways.filter((way) => !isWall(way)).map((way) => `- ${renderWay(atlas, way)}`),
    ...[...alike].map(
      ([text, ways]) =>
        `- ${ways.map(({ direction }) => direction).join(', ')}: blocked${text === '' ? '' : `, "${text}"`}`,
    ),
    ...(untriedDirections.length > 0 ? [`- ${untriedDirections.join(', ')}: never tried`] : []),
  ]);
}

const isWall = ({ edge, blocked }: WayOut): boolean => blocked !== null && !edge && !blocked.deadly;

/** `north → L5 Kitchen`, or why the way is blocked. */
function renderWay(atlas: Atlas, { direction, edge, blocked }: WayOut): string {
  const leads = edge ? nameIn(atlas, edge.to) : '';
  if (blocked) {
    const answer = blocked.text === '' ? '' : `, "${blocked.text}"`;
    const before = edge ? ` (it led to ${leads})` : '';
    return `${direction}: ${blocked.deadly ? 'deadly' : 'blocked'}${answer}${before}`;
  }
  return `${direction} → ${leads}${edge && !isVisited(atlas, edge.to) ? ' (not visited)' : ''}`;
}

type UnexploredPlace = ReturnType<typeof survey>['unexplored'][number];

function renderUnexplored(atlas: Atlas, { place, directions, path }: UnexploredPlace): string {
  const walk =
    path === null ? 'no known path there' : `path: ${path.map((step) => step.direction).join(', ')}`;
  return `- ${nameIn(atlas, place)}: ${directions.join(', ')} (${walk})`;
}

/** A place and its ways without walls: `- L5 Kitchen: north → L7; west blocked`. */
function renderRoom(atlas: Atlas, place: number): string {
  if (!isVisited(atlas, place)) return `- ${nameIn(atlas, place)}: not visited`;
  const ways = (atlas.ways.get(place) ?? [])
    .filter((way) => !isWall(way) || !atlas.refusals.has(way.blocked?.text ?? ''))
    .map(({ direction, edge, blocked }) => {
      if (blocked || !edge) return `${direction} ${blocked?.deadly ? 'deadly' : 'blocked'}`;
      return `${direction} → ${placeName(edge.to)}`;
    });
  return `- ${nameIn(atlas, place)}: ${ways.join('; ') || 'no way known'}`;
}

export const viewMap = (map: StoryMap, here: number | null): MapView => ({
  here: here === null ? null : placeName(here),
  places: map.rooms.map(({ id, ...room }) => ({ ...room, id: placeName(id) })),
  ways: map.edges.map((edge) => ({ ...edge, from: placeName(edge.from), to: placeName(edge.to) })),
  blocked: map.blocked.map(({ from, direction, text, how, turn }) => ({
    from: placeName(from),
    ...{ direction, text, how, turn },
  })),
  unexplored: survey(map, here).unexplored.flatMap(({ place, directions }) =>
    directions.map((direction) => ({ place: placeName(place), direction })),
  ),
  mermaid: renderMermaid(map),
});

/**
 * Writes the map as a Mermaid flowchart: solid arrows for walked ways, dotted ones for ways that were only probed or
 * are blocked now, round nodes for unvisited places. Labels are escaped against injection.
 */
export function renderMermaid(map: StoryMap): string {
  const shutKeys = new Set(map.blocked.map(({ from, direction }) => `${from} ${direction}`));
  const arrows = Map.groupBy(map.edges, ({ from, to, direction, how }) => {
    const isSolid = how === 'walked' && !shutKeys.has(`${from} ${direction}`);
    return `${nodeId(from)} ${isSolid ? '-->' : '-.->'} ${nodeId(to)}`;
  });
  return [
    'flowchart LR',
    ...map.rooms.map(({ id, visits }) => {
      const label = `"${escapeLabel(writePlace(map, id))}"`;
      return `  ${nodeId(id)}${visits > 0 ? `[${label}]` : `(${label})`}`;
    }),
    ...[...arrows].map(([key, edges]) => {
      const [from = '', arrow = '', to = ''] = key.split(' ');
      const label = edges.map(({ direction }) => escapeLabel(direction)).join(', ');
      return `  ${from} ${arrow}|"${label}"| ${to}`;
    }),
  ].join('\n');
}

const nodeId = (place: number): string => `L${place < 0 ? `_${-place}` : place}`;

/** As Mermaid entity codes. */
const escapeLabel = (text: string): string =>
  text.replace(/[^\p{L}\p{N} .,'-]/gu, (mark) => `#${mark.codePointAt(0)};`);
