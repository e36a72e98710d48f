import { useState } from 'preact/hooks';
import type { AddObjective, ObjectiveList } from '../../../src/contract/adventures';
import { onSubmit } from '../kit/form/on-submit';
import { termLabel } from '../words/terms';

const PRIORITIES: AddObjective['priority'][] = ['high', 'normal', 'low'];

export function ObjectiveForm(props: {
  active: ObjectiveList['items'];
  busy: boolean;
  onAdd: (body: AddObjective) => Promise<boolean>;
}) {
  const [text, setText] = useState('');
  const [priority, setPriority] = useState<AddObjective['priority']>('normal');
  const [parent, setParent] = useState('');
  const parentId = props.active.some(({ id }) => id === parent) ? parent : '';
  const add = async () => {
    if (props.busy || !text.trim()) return;
    const isAdded = await props.onAdd({ text: text.trim(), priority, parent: parentId || null });
    if (isAdded) setText('');
  };
  return (
    <form class="add-objective" aria-label="Add an objective" onSubmit={onSubmit(add)}>
      <input
        type="text"
        maxLength={200}
        aria-label="New objective"
        placeholder="What should the adventurer do?"
        value={text}
        onInput={(typed) => setText(typed.currentTarget.value)}
      />
      <select
        aria-label="Priority"
        value={priority}
        onChange={({ currentTarget: { value } }) =>
          setPriority(PRIORITIES.find((one) => one === value) ?? 'normal')
        }
      >
        {PRIORITIES.map((one) => (
          <option key={one} value={one}>
            {termLabel(one)}
          </option>
        ))}
      </select>
      {props.active.length > 0 && (
        <select
          aria-label="Part of"
          value={parentId}
          onChange={(changed) => setParent(changed.currentTarget.value)}
        >
          <option value="">nothing (top level)</option>
          {props.active.map(({ id }) => (
            <option key={id} value={id}>
              part of {id}
            </option>
          ))}
        </select>
      )}
      <button type="submit" disabled={props.busy || !text.trim()}>
        Add
      </button>
    </form>
  );
}
