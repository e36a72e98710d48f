import { useState } from 'preact/hooks';
import type { PageProblem } from '../../api/api';
import { hand } from '../../api/scene';
import { TypedField } from '../../kit/form/typed-field';
import { ProblemNote } from '../../kit/problem-note';
import { Sheet } from '../../kit/sheet';
import { useAct } from '../../kit/use-act';
import { say } from '../../words/say';
import type { AnyScene } from '../who';
import type { Line } from './fold-scene';

interface FormProps {
  scene: AnyScene;
  line: Extract<Line, { type: 'speech' }>;
  onClose: () => void;
}

/** Typed text of lines that scrolled out of sight, because the transcript draws only visible ones. */
const unsent = new Map<string, string>();

export function EditForm({ scene, line, onClose }: FormProps) {
  const place = `${scene.id} ${line.seq}`;
  const [text, setText] = useState(() => unsent.get(place) ?? line.text);
  const { busy, problem, act } = useAct();
  const close = () => {
    unsent.delete(place);
    onClose();
  };
  const send = async () => {
    if (await act(() => hand.edit(scene.id, line.seq, text.trim()))) close();
  };
  return (
    <Sheet
      title={`Edit ${line.name}'s line`}
      verb="Save"
      busy={busy}
      ready={text.trim() !== '' && text.trim() !== line.text}
      onSend={() => void send()}
      onClose={close}
    >
      <TypedField
        label="Everyone sees and remembers the new text. The event log keeps the old one."
        rows={6}
        maxLength={8000}
        value={text}
        onChange={(text) => {
          unsent.set(place, text);
          setText(text);
        }}
      />
      {problem && <ProblemNote problem={problem} />}
    </Sheet>
  );
}

/** Regenerates a line with a note that only its speaker sees. */
export function RegenerateForm({ scene, line, onClose }: FormProps) {
  const [direction, setDirection] = useState('');
  const { busy, problem, act } = useAct();
  const send = async () => {
    const wish = direction.trim();
    if (await act((key) => hand.regenerate(scene.id, line.seq, wish, key), wish)) onClose();
  };
  return (
    <Sheet
      title={`Regenerate ${line.name}'s reply`}
      verb="Regenerate"
      busy={busy}
      ready={direction.trim() !== ''}
      onSend={() => void send()}
      onClose={onClose}
    >
      <TypedField
        label={`Note for ${line.name} (only they see it)`}
        rows={2}
        maxLength={500}
        value={direction}
        onChange={setDirection}
      />
      <p class="quiet small">You can still switch back to the current reply.</p>
      {problem && <ProblemNote problem={problem} />}
    </Sheet>
  );
}

export function RefusedNote({ problem, onClose }: { problem: PageProblem; onClose: () => void }) {
  return (
    <Sheet title="Something went wrong" verb={say('OK')} busy={false} onSend={onClose} onClose={onClose}>
      <ProblemNote problem={problem} />
    </Sheet>
  );
}
