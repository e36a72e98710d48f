import type { ComponentChildren } from 'preact';
import { ProviderMark } from '../kit/marks';
import { LongTranscript, type Row } from '../room/long-transcript';
import { runAddress } from '../router';
import type { CriticVerdict, Entry, Move, Styles } from './fold-adventure';
import { StyledText } from './styled-text';

interface StoryTranscriptProps {
  run: string;
  entries: readonly Entry[];
  /** The turn in the URL. */
  at: number | null;
  /** Shows the agent's thoughts, and links to turns. */
  hasReasons: boolean;
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
  onToEnd: () => void;
  onFork: (turn: number) => void;
}

const LABELS = { earlier: 'Earlier moves', toEnd: 'Jump to the latest move' };

export function StoryTranscript({ run, entries, at, hasReasons, onFork, ...others }: StoryTranscriptProps) {
  const { hasEarlier } = others;
  const rowOf = (index: number): Row => {
    const entry = entries[index];
    if (!entry) return { class: '', view: <></> };
    return {
      class: entryClass(entry),
      id: `seq-${entry.seq}`,
      view: <EntryView {...{ run, entry, hasReasons, onFork }} />,
    };
  };
  return (
    <LongTranscript
      class="told"
      count={entries.length}
      keyOf={(index) => entries[index]?.seq ?? index}
      guess={(index) => guessHeight(entries[index])}
      rowOf={rowOf}
      at={at}
      sought={at === null ? null : findTurn(entries, at, hasEarlier)}
      labels={LABELS}
      {...others}
    >
      {entries.length === 0 && <NotStarted />}
    </LongTranscript>
  );
}

/** Explains to a first-time visitor how to begin. */
function NotStarted() {
  return (
    <div class="not-begun quiet">
      <p>
        The story begins with the first turn. An agent plays it: it explores, draws a map, takes notes and
        sets objectives.
      </p>
      <ul>
        <li>
          <strong>Start</strong> lets the agent play; <strong>One turn</strong> plays a single turn.
        </li>
        <li>
          If you send a command below, it is played as the next turn. If you <strong>suggest</strong> one, the
          agent may use it.
        </li>
      </ul>
    </div>
  );
}

/** Returns the index where a turn begins, or of the last entry before it; null if not loaded. */
function findTurn(entries: readonly Entry[], wanted: number, hasEarlier: boolean): number | null {
  const first = entries.findIndex(({ turn }) => turn === wanted);
  if (first >= 0) return first;
  const before = entries.findLastIndex(({ turn }) => turn !== null && turn < wanted);
  return before >= 0 ? before : hasEarlier || entries.length === 0 ? null : 0;
}

function entryClass(entry: Entry): string {
  if (entry.type === 'move') return `move${entry.died ? ' died' : ''}`;
  return entry.type === 'note' ? `note ${entry.tone}` : entry.type;
}

/** Estimates an entry's height in pixels before it is drawn. */
function guessHeight(entry: Entry | undefined): number {
  if (!entry || entry.type === 'note') return 24;
  const text = entry.type === 'rejected' ? entry.reason : entry.text;
  return 56 + 25 * Math.max(Math.ceil(text.length / 75), text.split('\n').length);
}

interface EntryProps {
  run: string;
  hasReasons: boolean;
  onFork: (turn: number) => void;
}

function EntryView({ entry, ...props }: EntryProps & { entry: Entry }) {
  switch (entry.type) {
    case 'move':
      return <MoveView {...props} move={entry} />;
    case 'episode':
      return (
        <>
          <p class="round-mark">
            <span>Episode {entry.n}</span>
          </p>
          <StoryText text={entry.text} styles={entry.styles} />
          <Fault text={entry.stopped} />
        </>
      );
    case 'rejected':
      return (
        <>
          <p class="typed">
            <s class="command">{entry.command || 'no command'}</s>
            <span class="mark bad">
              {entry.by === 'machine'
                ? 'skipped'
                : `rejected${entry.score === null ? '' : ` ${showScore(entry.score)}`}`}
            </span>
          </p>
          <p class="quiet">
            {entry.by === 'machine' ? 'Not typed:' : 'The critic:'} {entry.reason}
          </p>
          {props.hasReasons && <Thinking text={entry.thinking} />}
        </>
      );
    case 'note':
      return <>{entry.text}</>;
  }
}

function MoveView({ run, move, hasReasons, onFork }: EntryProps & { move: Move }) {
  const { turn, gained, verdict } = move;
  return (
    <>
      <p class="typed">
        <span class="command">
          <span aria-hidden="true">&gt; </span>
          {move.command}
        </span>
        {move.by === 'player' ? (
          <span class="mark person">typed by a person</span>
        ) : (
          <ProviderMark provider={move.provider} model={move.model} />
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
        {turn !== null &&
          (hasReasons ? (
            <a class="turn-n small" href={`#${runAddress(run, { turn })}`}>
              turn {turn}
            </a>
          ) : (
            <span class="turn-n small quiet">turn {turn}</span>
          ))}
      </p>
      <StoryText text={move.text} styles={move.styles} />
      <Fault text={move.stopped} />
      {hasReasons && (
        <Thinking text={move.thinking} verdict={verdict}>
          {turn !== null && (
            <button type="button" class="plain" onClick={() => onFork(turn)}>
              Fork after turn {turn}
            </button>
          )}
        </Thinking>
      )}
    </>
  );
}

/** Matches drawings and tables made of spaces, which need a monospaced font. */
const DRAWN_TEXT = /\S {3,}\S|^ {4,}\S.*\n {4,}\S/m;

export function StoryText({ text, styles = [] }: { text: string; styles?: Styles | undefined }) {
  const start = /^\s*\n/.exec(text)?.[0].length ?? 0;
  const storyText = text.slice(start).trimEnd();
  if (!storyText) return null;
  return (
    <p class={DRAWN_TEXT.test(storyText) ? 'story-text mono' : 'story-text'} dir="auto">
      <StyledText text={storyText} styles={styles} from={start} />
    </p>
  );
}

/** Shows the fault that stopped the story, if there is one. */
export const Fault = ({ text }: { text: string }) =>
  text ? <p class="note bad">Story error: {text}</p> : null;

/** The reason for a command: the adventurer's thought and the critic's verdict. */
function Thinking(props: { text: string; verdict?: CriticVerdict | null; children?: ComponentChildren }) {
  const { text, verdict, children } = props;
  if (!text && !verdict && !children) return null;
  return (
    <details class="thinking">
      <summary>
        {text || verdict ? 'Thinking' : 'More'}
        {verdict && ` · critic ${verdict.score === null ? 'without a score' : showScore(verdict.score)}`}
      </summary>
      {text && <p dir="auto">{text}</p>}
      {verdict && <p class="quiet">Approved by the critic{verdict.reason && `: ${verdict.reason}`}</p>}
      {children}
    </details>
  );
}

const showScore = (score: number): string => `${score > 0 ? '+' : ''}${score}`.replace('-', '−');
