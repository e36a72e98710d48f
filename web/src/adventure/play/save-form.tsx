import { useState } from 'preact/hooks';
import type { AdventureRun } from '../../../../src/api/adventures';
import { api } from '../../api/api';
import { TypedField } from '../../kit/form/typed-field';
import { ProblemNote } from '../../kit/problem-note';
import { Sheet } from '../../kit/sheet';
import { useAct } from '../../kit/use-act';

/** Names the place where the story stands, to come back to it later. */
export function SaveForm(props: { run: AdventureRun; onDone: () => void; onClose: () => void }) {
  const { run, onDone, onClose } = props;
  const [name, setName] = useState(run.story?.place?.name ?? '');
  const { busy, problem, act } = useAct(onDone);
  const save = async () => {
    if (await act((key) => api.saveStory(run.id, name.trim(), key), name)) onClose();
  };
  return (
    <Sheet
      title="Save this place"
      verb="Save"
      busy={busy}
      ready={name.trim() !== ''}
      onSend={() => void save()}
      onClose={onClose}
    >
      <TypedField label="Name of the save" maxLength={60} required value={name} onText={setName} />
      {problem && <ProblemNote problem={problem} />}
    </Sheet>
  );
}
