import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { MapView } from '../../../src/api/adventures';
import { say } from '../words/say';
import { isCompass, type Layout, layOutMap, type Passage, type Spot, type Stub, sideOf } from './map-layout';
import { MapList } from './map-list';

/** Sizes in pixels: a cell of the grid, the box of a place in it, a margin around all. */
const CELL = { width: 152, height: 92 };
const BOX = { width: 112, height: 46 };
const MARGIN = 34;
const STUB = 16;
/** Pixels that a way keeps its direction before it turns. */
const BEND = 22;
/** Characters that fit in a line of a box. */
const LINE = 16;

/** Meanings of the lines: the shape as its style sheet names it, and a sample of it. */
const LEGEND = [
  { shape: 'passage walked', meaning: say('walked'), d: 'M2 6 H24' },
  { shape: 'passage probed', meaning: 'tried and taken back', d: 'M2 6 H24' },
  { shape: 'stub unexplored', meaning: 'never tried', d: 'M4 6 H17' },
  { shape: 'stub walked', meaning: say('blocked'), d: 'M13 1 V11' },
];

type Point = { x: number; y: number };

const middleOf = ({ col, row }: Spot): Point => ({
  x: MARGIN + (col + 0.5) * CELL.width - (CELL.width - BOX.width) / 2,
  y: MARGIN + (row + 0.5) * CELL.height - (CELL.height - BOX.height) / 2,
});

/** Draws the places and the ways between them; the player's place stays in sight. */
export function StoryMap({ map }: { map: MapView }) {
  const layout = useMemo(() => layOutMap(map), [map]);
  const [isWhole, setWhole] = useState(false);
  const box = useRef<HTMLElement>(null);
  const here = layout.spots.find(({ isHere }) => isHere);
  const at = here ? middleOf(here) : null;
  const [x, y] = [at?.x ?? 0, at?.y ?? 0];
  useEffect(() => {
    const element = box.current;
    if (!element || isWhole) return;
    element.scrollTo({ left: x - element.clientWidth / 2, top: y - element.clientHeight / 2 });
  }, [x, y, isWhole]);
  if (layout.spots.length === 0) return <p class="quiet">The map begins with the first turn.</p>;
  const width = layout.cols * CELL.width - (CELL.width - BOX.width) + 2 * MARGIN;
  const height = layout.rows * CELL.height - (CELL.height - BOX.height) + 2 * MARGIN;
  const visitedCount = layout.spots.filter(({ visits }) => visits > 0).length;
  const summary = `${visitedCount} visited, ${layout.spots.length - visitedCount} heard of, ${map.unexplored.length} way${map.unexplored.length === 1 ? '' : 's'} unexplored`;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section class="map-frame" ref={box} tabIndex={0} aria-label="Map, drawn">
        <svg
          class={isWhole ? 'map whole' : 'map'}
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="img"
          aria-label={`Map: ${summary}${here ? `; here: ${here.name || here.id}` : ''}`}
        >
          <Drawing layout={layout} />
        </svg>
      </section>
      <p class="map-foot">
        <span class="quiet">{summary}</span>
        <button type="button" class="plain" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Full size' : 'Whole map'}
        </button>
      </p>
      <ul class="map-legend quiet small" aria-label="What the lines of the map mean">
        {LEGEND.map(({ shape, meaning, d }) => (
          <li key={meaning}>
            <svg width="26" height="12" viewBox="0 0 26 12" aria-hidden="true">
              <g class={shape}>
                <path d={d} />
                {shape.includes('unexplored') && <circle cx="20" cy="6" r="3" />}
              </g>
            </svg>
            {meaning}
          </li>
        ))}
      </ul>
      <MapList map={map} />
    </>
  );
}

function Drawing({ layout }: { layout: Layout }) {
  return (
    <>
      <defs>
        <marker
          id="map-arrow"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
        >
          <path d="M0 0 8 4 0 8z" class="map-arrow" />
        </marker>
      </defs>
      {layout.passages.map((passage) => (
        <PassageLine key={`${passage.from.id} ${passage.direction}`} passage={passage} />
      ))}
      {layout.stubs.map((stub) => (
        <StubMark key={`${stub.spot.id} ${stub.direction} ${stub.kind}`} stub={stub} />
      ))}
      {layout.spots.map((spot) => (
        <SpotBox key={spot.id} spot={spot} />
      ))}
    </>
  );
}

/** Returns the point where a way leaves a box: at the side of its direction, else towards its other end. */
function leave(spot: Spot, direction: string | null, towards: Spot): { at: Point; out: Point } {
  const middle = middleOf(spot);
  const side = direction !== null && isCompass(direction) ? sideOf(direction) : null;
  if (side) {
    const at = { x: middle.x + (side[0] * BOX.width) / 2, y: middle.y + (side[1] * BOX.height) / 2 };
    return { at, out: { x: at.x + Math.sign(side[0]) * BEND, y: at.y + Math.sign(side[1]) * BEND } };
  }
  const end = middleOf(towards);
  const [dx, dy] = [end.x - middle.x, end.y - middle.y];
  const share = Math.min(BOX.width / 2 / Math.abs(dx), BOX.height / 2 / Math.abs(dy));
  const far = BEND / Math.hypot(dx, dy);
  const at = { x: middle.x + dx * share, y: middle.y + dy * share };
  return { at, out: { x: at.x + dx * far, y: at.y + dy * far } };
}

function PassageLine({ passage }: { passage: Passage }) {
  const { from, to, direction, back, how, isShut } = passage;
  const start = leave(from, direction, to);
  const end = leave(to, back, from);
  const path = `M${write(start.at)} C${write(start.out)} ${write(end.out)} ${write(end.at)}`;
  const shape = `passage ${how}${isShut ? ' shut' : ''}`;
  return (
    <g class={shape}>
      <title>
        {`${from.name || from.id}: ${direction} to ${to.name || to.id}${back ? `, back ${back}` : ''}` +
          `${how === 'probed' ? ' (tried and taken back)' : ''}${isShut ? ' (blocked now)' : ''}`}
      </title>
      <path d={path} {...(back === null && { 'marker-end': 'url(#map-arrow)' })} />
      <WayLabel at={start.out} direction={direction} />
      {back && <WayLabel at={end.out} direction={back} />}
    </g>
  );
}

/** Labels a way whose direction the drawing itself does not show. */
function WayLabel({ at, direction }: { at: Point; direction: string }) {
  if (isCompass(direction)) return null;
  return (
    <text class="way-label" x={at.x} y={at.y + 3}>
      {cut(direction, 10)}
    </text>
  );
}

function StubMark({ stub }: { stub: Stub }) {
  const { spot, direction, kind, text } = stub;
  const side = sideOf(direction);
  // Most ways that were tried lead nowhere; four walls are enough to see that.
  if (!side || (kind === 'probed' && side[0] !== 0 && side[1] !== 0)) return null;
  const middle = middleOf(spot);
  const [right, down] = side;
  const at = { x: middle.x + (right * BOX.width) / 2, y: middle.y + (down * BOX.height) / 2 };
  const title = `${spot.name || spot.id}: ${direction} ${kind === 'unexplored' ? 'was never tried' : `is blocked. ${text}`}`;
  if (kind === 'unexplored') {
    const end = { x: at.x + Math.sign(right) * STUB, y: at.y + Math.sign(down) * STUB };
    return (
      <g class="stub unexplored">
        <title>{title}</title>
        <path d={`M${write(at)} L${write(end)}`} />
        <circle cx={end.x} cy={end.y} r="3" />
      </g>
    );
  }
  // A wall: a bar across the direction, just outside the box.
  const length = Math.hypot(right, down) || 1;
  const [ahead, aside] = [right / length, down / length];
  const wall = { x: at.x + ahead * 5, y: at.y + aside * 5 };
  const ends = [-7, 7].map((far) => write({ x: wall.x - aside * far, y: wall.y + ahead * far }));
  return (
    <g class={`stub ${kind}`}>
      <title>{title}</title>
      <path d={`M${ends[0]} L${ends[1]}`} />
    </g>
  );
}

function SpotBox({ spot }: { spot: Spot }) {
  const { x, y } = middleOf(spot);
  const lines = wrap(spot.name || spot.id);
  const shape = `spot${spot.isHere ? ' here' : ''}${spot.visits === 0 ? ' heard' : ''}`;
  return (
    <g class={shape}>
      <title>
        {`${spot.id} ${spot.name}: ${spot.visits === 0 ? 'never visited' : `visits: ${spot.visits}`}`}
      </title>
      <rect x={x - BOX.width / 2} y={y - BOX.height / 2} width={BOX.width} height={BOX.height} rx="7" />
      {lines.map((line, i) => (
        <text key={line} x={x} y={y + 4 + (i - (lines.length - 1) / 2) * 15}>
          {line}
        </text>
      ))}
    </g>
  );
}

const write = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

const cut = (text: string, most: number): string => {
  const letters = Array.from(text);
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
};

/** Breaks a name into at most two lines. */
function wrap(name: string): string[] {
  if (name.length <= LINE) return [name];
  const words = name.split(' ');
  let first = words.shift() ?? '';
  while (words[0] !== undefined && first.length + 1 + words[0].length <= LINE) first += ` ${words.shift()}`;
  const rest = words.join(' ');
  return rest ? [cut(first, LINE), cut(rest, LINE)] : [cut(first, LINE)];
}
