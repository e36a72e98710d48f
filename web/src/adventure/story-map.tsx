import { LocateFixed, Maximize, Minus, Plus } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { MapView } from '../../../src/contract/adventures';
import { Icon, type IconShapes } from '../kit/icon';
import { Toolbar } from '../kit/toolbar';
import { say } from '../words/say';
import { hideTried, listTriedPlaces } from './known-by';
import { MapDrawing } from './map-drawing';
import { type Layout, layOutMap } from './map-layout';
import { boxAround, spotBox } from './map-routes';
import { useMapView, ZOOM } from './use-map-view';

/** Line styles with their CSS class and a sample. */
const LEGEND = [
  { shape: 'passage walked', meaning: say('walked'), d: 'M2 6 H24' },
  { shape: 'passage probed', meaning: 'tried, then undone', d: 'M2 6 H24' },
  { shape: 'stub unexplored', meaning: 'never tried', d: 'M4 6 H17' },
  { shape: 'stub walked', meaning: say('blocked'), d: 'M13 1 V11' },
];

/**
 * The map, one floor at a time.
 *
 * @param hidesTried hides the names of places that were only found by probing, until the person asks for them
 */
export function StoryMap({ map: whole, hidesTried = false }: { map: MapView; hidesTried?: boolean }) {
  const [isTriedShown, showTried] = useState(false);
  const untold = useMemo(() => (hidesTried ? hideTried(whole) : whole), [whole, hidesTried]);
  const map = isTriedShown ? whole : untold;
  // Visible places keep their position when more of the map is shown.
  const layout = useMemo(() => layOutMap(map, whole), [map, whole]);
  if (layout.spots.length === 0) return <p class="quiet">The map appears after the first turn.</p>;
  return (
    <DrawnMap map={map} layout={layout}>
      {untold !== whole && (
        <button
          type="button"
          class="plain map-tried"
          aria-pressed={isTriedShown}
          title="Places found by probing directions that you have not visited yet"
          onClick={() => showTried(!isTriedShown)}
        >
          Show probed exits
        </button>
      )}
    </DrawnMap>
  );
}

/** A map and its tools; `children` are additional tools. */
function DrawnMap(props: { map: MapView; layout: Layout; children: ComponentChildren }) {
  const { map, layout, children } = props;
  const { spots, floors } = layout;
  /** The chosen floor; null: the player's. */
  const [chosenFloor, chooseFloor] = useState<number | null>(null);
  const here = spots.find(({ isHere }) => isHere) ?? null;
  const hereFloor = here?.floor ?? 0;
  const wantedFloor = chosenFloor ?? hereFloor;
  const floor = floors.includes(wantedFloor) ? wantedFloor : (floors[0] ?? 0);
  const onFloor = useMemo(() => spots.filter((spot) => spot.floor === floor), [spots, floor]);
  const { frame, window, zoom, fit, showHere, show } = useMapView(here && spotBox(here), boxAround(onFloor));
  const goToFloor = (next: number) => {
    chooseFloor(next === hereFloor ? null : next);
    const nearest = spots.find((spot) => spot.floor === next);
    if (nearest) show(spotBox(nearest));
  };
  const visitedCount = spots.filter(({ visits }) => visits > 0).length;
  const triedCount = listTriedPlaces(map).size;
  const heardCount = spots.length - visitedCount - triedCount;
  const openCount = map.unexplored.length;
  const summary = [
    `${visitedCount} of ${spots.length} known places visited`,
    triedCount > 0 && `${triedCount} only found by trying a direction`,
    heardCount > 0 && `${heardCount} only mentioned`,
    openCount === 1 ? '1 exit never tried' : `${openCount} exits never tried`,
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <>
      <div class="map-tools">
        {floors.length > 1 && (
          // biome-ignore lint/a11y/useSemanticElements: buttons in a row, not fields of a form
          <div class="map-floors" role="group" aria-label="Map levels">
            {floors.map((one) => (
              <button
                key={one}
                type="button"
                class="plain"
                aria-pressed={one === floor}
                title={one === hereFloor && here ? 'The player is on this level' : undefined}
                onClick={() => goToFloor(one)}
              >
                {`Level ${showFloor(one)}`}
                {one === hereFloor && here && ' •'}
              </button>
            ))}
          </div>
        )}
        {children}
        <Toolbar label="Map controls" class="map-buttons">
          <MapButton icon={Plus} name="Zoom in" onPress={() => zoom(ZOOM)} />
          <MapButton icon={Minus} name="Zoom out" onPress={() => zoom(1 / ZOOM)} />
          <MapButton icon={Maximize} name="Whole map" onPress={fit} />
          <MapButton
            icon={LocateFixed}
            name="Center on the player"
            onPress={() => {
              chooseFloor(null);
              showHere();
            }}
          />
        </Toolbar>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move what is in it */}
      <section class="map-frame" ref={frame} tabIndex={0} aria-label="Map drawing">
        {window && (
          <svg
            class="map"
            width={window.width}
            height={window.height}
            role="img"
            aria-label={`Map: ${summary}${here ? `; here: ${here.name || here.id}` : ''}`}
          >
            <g
              transform={`translate(${window.width / 2} ${window.height / 2}) scale(${window.scale}) translate(${-window.x} ${-window.y})`}
            >
              <MapDrawing layout={layout} floor={floor} />
            </g>
          </svg>
        )}
      </section>
      <p class="quiet">{summary}</p>
      <ul class="map-legend quiet small" aria-label="Map legend">
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

const showFloor = (floor: number): string => `${floor}`.replace('-', '−');

function MapButton({ icon, name, onPress }: { icon: IconShapes; name: string; onPress: () => void }) {
  return (
    <button type="button" class="plain icon-button" aria-label={name} title={name} onClick={onPress}>
      <Icon of={icon} />
    </button>
  );
}

/** The map as text, place by place, for people who cannot see the drawing. */
function MapList({ map }: { map: MapView }) {
  const names = new Map(map.places.map(({ id, name }) => [id, name ? `${name} (${id})` : id]));
  return (
    <details>
      <summary>Map as text</summary>
      <ul class="beliefs">
        {map.places.map(({ id, visits }) => {
          const ways = map.ways.filter(({ from }) => from === id);
          const blockedWays = map.blocked.filter(({ from }) => from === id);
          const open = map.unexplored.filter(
            ({ place, direction }) => place === id && !ways.some((way) => way.direction === direction),
          );
          return (
            <li key={id}>
              <strong dir="auto">{names.get(id)}</strong>
              {id === map.here && ', here'}
              {visits === 0 && ', never visited'}
              <ul class="ways">
                {ways.map((way) => (
                  <li key={way.direction}>
                    <i translate={false}>{way.direction}</i> to {names.get(way.to) ?? way.to}
                    {way.how === 'probed' && <span class="quiet"> tried, then undone</span>}
                  </li>
                ))}
                {open.length > 0 && <li>never tried: {open.map(({ direction }) => direction).join(', ')}</li>}
                {blockedWays.length > 0 && (
                  <li class="quiet">blocked: {blockedWays.map(({ direction }) => direction).join(', ')}</li>
                )}
              </ul>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
