import type { CodeWorld, EnvironmentEntry } from '../../../src/contract/run-knowledge';
import { TurnLink } from './turn-link';
import type { Known } from './watch/fold-known';

const KINDS = [
  ['objects', 'Objects'],
  ['relationships', 'Relationships'],
  ['rules', 'Rules'],
] as const;

/** Shows the agent's beliefs about the world of the game, their certainty and their history. */
export function KnownWorld({ run, known: { environment, masked, world } }: { run: string; known: Known }) {
  const isEmpty = KINDS.every(([kind]) => environment[kind].length === 0);
  return (
    <div class="world">
      {world && <Program run={run} world={world} />}
      {isEmpty && !world && <p class="quiet">No rules about the world yet.</p>}
      {KINDS.map(([kind, title]) =>
        environment[kind].length === 0 ? null : (
          <section key={kind} aria-label={title}>
            <h3>
              {title} <span class="quiet">{environment[kind].length}</span>
            </h3>
            <ul class="beliefs">
              {environment[kind].map((entry) => (
                <Belief key={entry.name} run={run} entry={entry} />
              ))}
            </ul>
          </section>
        ),
      )}
      {masked.region && (
        <p class="quiet small">
          Background noise, ignored in comparisons: {masked.count} {masked.count === 1 ? 'cell' : 'cells'} in
          ({masked.region.top},{masked.region.left})-({masked.region.bottom},{masked.region.right}).
        </p>
      )}
      {environment.history.length > 0 && (
        <details>
          <summary>
            How this was learned <span class="quiet">{environment.history.length}</span>
          </summary>
          <ol class="earlier">
            {environment.history.toReversed().map((line, i) => (
              // Lines only ever come in front, and may be alike.
              <li key={environment.history.length - i}>{line}</li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

/** The program that the model wrote, how well it does, and what it gets wrong. */
function Program({ run, world }: { run: string; world: CodeWorld }) {
  const { source, revision, accepted, fits, transitions, right, wrong, misses, turn } = world;
  return (
    <section aria-label="Program">
      <h3>
        Program <span class="quiet">{accepted ? 'accepted' : 'not accepted'}</span>
      </h3>
      <p class="quiet small">
        Revision {revision}, <TurnLink run={run} turn={turn} />. Reproduces {fits} of {transitions} recorded
        actions. Predictions since it was accepted: {right} right, {wrong} wrong.
      </p>
      <details>
        <summary>Source</summary>
        <pre class="source">
          <code>{source}</code>
        </pre>
      </details>
      {misses.length > 0 && (
        <details>
          <summary>
            Not reproduced <span class="quiet">{misses.length}</span>
          </summary>
          <ul class="beliefs">
            {misses.map((miss) => (
              <li key={miss.afterFrame} class="small">
                <TurnLink run={run} turn={miss.turn} /> {miss.action}: <span dir="auto">{miss.text}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Belief({ run, entry }: { run: string; entry: EnvironmentEntry }) {
  const sure = Math.round(entry.confidence * 100);
  return (
    <li>
      <p>
        <span dir="auto">
          <strong>{entry.name}</strong> {entry.text}
        </span>
      </p>
      <p class="sure quiet small">
        <meter min={0} max={100} value={sure} aria-label="Confidence" /> {sure}% sure, since{' '}
        <TurnLink run={run} turn={entry.firstSeenTurn} />
      </p>
      {entry.observations.length > 1 && (
        <details class="small">
          <summary>Seen {entry.observations.length} times</summary>
          <ol class="earlier">
            {entry.observations.map((seen, i) => (
              <li key={i}>{seen}</li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}
