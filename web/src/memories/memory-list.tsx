import { useCallback, useState } from 'preact/hooks';
import type { Memory } from '../../../src/contract/memories';
import { type MemoryPlace, memories } from '../api/memories';
import { ConfirmButton } from '../kit/confirm-button';
import { onSubmit } from '../kit/form/on-submit';
import { Check, SelectField, TypedField } from '../kit/form/typed-field';
import { ListMore, ListState } from '../kit/listing';
import { ProblemNote } from '../kit/problem-note';
import { type Act, useAct } from '../kit/use-act';
import { useList } from '../kit/use-list';
import './memories.css';

const PAGE = 20;
const MAX_TEXT = 1000;

interface Person {
  id: string;
  name: string;
}

/**
 * Lists what characters remember, with controls to edit, pin, add and delete.
 *
 * @param people the cast of the scene; empty for a world, to which no memory is added
 */
export function MemoryList({ place, people }: { place: MemoryPlace; people: readonly Person[] }) {
  const { kind, id } = place;
  const [character, setCharacter] = useState('');
  const readPage = useCallback(
    ({ cursor, limit }: { cursor?: string | null; limit?: number }) =>
      memories.list(
        { kind, id },
        { character, ...(cursor && { cursor }), ...(limit !== undefined && { limit }) },
      ),
    [kind, id, character],
  );
  const list = useList<Memory>(readPage, PAGE);
  const act = useAct(() => void list.refresh());
  const nameOf = (who: string) => people.find((one) => one.id === who)?.name ?? who;
  return (
    <div class="memories">
      {people.length > 0 && (
        <SelectField
          label="Character"
          options={[['', 'Everyone'], ...people.map(({ id, name }) => [id, name] as const)]}
          value={character}
          onChange={setCharacter}
        />
      )}
      {people.length > 0 && <AddForm place={place} people={people} chosen={character} act={act} />}
      {act.problem && <ProblemNote problem={act.problem} />}
      <ListState list={list} />
      {list.items?.length === 0 && (
        <p class="quiet">No memories yet. Each character gains one per round they take part in.</p>
      )}
      <ul class="plain-list">
        {list.items?.map((memory) => (
          <MemoryRow
            key={memory.id}
            place={place}
            memory={memory}
            name={nameOf(memory.character)}
            act={act}
          />
        ))}
      </ul>
      <ListMore list={list} />
    </div>
  );
}

function MemoryRow(props: { place: MemoryPlace; memory: Memory; name: string; act: Act }) {
  const { place, memory, name, act } = props;
  const { id, pinned, origin, round, text } = memory;
  const [draft, setDraft] = useState<string | null>(null);
  const change = (body: { text: string } | { pinned: boolean }) =>
    act.act(() => memories.change(place, id, body));
  const save = async () => {
    if (draft !== null && (await change({ text: draft.trim() }))) setDraft(null);
  };
  return (
    <li class="memory">
      <p class="quiet small">
        <strong>{name}</strong>
        {origin === 'added' ? <span>Added by you</span> : <span>Round {round}</span>}
        {origin === 'edited' && <span>Edited by you</span>}
        {pinned && <span>Pinned</span>}
      </p>
      {draft === null ? (
        <p class="memory-text" dir="auto">
          {text}
        </p>
      ) : (
        <form onSubmit={onSubmit(() => void save())}>
          <TypedField
            label="Memory"
            rows={4}
            maxLength={MAX_TEXT}
            required
            value={draft}
            onChange={setDraft}
          />
          <div class="buttons">
            <button type="submit" class="primary" disabled={act.busy || draft.trim() === ''}>
              Save
            </button>
            <button type="button" onClick={() => setDraft(null)}>
              Cancel
            </button>
          </div>
        </form>
      )}
      {draft === null && (
        <div class="buttons">
          <button type="button" disabled={act.busy} onClick={() => setDraft(text.slice(0, MAX_TEXT))}>
            Edit
          </button>
          <button
            type="button"
            disabled={act.busy}
            aria-pressed={pinned}
            onClick={() => void change({ pinned: !pinned })}
          >
            {pinned ? 'Unpin' : 'Pin'}
          </button>
          <ConfirmButton
            label="Delete"
            question={`${name} forgets this in every scene of this world.`}
            verb="Delete"
            disabled={act.busy}
            onConfirm={() => void act.act(() => memories.remove(place, id))}
          />
        </div>
      )}
    </li>
  );
}

function AddForm(props: { place: MemoryPlace; people: readonly Person[]; chosen: string; act: Act }) {
  const { place, people, chosen, act } = props;
  const [text, setText] = useState('');
  const [who, setWho] = useState('');
  const [isPinned, setPinned] = useState(false);
  const character = chosen || who || (people[0]?.id ?? '');
  const add = async () => {
    const body = { character, text: text.trim(), pinned: isPinned };
    if (await act.act((key) => memories.add(place, body, key), JSON.stringify(body))) setText('');
  };
  return (
    <details>
      <summary>Add a memory</summary>
      <form class="memory-form" onSubmit={onSubmit(() => void add())}>
        {chosen === '' && (
          <SelectField
            label="Who remembers this"
            options={people.map(({ id, name }) => [id, name] as const)}
            value={character}
            onChange={setWho}
          />
        )}
        <TypedField label="Memory" rows={3} maxLength={MAX_TEXT} required value={text} onChange={setText} />
        <Check label="Pin to every prompt" checked={isPinned} onChange={setPinned} />
        <button type="submit" class="primary" disabled={act.busy || text.trim() === ''}>
          Add
        </button>
      </form>
    </details>
  );
}
