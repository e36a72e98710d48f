import { useState } from 'preact/hooks';
import type { Entry, Move } from '../fold-adventure';
import { useFollowEnd } from '../use-follow-end';
import { ProviderMark } from './marks';

/** Entries that are drawn while the reader follows; a run has thousands. */
const DRAWN = 200;
/** Entries that are drawn at most while someone reads further up, and the run goes on. */
const MOST_DRAWN = 1_000;

interface StoryTranscriptProps {
  entries: readonly Entry[];
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
  onFork: (turn: number) => void;
}

/** The game as it was played, newest last. Stays at the end while the reader is there. */
export function StoryTranscript({ entries, hasEarlier, loadEarlier, onFork }: StoryTranscriptProps) {
  /** Seq of the first entry drawn; null follows the newest. While someone reads further up, it stays. */
  const [from, setFrom] = useState<number | null>(null);
  const start =
    from === null
      ? Math.max(0, entries.length - DRAWN)
      : Math.max(
          0,
          entries.findIndex(({ seq }) => seq >= from),
        );
  const drawn = entries.slice(start, start + MOST_DRAWN);
  const { box, atEnd, onScroll, toEnd } = useFollowEnd<HTMLElement>(drawn[0]?.seq);
  const scroll = () => {
    const isAtEnd = onScroll();
    if (isAtEnd) setFrom(null);
    else if (from === null) setFrom(drawn[0]?.seq ?? null);
  };
  const showEarlier = async () => {
    if (start > 0) return setFrom(entries[Math.max(0, start - DRAWN)]?.seq ?? null);
    await loadEarlier();
    setFrom(0);
  };
  return (
    <div class="transcript-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section class="transcript told" ref={box} onScroll={scroll} tabIndex={0} aria-label="Transcript">
        {(start > 0 || hasEarlier) && (
          <button type="button" class="earlier" onClick={() => void showEarlier()}>
            Earlier moves
          </button>
        )}
        {entries.length === 0 && <p class="quiet centred">The story begins with the first turn.</p>}
        <ol>
          {drawn.map((entry) => (
            <EntryView key={entry.seq} entry={entry} onFork={onFork} />
          ))}
        </ol>
      </section>
      {!atEnd && (
        <button type="button" class="to-end" onClick={toEnd}>
          To the latest move ↓
        </button>
      )}
    </div>
  );
}

function EntryView({ entry, onFork }: { entry: Entry; onFork: (turn: number) => void }) {
  switch (entry.type) {
    case 'move':
      return <MoveView move={entry} onFork={onFork} />;
    case 'episode':
      return (
        <li>
          <p class="round-mark">
            <span>Episode {entry.n}</span>
          </p>
          <StoryText text={entry.text} />
        </li>
      );
    case 'rejected':
      return (
        <li class="rejected">
          <p class="typed">
            <s class="command">{entry.command || 'no command'}</s>
            <span class="mark bad">
              {entry.by === 'machine'
                ? 'impossible here'
                : `rejected${entry.score === null ? '' : ` ${entry.score}`}`}
            </span>
          </p>
          <p class="quiet">
            {entry.by === 'machine' ? 'By the story itself: ' : 'By the critic: '}
            {entry.reason}
          </p>
          <Thinking text={entry.thinking} />
        </li>
      );
    case 'note':
      return <li class={`note ${entry.tone}`}>{entry.text}</li>;
  }
}

function MoveView({ move, onFork }: { move: Move; onFork: (turn: number) => void }) {
  const { turn, gained } = move;
  return (
    <li class={move.died ? 'move died' : 'move'}>
      <p class="typed">
        <span class="command">
          <span aria-hidden="true">&gt; </span>
          {move.command}
        </span>
        {move.by === 'player' ? (
          <span class="mark person">typed by a person</span>
        ) : (
          <ProviderMark provider={move.provider} />
        )}
        {gained !== 0 && (
          <span class={gained > 0 ? 'mark good' : 'mark bad'}>
            {gained > 0 ? '+' : '−'}
            {Math.abs(gained)} to {move.score}
          </span>
        )}
        {move.died && <span class="mark bad">died</span>}
        {move.moved && <span class="mark">to {move.moved.name || move.moved.id}</span>}
        {!move.effect && !move.died && <span class="quiet small">no effect</span>}
        {move.notes.map((note) => (
          <span key={note} class="quiet small">
            {note.replaceAll('_', ' ')}
          </span>
        ))}
        {turn !== null && <span class="turn-n quiet small">turn {turn}</span>}
      </p>
      <StoryText text={move.text} />
      {move.stopped && <p class="note bad">The story stopped: {move.stopped}</p>}
      <Thinking text={move.thinking}>
        {turn !== null && (
          <button type="button" class="plain" onClick={() => onFork(turn)}>
            Fork the run after turn {turn}
          </button>
        )}
      </Thinking>
    </li>
  );
}

/** Drawings and tables, which stories make of spaces, need letters of one width. */
const DRAWN_TEXT = /\S {3,}\S|^ {4,}\S.*\n {4,}\S/m;

function StoryText({ text }: { text: string }) {
  const told = text.replace(/^\s*\n|\s+$/g, '');
  if (!told) return null;
  return <p class={DRAWN_TEXT.test(told) ? 'story-text mono' : 'story-text'}>{told}</p>;
}

function Thinking({ text, children }: { text: string; children?: preact.ComponentChildren }) {
  if (!text) return null;
  return (
    <details class="thinking">
      <summary>Thinking</summary>
      <p>{text}</p>
      {children}
    </details>
  );
}
