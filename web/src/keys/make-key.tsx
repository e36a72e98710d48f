import { useState } from 'preact/hooks';
import type { CreateKey, KeyScope, NewKey } from '../../../src/contract/access';
import { newIdempotencyKey } from '../api/api';
import { access } from '../api/library';
import { onSubmit } from '../kit/form/on-submit';
import { Options } from '../kit/form/options';
import { ProblemNote } from '../kit/problem-note';
import { useAct } from '../kit/use-act';

type ScopeName = KeyScope['scope'];

const SCOPES: readonly (readonly [scope: ScopeName, words: string])[] = [
  ['full', 'full access'],
  ['read', 'read-only'],
  ['room', 'one room, as its owner'],
  ['experiments', 'runs only'],
];

/** Describes a key's access; a single room is linked. */
export function ScopeWords({ scope, room }: KeyScope) {
  if (scope === 'full') return null;
  if (room === null) return <span class="mark">{scope === 'read' ? 'read-only' : 'runs only'}</span>;
  return (
    <a class="mark" href={`#/${room.startsWith('scn_') ? 'scenes' : 'runs'}/${room}`}>
      one room: {room}
    </a>
  );
}

export function MakeKey({ onMade }: { onMade: (key: NewKey) => void }) {
  const [label, setLabel] = useState('');
  const [scope, setScope] = useState<ScopeName>('full');
  const [room, setRoom] = useState('');
  const { busy, problem, act } = useAct();
  const isComplete = label.trim() !== '' && (scope !== 'room' || room.trim() !== '');
  const make = async () => {
    if (busy || !isComplete) return;
    // A room's URL can be pasted, too.
    const id = /(?:scn|run|adv)_[0-9a-z]{20}/.exec(room)?.[0] ?? room.trim();
    const body: CreateKey = { label: label.trim(), scope, ...(scope === 'room' && { room: id }) };
    // A retry creates another key, because a secret whose response was lost is never shown again.
    const newKey = await act(() => access.createKey(body, newIdempotencyKey()));
    if (!newKey) return;
    setLabel('');
    setRoom('');
    onMade(newKey);
  };
  return (
    <>
      <form class="row make-key" onSubmit={onSubmit(make)}>
        <input
          type="text"
          aria-label="Label"
          placeholder="Label"
          maxLength={80}
          autocapitalize="off"
          spellcheck={false}
          value={label}
          onInput={(typed) => setLabel(typed.currentTarget.value)}
        />
        <select
          aria-label="Access"
          value={scope}
          onChange={(changed) => setScope(changed.currentTarget.value as ScopeName)}
        >
          <Options of={SCOPES} />
        </select>
        {scope === 'room' && (
          <input
            type="text"
            aria-label="Room ID or URL"
            placeholder="scn_… or run_…"
            autocapitalize="off"
            spellcheck={false}
            value={room}
            onInput={(typed) => setRoom(typed.currentTarget.value)}
          />
        )}
        <button type="submit" class="primary" disabled={busy || !isComplete}>
          Create a key
        </button>
      </form>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}
