import { useState } from 'preact/hooks';
import type { Scene } from '../../../../src/contract/scenes';
import { hand } from '../../api/scene';
import { TypedField } from '../../kit/form/typed-field';
import { ProblemNote } from '../../kit/problem-note';
import { Sheet } from '../../kit/sheet';
import { useAct } from '../../kit/use-act';

export function NarrateForm(props: { scene: Scene; onDone: () => void; onClose: () => void }) {
  const [text, setText] = useState('');
  const { busy, problem, act } = useAct(props.onDone);
  const send = async () => {
    const reply = await act((key) => hand.narrate(props.scene.id, text.trim(), key), text.trim());
    if (reply) props.onClose();
  };
  return (
    <Sheet
      title="The narrator speaks"
      verb="Narrate"
      busy={busy}
      onSend={() => void send()}
      onClose={props.onClose}
    >
      <TypedField
        label="What it is to tell. Left empty, it tells what is to be seen"
        rows={3}
        maxLength={2000}
        value={text}
        onChange={setText}
      />
      {problem && <ProblemNote problem={problem} />}
    </Sheet>
  );
}
