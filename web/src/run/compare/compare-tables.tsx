import type { Comparison } from '../../../../src/contract/replays';
import { StatusMark } from '../../kit/marks';
import { say } from '../../words/say';
import { termLabel } from '../../words/terms';

const AGREEMENT: Record<Comparison['actions'][string]['agreement'], string> = {
  same: 'Same rules',
  different: 'Different rules',
  only_a: 'Only in A',
  only_b: 'Only in B',
  neither: 'In neither',
};

const PARTING: Record<NonNullable<Comparison['diverge']>['kind'], string> = {
  action: 'they send different actions',
  board: 'the same actions led to different boards',
  end: 'only one of them continues',
};

/** Facts about two runs, and their first difference. */
export function CompareFacts({ compared }: { compared: Comparison }) {
  const { a, b, sameGame, sameSeed, diverge } = compared;
  const rows = [
    ['Game', a.game, b.game],
    ['Seed', a.seed, b.seed],
    ['Answered by', a.answeredBy.join(', '), b.answeredBy.join(', ')],
    ['Status', actionStatus(a), actionStatus(b)],
    ['Turns', a.turns, b.turns],
    ['Actions sent', a.used.actions, b.used.actions],
    ['Calls', a.used.calls, b.used.calls],
    ['Level', a.level, b.level],
  ] as const;
  return (
    <section aria-label="The two runs" class="scrolls">
      <p>
        {!sameGame
          ? 'These are different games; their boards and actions have little in common.'
          : !sameSeed
            ? 'The same game from different starts, so boards may differ.'
            : diverge
              ? `The same game and seed. At step ${diverge.step} ${PARTING[diverge.kind]}.`
              : 'The same game and seed, the same steps.'}
      </p>
      <table>
        <RunHeads a={a} b={b} />
        <tbody>
          {rows.map(([name, ofA, ofB]) => (
            <tr key={name} class={ofA === ofB ? '' : 'differs'}>
              <th scope="row">{name}</th>
              <td>{ofA}</td>
              <td>{ofB}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Names the two runs above their columns. */
export function RunHeads({ a, b }: Record<'a' | 'b', { id: string; title: string }>) {
  return (
    <thead>
      <tr>
        <td />
        <th scope="col">
          <span class="key-a">A</span>{' '}
          <a href={`#/runs/${a.id}`} dir="auto">
            {a.title}
          </a>
        </th>
        <th scope="col">
          <span class="key-b">B</span>{' '}
          <a href={`#/runs/${b.id}`} dir="auto">
            {b.title}
          </a>
        </th>
      </tr>
    </thead>
  );
}

const actionStatus = ({ status, finishReason }: Comparison['a']): string =>
  finishReason ? `${termLabel(status)}, ${termLabel(finishReason)}` : termLabel(status);

export function CompareActions({ compared }: { compared: Comparison }) {
  const ids = Object.keys(compared.actions).sort();
  return (
    <section aria-labelledby="compared-actions">
      <h2 id="compared-actions">Actions</h2>
      <ul class="compared">
        {ids.map((id) => {
          const action = compared.actions[id];
          if (!action) return null;
          return (
            <li key={id} class={`card ${action.agreement}`}>
              <div class="action-head">
                <h3>{id}</h3>
                <span class="quiet small">{AGREEMENT[action.agreement]}</span>
              </div>
              <div class="side-by-side">
                <Known letter="A" known={action.a} />
                <Known letter="B" known={action.b} />
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Known({ letter, known }: { letter: 'A' | 'B'; known: Comparison['actions'][string]['a'] }) {
  return (
    <div class="known">
      <p class="action-head">
        <span class={letter === 'A' ? 'key-a' : 'key-b'}>{letter}</span>
        {known && <StatusMark status={known.status} />}
      </p>
      {known ? (
        <>
          <p class="definition" dir="auto">
            {known.definition ?? <span class="quiet">No rule</span>}
          </p>
          <p class="quiet small">
            {known.streak} correct predictions in a row; effects: {known.attempts}, none: {known.noEffect}
            {known.actionsUntilVerified !== null && ` · verified after ${known.actionsUntilVerified} actions`}
          </p>
        </>
      ) : (
        <p class="quiet">Not available</p>
      )}
    </div>
  );
}

const WHERE = { both: say('both'), only_a: 'only A', only_b: 'only B' } as const;

export function CompareWorld({ compared }: { compared: Comparison }) {
  if (compared.environment.length === 0) return null;
  return (
    <section aria-labelledby="compared-world" class="scrolls">
      <h2 id="compared-world">The world</h2>
      <table class="compared-world">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Found by</th>
            <th scope="col">Same wording</th>
          </tr>
        </thead>
        <tbody>
          {compared.environment.map((one) => (
            <tr key={`${one.kind} ${one.name}`}>
              <th scope="row">
                <span dir="auto">{one.name}</span> <span class="quiet small">{termLabel(one.kind)}</span>
              </th>
              <td>{WHERE[one.in]}</td>
              <td>{one.sameText === null ? '' : one.sameText ? 'yes' : 'no'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
