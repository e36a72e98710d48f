import { useState } from 'preact/hooks';
import type { Scene } from '../../../../src/api/scenes';
import type { PageProblem } from '../../api/api';
import { hand } from '../../api/scene';
import { TypedField } from '../../kit/form/typed-field';
import { ProblemNote } from '../../kit/problem-note';
import { Sheet } from '../../kit/sheet';
import { useAct } from '../../kit/use-act';
import { backstagePath } from '../backstage/use-backstage';
import { counts } from '../direct/counted-rounds';
import { TakeBack } from '../direct/take-back';
import { type AnyScene, idOfActor } from '../who';
import type { Line } from './fold-scene';

/** The owner's controls of a line: reword it, have it spoken anew, call on its speaker, go back. */
export function LineHand({ line, scene }: { line: Line; scene: Scene }) {
  const [editing, setEditing] = useState(false);
  const lineAct = useAct();
  const { busy, problem, act, tell } = lineAct;
  const forget = () => tell(null);
  if (line.type === 'round')
    return (
      <a class="plain" href={`#${backstagePath(scene.id, line.n)}`}>
        Backstage
      </a>
    );
  if (line.type !== 'speech' || line.actor === 'judge') return null;
  const { seq, actor, name, round } = line;
  const isCharacter = actor.startsWith('character:');
  const isOver = scene.status === 'finished';
  const isPlaying = scene.round !== null;
  return (
    <>
      <button type="button" class="plain" disabled={isPlaying} onClick={() => setEditing(true)}>
        Edit
      </button>
      {isCharacter && !scene.game && !isOver && (
        <>
          <button
            type="button"
            class="plain"
            disabled={busy}
            onClick={() => void act((key) => hand.regenerate(scene.id, seq, key), 'anew')}
          >
            Say anew
          </button>
          <button
            type="button"
            class="plain"
            disabled={busy}
            onClick={() => void act((key) => hand.continueLine(scene.id, seq, key), 'on')}
          >
            Go on
          </button>
          {line.wordings && (
            <Wordings
              {...line.wordings}
              busy={busy || isPlaying}
              onChoose={(index) => void act(() => hand.choose(scene.id, seq, index))}
            />
          )}
          <button
            type="button"
            class="plain"
            disabled={busy}
            onClick={() =>
              void act(() => hand.chooseNextSpeaker(scene.id, { character: idOfActor(actor), skip: [] }))
            }
          >
            {scene.called.next === idOfActor(actor) ? `${name} is next` : 'Speaks next'}
          </button>
        </>
      )}
      {round !== null && counts(scene, round) && (
        <TakeBack class="plain" scene={scene} n={round} label="Take back…" act={lineAct} />
      )}
      {editing && <EditForm scene={scene} line={line} onClose={() => setEditing(false)} />}
      {problem && <Refused problem={problem} onClose={forget} />}
    </>
  );
}

/** A player's control of a line that answers this player: which of its wordings counts. */
export function PlayerHand({ line, scene }: { line: Line; scene: AnyScene }) {
  const { busy, problem, act, tell } = useAct();
  if (line.type !== 'speech' || !line.wordings) return null;
  return (
    <>
      <Wordings
        {...line.wordings}
        busy={busy || scene.round !== null}
        onChoose={(index) => void act(() => hand.choose(scene.id, line.seq, index))}
      />
      {problem && <Refused problem={problem} onClose={() => tell(null)} />}
    </>
  );
}

function Refused({ problem, onClose }: { problem: PageProblem; onClose: () => void }) {
  return (
    <Sheet title="That could not be done" verb="All right" busy={false} onSend={onClose} onClose={onClose}>
      <ProblemNote problem={problem} />
    </Sheet>
  );
}

/** Leafs through the wordings of a line, by buttons or the arrow keys. */
function Wordings(props: {
  count: number;
  chosen: number;
  busy: boolean;
  onChoose: (index: number) => void;
}) {
  const { count, chosen, busy, onChoose } = props;
  const turn = (by: number) => {
    const index = chosen + by;
    if (!busy && index >= 0 && index < count) onChoose(index);
  };
  return (
    <fieldset
      class="wordings"
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') turn(-1);
        else if (key === 'ArrowRight') turn(1);
      }}
    >
      <legend class="sr-only">Wordings of the line</legend>
      <button
        type="button"
        class="plain"
        aria-disabled={chosen === 0}
        onClick={() => turn(-1)}
        aria-label="Wording before"
      >
        ‹
      </button>
      <span aria-live="polite">
        {chosen + 1}/{count}
      </span>
      <button
        type="button"
        class="plain"
        aria-disabled={chosen + 1 === count}
        onClick={() => turn(1)}
        aria-label="Next wording"
      >
        ›
      </button>
    </fieldset>
  );
}

/** Typed text of lines that scrolled out of sight, because the transcript draws only visible ones. */
const unsent = new Map<string, string>();

function EditForm(props: { scene: Scene; line: Extract<Line, { type: 'speech' }>; onClose: () => void }) {
  const { scene, line } = props;
  const place = `${scene.id} ${line.seq}`;
  const [text, setText] = useState(() => unsent.get(place) ?? line.text);
  const { busy, problem, act } = useAct();
  const close = () => {
    unsent.delete(place);
    props.onClose();
  };
  const send = async () => {
    if (await act(() => hand.edit(scene.id, line.seq, text.trim()))) close();
  };
  return (
    <Sheet
      title={`What ${line.name} said`}
      verb="Change the line"
      busy={busy}
      ready={text.trim() !== '' && text.trim() !== line.text}
      onSend={() => void send()}
      onClose={close}
    >
      <TypedField
        label="From now on everybody remembers these words; the ledger keeps the old ones"
        rows={6}
        maxLength={8000}
        value={text}
        onText={(text) => {
          unsent.set(place, text);
          setText(text);
        }}
      />
      {problem && <ProblemNote problem={problem} />}
    </Sheet>
  );
}
