import { useId, useMemo } from 'preact/hooks';
import { compassSide, isCompass, type Layout, type Passage, type Spot, type Stub } from './map-layout';
import { BOX, boxCenter, LABEL, type Route, routeWays } from './map-routes';
import type { Point } from './use-map-view';

const STUB = 16;
/** Characters that fit in a line of a box, and next to one. */
const LINE = 16;
const BESIDE = 14;

/** One floor of a map. An exit to another floor is a mark at its place that names the destination. */
export function MapDrawing({ layout, floor }: { layout: Layout; floor: number }) {
  const arrow = useId();
  const isOn = (spot: Spot) => spot.floor === floor;
  const routes = useMemo(() => routeWays(layout, floor), [layout, floor]);
  return (
    <>
      <defs>
        <marker id={arrow} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0 0 8 4 0 8z" class="map-arrow" />
        </marker>
      </defs>
      {routes.map((route) => (
        <PassageLine key={passageKey(route.passage)} route={route} arrow={arrow} />
      ))}
      {layout.passages.map((passage) => {
        const { from, to, direction, back } = passage;
        if (isOn(from) && isOn(to)) return null;
        const key = passageKey(passage);
        return (
          <g key={key}>
            {isOn(from) && <ClimbMark spot={from} direction={direction} to={to} how={passage.how} />}
            {isOn(to) && back !== null && (
              <ClimbMark spot={to} direction={back} to={from} how={passage.how} />
            )}
          </g>
        );
      })}
      {layout.stubs
        .filter(({ spot }) => isOn(spot))
        .map((stub) => (
          <StubMark key={`${stub.spot.id} ${stub.direction} ${stub.kind}`} stub={stub} />
        ))}
      {layout.spots.filter(isOn).map((spot) => (
        <SpotBox key={spot.id} spot={spot} />
      ))}
      {routes.map(({ passage, labels }) => (
        <g key={passageKey(passage)} class="way-labels">
          {labels.map(({ at, direction }) => (
            <text key={direction} class="way-label" x={at.x} y={at.y + 3}>
              {cut(direction, LABEL)}
            </text>
          ))}
        </g>
      ))}
    </>
  );
}

const passageKey = ({ from, direction }: Passage): string => `${from.id} ${direction}`;

function PassageLine({ route, arrow }: { route: Route; arrow: string }) {
  const { from, to, direction, back, how, isShut } = route.passage;
  const shape = `passage ${how}${isShut ? ' shut' : ''}`;
  return (
    <g class={shape}>
      <title>
        {`${from.name || from.id}: ${direction} to ${to.name || to.id}${back ? `, and ${back} back` : ''}` +
          `${how === 'probed' ? ' (tried, then undone)' : ''}${isShut ? ' (blocked now)' : ''}`}
      </title>
      <path
        d={`M${route.line.map(formatPoint).join(' L')}`}
        {...(back === null && { 'marker-end': `url(#${arrow})` })}
      />
    </g>
  );
}

/** Marks an exit to another floor: the direction and the destination. */
function ClimbMark(props: { spot: Spot; direction: string; to: Spot; how: Passage['how'] }) {
  const { spot, direction, to, how } = props;
  const [right, down] = compassSide(direction) ?? [0.5, to.floor > spot.floor ? -1 : 1];
  const middle = boxCenter(spot);
  const at = { x: middle.x + (right * BOX.width) / 2, y: middle.y + (down * BOX.height) / 2 };
  const [outX, outY] = down === 0 ? [Math.sign(right) * STUB, 0] : [0, Math.sign(down) * STUB * 0.6];
  const end = { x: at.x + outX, y: at.y + outY };
  const name = to.name || to.id;
  return (
    <g class={`climb ${how}`}>
      <title>{`${spot.name || spot.id}: ${direction} to ${name}, on another level`}</title>
      <path d={`M${formatPoint(at)} L${formatPoint(end)}`} />
      <text class="way-label" x={end.x} y={end.y + (down < 0 ? -3 : down > 0 ? 11 : 3)}>
        {`${to.floor > spot.floor ? '▲' : '▼'} ${cut(name, BESIDE)}`}
      </text>
    </g>
  );
}

function StubMark({ stub }: { stub: Stub }) {
  const { spot, direction, kind, text } = stub;
  const side = compassSide(direction);
  // Most probed exits lead nowhere; four walls are enough to show that.
  if (!side || (kind === 'probed' && side[0] !== 0 && side[1] !== 0)) return null;
  const middle = boxCenter(spot);
  const [right, down] = side;
  const at = { x: middle.x + (right * BOX.width) / 2, y: middle.y + (down * BOX.height) / 2 };
  const title = `${spot.name || spot.id}: ${direction} ${kind === 'unexplored' ? 'was never tried' : `is blocked. ${text}`}`;
  if (kind === 'unexplored') {
    const end = { x: at.x + Math.sign(right) * STUB, y: at.y + Math.sign(down) * STUB };
    return (
      <g class="stub unexplored">
        <title>{title}</title>
        <path d={`M${formatPoint(at)} L${formatPoint(end)}`} />
        <circle cx={end.x} cy={end.y} r="3" />
        {!isCompass(direction) && (
          <text class="way-label" x={end.x} y={end.y + (down < 0 ? -6 : 14)}>
            {direction}
          </text>
        )}
      </g>
    );
  }
  // A wall: a bar across the direction, just outside the box.
  const length = Math.hypot(right, down) || 1;
  const [ahead, aside] = [right / length, down / length];
  const wall = { x: at.x + ahead * 5, y: at.y + aside * 5 };
  const ends = [-7, 7].map((far) => formatPoint({ x: wall.x - aside * far, y: wall.y + ahead * far }));
  return (
    <g class={`stub ${kind}`}>
      <title>{title}</title>
      <path d={`M${ends[0]} L${ends[1]}`} />
    </g>
  );
}

function SpotBox({ spot }: { spot: Spot }) {
  const { x, y } = boxCenter(spot);
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

const formatPoint = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

const cut = (text: string, most: number): string => {
  const letters = Array.from(text);
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
};

/** Wraps a name onto at most two lines. */
function wrap(name: string): string[] {
  if (name.length <= LINE) return [name];
  const words = name.split(' ');
  let first = words.shift() ?? '';
  while (words[0] !== undefined && first.length + 1 + words[0].length <= LINE) first += ` ${words.shift()}`;
  const rest = words.join(' ');
  return rest ? [cut(first, LINE), cut(rest, LINE)] : [cut(first, LINE)];
}
