import { useState } from 'preact/hooks';
import type { Event } from '../../../../src/contract/events/events';
import { Avatar } from '../../kit/marks';
import type { Names } from '../lines/fold-scene';
import { type AnyScene, isOwn } from '../who';
import { foldTable, readTurn } from './fold-cast';

interface TableProps {
  scene: AnyScene;
  names: Names;
  events: readonly Event[];
  /** Id of the persona that speaks here; undefined: none. */
  persona: string | undefined;
}

/** Shows a table game: the order of players, whose turn it is, the cards, and in the end the verdict. */
export function TableView({ scene, names, events, persona }: TableProps) {
  const { table, round } = scene;
  if (!table) return null;
  const { outcome } = table;
  const { deal, rulings } = foldTable(events);
  const turn = round ? readTurn(events, round.n) : null;
  const last = rulings.at(-1);
  const scores = new Map(Object.entries(outcome?.scores ?? last?.scores ?? {}));
  const words = new Map(Object.entries(deal?.words ?? {}));
  const showName = (id: string) => names.get(id) ?? id;
  const mine = playedHere(scene, persona);
  return (
    <section class="table" aria-label="The table">
      <h2>The table</h2>
      <p class="quiet" role="status">
        {describeGame(table, turn === null ? null : showName(turn))}
      </p>
      {outcome && (
        <p class="verdict">
          <strong>{outcome.winner ? `${showName(outcome.winner)} wins.` : 'No one wins.'}</strong> Everyone
          had “{outcome.reveal.words[0]}”; {showName(outcome.reveal.odd)} had “{outcome.reveal.words[1]}”.
        </p>
      )}
      <ol class="players">
        {table.players.map((id) => (
          <li key={id} class={turn === id ? 'playing' : ''} aria-current={turn === id ? 'step' : undefined}>
            <Avatar
              actor={table.people.includes(id) ? `persona:${id}` : `character:${id}`}
              name={showName(id)}
            />
            <span>
              {showName(id)} {id === mine && <span class="mark you">you</span>}
              {outcome?.winner === id && <span class="mark">winner</span>}
              {scores.has(id) && <span class="quiet small"> {scores.get(id)} of 10</span>}
            </span>
            {deal && id !== mine && (
              <Card word={words.get(id) ?? ''} odd={deal.odd === id} whose={`the card of ${showName(id)}`} />
            )}
          </li>
        ))}
      </ol>
      {!outcome && (
        <details>
          <summary class="small">How to play</summary>
          <p class="small">
            Everyone has the same secret word except one player, whose word is similar. Players don't know who
            that is. Each round, hint at your word without saying it, and don't make it too easy to guess. A
            judge, who knows the words, watches and names the best player.
          </p>
        </details>
      )}
      {!outcome && last?.text && (
        <details>
          <summary class="small">The judge's thoughts so far</summary>
          <p class="thought" dir="auto">
            {last.text}
          </p>
        </details>
      )}
    </section>
  );
}

/** Shows a player at the table what to do next, with their card, next to the composer. */
export function TableTurn({ scene, events, persona }: Omit<TableProps, 'names'>) {
  const mine = playedHere(scene, persona);
  if (mine === null || !scene.table || scene.table.outcome) return null;
  const word = isOwn(scene) ? foldTable(events).deal?.words[mine] : scene.card;
  return (
    <div class="your-turn">
      <p>{describeTurn(scene, mine)}</p>
      {word && <Card word={word} odd={false} whose="your card" closed="Your card" />}
    </div>
  );
}

/** Returns the persona that speaks here when it plays at the table, else null. */
const playedHere = ({ table }: AnyScene, persona: string | undefined): string | null =>
  persona !== undefined && table?.people.includes(persona) ? persona : null;

function describeTurn(scene: AnyScene, mine: string): string {
  if (scene.round) return 'The others are giving their clues.';
  if (scene.waiting?.spoken.includes(mine)) return 'You have given your clue.';
  return 'Your turn: hint at your word without saying it.';
}

/** A card is face down until revealed. Until then its word is not in the page. */
function Card(props: { word: string; odd: boolean; whose: string; closed?: string }) {
  const { word, odd, whose, closed = '?' } = props;
  const [open, setOpen] = useState(false);
  return (
    <button
      type="button"
      class={open ? `secret open${odd ? ' odd' : ''}` : 'secret'}
      aria-pressed={open}
      onClick={() => setOpen(!open)}
    >
      {open ? word : <span aria-hidden="true">{closed}</span>}
      <span class="sr-only">{open ? (odd ? ', the odd one out' : '') : `Turn ${whose} over`}</span>
    </button>
  );
}

function describeGame(table: NonNullable<AnyScene['table']>, turn: string | null): string {
  const { round, of, over, outcome } = table;
  if (over)
    return outcome?.reason === 'no_contest' ? 'The game ended without a verdict.' : 'The game is over.';
  const rounds = `${round} of ${of} rounds of clues played.`;
  return turn ? `${turn} gives a clue. ${rounds}` : rounds;
}
