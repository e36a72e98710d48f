import { useState } from 'preact/hooks';
import type { Event } from '../../../src/contract/events';
import { foldTable, readTurn } from '../fold-cast';
import type { Names } from '../fold-scene';
import type { AnyScene } from '../who';
import { Avatar } from './marks';

/** A table game: who plays in which order, whose turn it is, the cards, and in the end the verdict. */
export function TableView(props: { scene: AnyScene; names: Names; events: readonly Event[] }) {
  const { scene, names, events } = props;
  const { table, round } = scene;
  if (!table) return null;
  const { outcome } = table;
  const { deal, rulings } = foldTable(events);
  const turn = round ? readTurn(events, round.n) : null;
  const last = rulings.at(-1);
  const scores = outcome?.scores ?? last?.scores ?? {};
  const called = (id: string) => names.get(id) ?? id;
  return (
    <section class="table" aria-label="The table">
      <h2>The table</h2>
      <p class="quiet" role="status">
        {describeGame(table, turn === null ? null : called(turn))}
      </p>
      {outcome && (
        <p class="verdict">
          <strong>{outcome.winner ? `${called(outcome.winner)} wins.` : 'Nobody wins.'}</strong> Everybody had
          “{outcome.reveal.words[0]}”; {called(outcome.reveal.odd)} had “{outcome.reveal.words[1]}”.
        </p>
      )}
      <ol class="players">
        {table.players.map((id) => (
          <li key={id} class={turn === id ? 'playing' : ''} aria-current={turn === id ? 'step' : undefined}>
            <Avatar actor={`character:${id}`} name={called(id)} />
            <span>
              {called(id)}
              {outcome?.winner === id && <span class="mark"> winner</span>}
              {scores[id] !== undefined && <span class="quiet small"> {scores[id]} of 10</span>}
            </span>
            {deal && <Card name={called(id)} word={deal.words[id] ?? ''} odd={deal.odd === id} />}
          </li>
        ))}
      </ol>
      {!outcome && last?.text && (
        <details>
          <summary class="small">What the judge thinks so far</summary>
          <p class="thought">{last.text}</p>
        </details>
      )}
    </section>
  );
}

/** A card lies face down until it is turned over. Nothing of it is in the page before. */
function Card({ name, word, odd }: { name: string; word: string; odd: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <button
      type="button"
      class={open ? `secret open${odd ? ' odd' : ''}` : 'secret'}
      aria-pressed={open}
      onClick={() => setOpen(!open)}
    >
      {open ? word : <span aria-hidden="true">?</span>}
      <span class="sr-only">{open ? (odd ? ', the odd one out' : '') : `Turn the card of ${name} over`}</span>
    </button>
  );
}

function describeGame(table: NonNullable<AnyScene['table']>, turn: string | null): string {
  const { round, of, over, outcome } = table;
  if (over)
    return outcome?.reason === 'no_contest' ? 'The game ended without a verdict.' : 'The game is over.';
  const rounds = `${round} of ${of} rounds of clues are played.`;
  return turn ? `${turn} gives a clue. ${rounds}` : rounds;
}
