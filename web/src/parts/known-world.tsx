import type { EnvironmentEntry, Knowledge } from '../../../src/contract/runs';

const KINDS = [
  ['objects', 'Objects'],
  ['relationships', 'Relationships'],
  ['rules', 'Rules'],
] as const;

/** What the agent believes about the world of the game. Nothing is drawn while it believes nothing. */
export function KnownWorld({ knowledge }: { knowledge: Knowledge | null }) {
  const environment = knowledge?.environment;
  if (!environment || KINDS.every(([kind]) => environment[kind].length === 0)) return null;
  return (
    <section aria-labelledby="world-title">
      <h2 id="world-title">The world, as learnt</h2>
      {KINDS.map(([kind, title]) =>
        environment[kind].length === 0 ? null : (
          <details key={kind} open={environment[kind].length <= 4}>
            <summary>
              {title} <span class="quiet">{environment[kind].length}</span>
            </summary>
            <ul class="beliefs">
              {environment[kind].map((entry) => (
                <Belief key={entry.name} entry={entry} />
              ))}
            </ul>
          </details>
        ),
      )}
    </section>
  );
}

function Belief({ entry }: { entry: EnvironmentEntry }) {
  return (
    <li>
      <strong>{entry.name}</strong> {entry.text}{' '}
      <span class="quiet">
        {Math.round(entry.confidence * 100)} % sure, since turn {entry.firstSeenTurn}
      </span>
    </li>
  );
}
