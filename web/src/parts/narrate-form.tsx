import { useRef, useState } from 'preact/hooks';
import type { Scene } from '../../../src/contract/scenes';
import { newIdempotencyKey } from '../api';
import { hand } from '../api-scene';
import { useAct } from '../use-act';
import { ProblemNote } from './problem-note';
import { Sheet } from './sheet';

/** Asks the narrator to speak, of something or of what is to be seen. */
export function NarrateForm(props: { scene: Scene; onDone: () => void; onClose: () => void }) {
  const [text, setText] = useState('');
  const { busy, problem, act } = useAct(props.onDone);
  // The same words keep their key, so that sending them again after a cut never doubles them.
  const key = useRef(newIdempotencyKey());
  const send = async () => {
    const done = await act(async () => {
      const reply = await hand.narrate(props.scene.id, text.trim(), key.current);
      // A refusal is final for its key; only silence may hide that it was accepted.
      if (!reply.ok && reply.problem.status !== 0) key.current = newIdempotencyKey();
      return reply;
    });
    if (done) props.onClose();
  };
  return (
    <Sheet
      title="The narrator speaks"
      verb="Narrate"
      busy={busy}
      onSend={() => void send()}
      onClose={props.onClose}
    >
      <label class="field">
        <span>What it is to tell; nothing: what is to be seen</span>
        <textarea
          rows={3}
          maxLength={2000}
          value={text}
          onInput={(typed) => {
            setText(typed.currentTarget.value);
            key.current = newIdempotencyKey();
          }}
        />
      </label>
      {problem && <ProblemNote problem={problem} />}
    </Sheet>
  );
}
