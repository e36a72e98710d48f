import { useMemo } from 'preact/hooks';
import type { AdventureComparison } from '../../../../src/contract/adventure-comparisons';
import { runAddress } from '../../router';
import { formatMoney } from '../../usage/show-money';
import { LOCALE } from '../../words/languages';
import { say } from '../../words/say';
import { termLabel } from '../../words/terms';
import { RunHeads } from './compare-tables';
import { Curves } from './curves';
import { spreadScores } from './run-curves';

type Side = AdventureComparison['a'];

const PARTING: Record<NonNullable<AdventureComparison['diverge']>['kind'], string> = {
  command: 'they type different commands',
  answer: 'the story responds differently to the same command',
  end: 'only one of them continues',
};

const WHERE = { both: say('both'), only_a: 'only A', only_b: 'only B' } as const;

/** Two text adventures side by side: facts, score by move, first difference, objectives and places. */
export function CompareStories({ compared }: { compared: AdventureComparison }) {
  return (
    <>
      <Facts compared={compared} />
      <Parting compared={compared} />
      <Scores compared={compared} />
      <Objectives compared={compared} />
      <Places compared={compared} />
    </>
  );
}

const show = (value: number | null): string =>
  value === null ? say('unknown') : value.toLocaleString(LOCALE);
const showShare = (value: number | null): string =>
  value === null
    ? say('unknown')
    : value.toLocaleString(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const showScore = ({ score, maximum }: Side): string =>
  score === null || maximum === null ? show(score) : `${show(score)} of ${show(maximum)}`;
/** Endings not caused by a budget or a person. */
const OUTCOMES: ReadonlySet<string> = new Set(['won', 'died', 'quit', 'error', 'stuck']);
const showStatus = ({ status, finishReason, end }: Side): string =>
  [
    status,
    ...(finishReason === null ? [] : [finishReason]),
    ...(end === null || end === finishReason || !OUTCOMES.has(end) ? [] : [end]),
  ]
    .map(termLabel)
    .join(', ');

function Facts({ compared }: { compared: AdventureComparison }) {
  const { a, b, sameGame } = compared;
  const both = (name: string, write: (of: Side) => string) => [name, write(a), write(b)] as const;
  const rows = [
    ...(sameGame ? [] : [both('Game', ({ game }) => game)]),
    both('Seed', ({ seed }) => seed),
    both('Answered by', ({ answeredBy, player }) =>
      player === 'person' ? 'a person plays it' : answeredBy.join(', '),
    ),
    // Two fair runs need no label, but otherwise the scores must be read with it.
    ...(a.fair || b.fair ? [both('Fair', ({ fair }) => (fair ? 'yes' : 'no'))] : []),
    both('Status', showStatus),
    both('Score', showScore),
    both('Share of the maximum', ({ shareOfMaximum }) => showShare(shareOfMaximum)),
    both('Moves', ({ moves }) => show(moves)),
    both('Turns', ({ turns }) => show(turns)),
    both('Episodes', ({ episodes }) => show(episodes)),
    both('Deaths', ({ deaths }) => show(deaths)),
    both('Places visited', ({ places }) => show(places)),
    both(
      'Objectives completed',
      ({ objectives: { completed, declared } }) => `${show(completed)} of ${show(declared)}`,
    ),
    both('Calls', ({ calls }) => show(calls)),
    // Canned replies use no tokens.
    ...(a.tokens || b.tokens ? [both('Tokens', ({ tokens }) => show(tokens))] : []),
    ...(a.money || b.money
      ? [both('Money', ({ money }) => (money === null ? say('unknown') : formatMoney(money)))]
      : []),
  ];
  return (
    <section aria-label="The two runs" class="scrolls">
      <p>{relationLabel(compared)}</p>
      <table>
        <RunHeads a={a} b={b} />
        <tbody>
          {rows.map(([name, ofA, ofB]) => (
            <tr key={name} class={ofA === ofB ? '' : 'differs'}>
              <th scope="row">{name}</th>
              <td dir="auto">{ofA}</td>
              <td dir="auto">{ofB}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function relationLabel({ sameGame, sameSeed, diverge }: AdventureComparison): string {
  if (!sameGame) return 'These are different stories, so only the results can be compared.';
  if (!diverge) return 'The same story, the same moves.';
  const parting = `At move ${diverge.move} ${PARTING[diverge.kind]}.`;
  return sameSeed
    ? `The same story and seed. ${parting}`
    : `The same story with a different seed. ${parting}`;
}

/** Shows the first move that differs, as each of the two made it. */
function Parting({ compared: { a, b, diverge } }: { compared: AdventureComparison }) {
  if (!diverge) return null;
  return (
    <section aria-labelledby="parting-title">
      <h2 id="parting-title">First difference</h2>
      <div class="side-by-side parting">
        <Move letter="A" run={a.id} move={diverge.a} />
        <Move letter="B" run={b.id} move={diverge.b} />
      </div>
    </section>
  );
}

function Move(props: {
  letter: 'A' | 'B';
  run: string;
  move: NonNullable<AdventureComparison['diverge']>['a'];
}) {
  const { letter, run, move } = props;
  return (
    <div class="known card">
      <p class="action-head">
        <span class={letter === 'A' ? 'key-a' : 'key-b'}>{letter}</span>
        {move && <a href={`#${runAddress(run, { turn: move.turn })}`}>turn {move.turn}</a>}
      </p>
      {move ? (
        <>
          <p class="typed" dir="auto">
            &gt; {move.command}
          </p>
          <p dir="auto">{move.text}</p>
          <p class="quiet small" dir="auto">
            {move.place}
          </p>
        </>
      ) : (
        <p class="quiet">No more moves</p>
      )}
    </div>
  );
}

function Scores({ compared: { a, b, curves } }: { compared: AdventureComparison }) {
  const [ofA, ofB] = useMemo(() => [spreadScores(curves.a), spreadScores(curves.b)] as const, [curves]);
  if (curves.a.length + curves.b.length === 0) return null;
  return (
    <section aria-labelledby="curves-title">
      <h2 id="curves-title">Score by move</h2>
      <p class="quiet small">
        <span class="key-a">A</span> <span class="key-b">B</span> points after each command
      </p>
      <Curves
        a={ofA}
        b={ofB}
        of={say('score')}
        by={say('moves')}
        summary={`A reached ${show(a.score)} points in ${a.moves} moves, B ${show(b.score)} in ${b.moves}.`}
      />
    </section>
  );
}

function Places({ compared: { a, b, places } }: { compared: AdventureComparison }) {
  if (!places || places.length === 0) return null;
  const count = (where: keyof typeof WHERE) => places.filter((place) => place.in === where).length;
  const turnOf = (run: string, turn: number | null) =>
    turn === null ? '' : <a href={`#${runAddress(run, { turn })}`}>turn {turn}</a>;
  return (
    <section aria-labelledby="compared-places" class="scrolls">
      <h2 id="compared-places">Places</h2>
      <p class="quiet small">
        {count('both')} in both, {count('only_a')} only in A, {count('only_b')} only in B
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Place</th>
            <th scope="col">Visited by</th>
            <th scope="col">First visit of A</th>
            <th scope="col">First visit of B</th>
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <tr key={place.id}>
              <th scope="row">
                <span dir="auto">{place.name}</span> <span class="small">{place.id}</span>
              </th>
              <td>{WHERE[place.in]}</td>
              <td>{turnOf(a.id, place.a)}</td>
              <td>{turnOf(b.id, place.b)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Objectives({ compared: { objectives } }: { compared: AdventureComparison }) {
  if (objectives.length === 0) return null;
  return (
    <section aria-labelledby="compared-objectives" class="scrolls">
      <h2 id="compared-objectives">Objectives</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Objective</th>
            <th scope="col">A</th>
            <th scope="col">B</th>
          </tr>
        </thead>
        <tbody>
          {objectives.map(({ text, a, b }) => (
            <tr key={text} class={a === b ? '' : 'differs'}>
              <th scope="row" dir="auto">
                {text}
              </th>
              <td>{a && termLabel(a)}</td>
              <td>{b && termLabel(b)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
