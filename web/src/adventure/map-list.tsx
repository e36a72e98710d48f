import type { MapView } from '../../../src/contract/adventures';

/** Lists the map in words, every place with its ways, for people who can't see the drawing. */
export function MapList({ map }: { map: MapView }) {
  const names = new Map(map.places.map(({ id, name }) => [id, name ? `${name} (${id})` : id]));
  return (
    <details>
      <summary>The map in words</summary>
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
                    {way.how === 'probed' && <span class="quiet"> tried and taken back</span>}
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
