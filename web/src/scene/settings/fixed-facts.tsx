import type { LibraryKind } from '../../../../src/contract/library';
import type { Scene } from '../../../../src/contract/scenes';
import { itemHref, KINDS } from '../../library/kinds';

/** Lists the settings that were fixed when the scene was made. */
export function FixedFacts({ scene }: { scene: Scene }) {
  const places = [
    ['world', scene.worldId],
    ['campaign', scene.campaignId],
    ['arc', scene.arcId],
  ] as const satisfies readonly (readonly [LibraryKind, string | null])[];
  const { game } = scene;
  return (
    <section class="fixed" aria-labelledby="fixed-title">
      <h4 id="fixed-title">Settled when the scene was made</h4>
      <dl class="facts">
        {places.map(([kind, id]) => (
          <div key={kind}>
            <dt>{KINDS[kind].one}</dt>
            <dd>{id ? <a href={itemHref(kind, id)}>its page in the library</a> : 'none'}</dd>
          </div>
        ))}
        <div>
          <dt>game</dt>
          <dd>
            {game
              ? `${game.rounds} rounds of clues; the judge looks after every ${game.tickEvery}. Its cast and books stay.`
              : 'none'}
          </dd>
        </div>
      </dl>
      <p class="quiet small">So are the names of characters, the opening line and the seed of the dice.</p>
    </section>
  );
}
