import { useState } from 'preact/hooks';
import { formatRoll } from '../../../../src/base/dice';
import { go } from '../../router';
import { ToNew } from '../away/new-since';
import type { Away } from '../away/use-away';
import type { Speech } from '../composer/use-speech';
import { FindBar } from '../find/find-bar';
import type { SceneView } from '../use-scene';
import type { AnyScene } from '../who';
import type { Line } from './fold-scene';
import { Transcript } from './transcript';

/** The transcript with search and a button to new lines. `at`: seq of the line in the URL. */
export function StageLines(props: {
  scene: AnyScene;
  room: SceneView;
  speech: Speech;
  away: Away;
  at: number | null;
  isFinding: boolean;
  onFound: () => void;
}) {
  const { scene, room, speech, away, at } = props;
  const { view, lines } = room;
  const [foundSeq, setFoundSeq] = useState<number | null>(null);
  return (
    <>
      <Transcript
        scene={scene}
        lines={lines}
        coming={room.listComing(speech.outbox, speech.edit)}
        rewording={room.rewording}
        tries={room.tries}
        self={speech.persona ? `persona:${speech.persona}` : null}
        away={away}
        at={foundSeq ?? at}
        isFound={foundSeq !== null}
        hasEarlier={view.hasEarlier}
        loadEarlier={view.loadEarlier}
        onToEnd={() => {
          view.leave();
          setFoundSeq(null);
          if (at !== null) go(`/scenes/${room.id}`);
        }}
      >
        {away.unread && !away.isAway && !away.isMarkSeen && (
          <ToNew {...away.unread} onShow={() => setFoundSeq(away.unread?.seq ?? null)} />
        )}
        {props.isFinding && (
          <FindBar
            lines={lines}
            hasEarlier={view.hasEarlier}
            loadEarlier={view.loadEarlier}
            onShow={setFoundSeq}
            onClose={() => {
              props.onFound();
              setFoundSeq(null);
            }}
          />
        )}
      </Transcript>
      <Announcer lines={room.newLines} />
    </>
  );
}

/** Announces new lines to screen readers, without the history when the room opens. */
function Announcer({ lines }: { lines: Line[] }) {
  const texts = lines.flatMap((line) => {
    if (line.type === 'speech') return [`${line.name}${line.whisper ? ' whispers' : ''}: ${line.text}`];
    if (line.type === 'handout') return [`Handout: ${line.title}`];
    if (line.type === 'roll') return [`${line.name}, ${line.notation}: ${formatRoll(line)}`];
    return line.type === 'note' ? [line.text] : [];
  });
  return (
    <div class="sr-only" aria-live="polite" role="log" aria-label="New lines">
      {texts.map((text, i) => (
        <p key={`${lines[0]?.seq}-${i}`}>{text}</p>
      ))}
    </div>
  );
}
