import { LongTranscript, type Row } from '../../room/long-transcript';
import type { Entry } from '../fold-adventure';
import { Fault, StoryText } from '../story-transcript';

interface PlayTranscriptProps {
  entries: readonly Entry[];
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
  onToEnd: () => void;
}

const LABELS = { earlier: 'Earlier moves', toEnd: 'Jump to the latest move' };

export function PlayTranscript({ entries, ...others }: PlayTranscriptProps) {
  const lines = entries.filter(isRead);
  const rowOf = (index: number): Row => {
    const entry = lines[index];
    if (!entry) return { class: '', view: <></> };
    return { class: entry.type, id: `seq-${entry.seq}`, view: <EntryText entry={entry} /> };
  };
  return (
    <LongTranscript
      class="told"
      count={lines.length}
      keyOf={(index) => lines[index]?.seq ?? index}
      guess={(index) => 40 + 0.5 * (entryText(lines[index])?.length ?? 0)}
      rowOf={rowOf}
      at={null}
      sought={null}
      labels={LABELS}
      {...others}
    >
      {lines.length === 0 && <p class="quiet centred">Opening the story…</p>}
    </LongTranscript>
  );
}

/** True if the player should see an entry: notes of agents are hidden. */
const isRead = (entry: Entry): boolean =>
  entry.type === 'move' ||
  entry.type === 'episode' ||
  (entry.type === 'note' && (entry.tone === 'bad' || STORY_NOTES.has(entry.kind)));

const STORY_NOTES: ReadonlySet<string> = new Set(['story.saved', 'story.restored', 'run.finished']);

const entryText = (entry: Entry | undefined): string | undefined =>
  entry && 'text' in entry ? entry.text : undefined;

function EntryText({ entry }: { entry: Entry }) {
  if (entry.type === 'note') return <p class="quiet small centred">{entry.text}</p>;
  if (entry.type === 'rejected') return null;
  return (
    <>
      {entry.type === 'move' && (
        <p class="echo" dir="auto">
          <span aria-hidden="true">&gt;</span> {entry.command || <span class="quiet">Enter</span>}
        </p>
      )}
      <StoryText text={entry.text} styles={entry.styles} />
      <Fault text={entry.stopped} />
    </>
  );
}
