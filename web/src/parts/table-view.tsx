import { useState } from 'preact/hooks';
import type { Event } from '../../../src/contract/events';
import { foldTable, readTurn } from '../fold-cast';
import type { Names } from '../fold-scene';
import { type AnyScene, isOwn } from '../who';
import { Avatar } from './marks';

/** A table game: who plays in which order, whose turn it is, the cards, and in the end the verdict. */
export function TableView(props: {
  scene: AnyScene;
  names: Names;
  events: readonly Event[];
  /** Id of the persona that speaks here; undefined: nobody. */
  persona: string | undefined;
}) {
  const { scene, names, events, persona } = props;
  const { table, round } = scene;
  if (!table) return null;
  const { outcome } = table;
  const { deal, rulings } = foldTable(events);
  const turn = round ? readTurn(events, round.n) : null;
  const last = rulings.at(-1);
  const scores = outcome?.scores ?? last?.scores ?? {};
  const called = (id: string) => names.get(id) ?? id;
  const mine = persona !== undefined && table.people.includes(persona) ? persona : null;
  const wordOf = (id: string): string | null =>
    deal?.words[id] ?? (id === mine && !isOwn(scene) ? scene.card : null);
  return (
    <section class="table" aria-label="The table">
      <h2>The table</h2>
      <p class="quiet" role="status">
        {describeGame(table, turn === null ? null : called(turn))}
      </p>
      {mine !== null && !outcome && <p class="your-turn">{describeTurn(scene, mine)}</p>}
      {outcome && (
        <p class="verdict">
          <strong>{outcome.winner ? `${called(outcome.winner)} wins.` : 'Nobody wins.'}</strong> Everybody had
          “{outcome.reveal.words[0]}”; {called(outcome.reveal.odd)} had “{outcome.reveal.words[1]}”.
        </p>
      )}
      <ol class="players">
        {table.players.map((id) => {
          const word = wordOf(id);
          return (
            <li key={id} class={turn === id ? 'playing' : ''} aria-current={turn === id ? 'step' : undefined}>
              <Avatar
                actor={table.people.includes(id) ? `persona:${id}` : `character:${id}`}
                name={called(id)}
              />
              <span>
                {called(id)}
                {id === mine && <span class="mark you"> you</span>}
                {outcome?.winner === id && <span class="mark"> winner</span>}
                {scores[id] !== undefined && <span class="quiet small"> {scores[id]} of 10</span>}
              </span>
              {word !== null && (
                <Card name={called(id)} word={word} odd={deal?.odd === id} mine={id === mine} />
              )}
            </li>
          );
        })}
      </ol>
      {!outcome && (
        <details>
          <summary class="small">How it is played</summary>
          <p class="small">
            All got the same secret word but one, whose word is a near relative. Nobody knows who that is.
            Each round everybody hints at their own word without saying it; the others must not guess it too
            easily. A judge, who knows the words, looks on and names who played best.
          </p>
        </details>
      )}
      {!outcome && last?.text && (
        <details>
          <summary class="small">What the judge thinks so far</summary>
          <p class="thought">{last.text}</p>
        </details>
      )}
    </section>
  );
}

/** What whoever plays here is to do now. */
function describeTurn(scene: AnyScene, mine: string): string {
  if (scene.round) return 'The others give their clues.';
  if (scene.waiting?.spoken.includes(mine)) return 'Your clue is given.';
  return 'Your turn: turn your card over, and hint at your word without saying it.';
}

/** A card lies face down until it is turned over. Nothing of it is in the page before. */
function Card(props: { name: string; word: string; odd: boolean; mine: boolean }) {
  const { name, word, odd, mine } = props;
  const [open, setOpen] = useState(false);
  return (
    <button
      type="button"
      class={open ? `secret open${odd ? ' odd' : ''}` : 'secret'}
      aria-pressed={open}
      onClick={() => setOpen(!open)}
    >
      {open ? word : <span aria-hidden="true">?</span>}
      <span class="sr-only">
        {open
          ? odd
            ? ', the odd one out'
            : ''
          : mine
            ? 'Turn your card over'
            : `Turn the card of ${name} over`}
      </span>
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
