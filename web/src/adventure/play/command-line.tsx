import { useEffect, useRef, useState } from 'preact/hooks';
import type { AdventureRun } from '../../../../src/api/adventures';
import { api, newIdempotencyKey, type PageProblem } from '../../api/api';
import { onSubmit } from '../../kit/form/on-submit';
import type { Entry } from '../fold-adventure';

interface CommandLineProps {
  run: AdventureRun;
  awaits: NonNullable<AdventureRun['story']>['awaits'];
  entries: readonly Entry[];
  onProblem: (problem: PageProblem | null) => void;
}

/** Names of the keys that a story may wait for, by those of the browser. */
const KEYS: Record<string, string> = {
  Enter: 'enter',
  ' ': 'space',
  Escape: 'escape',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/**
 * The line that a person types in. Up and down leaf through what was typed before; where the story waits for one key, a
 * press is enough.
 */
export function CommandLine({ run, awaits, entries, onProblem }: CommandLineProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [underWay, setUnderWay] = useState<string | null>(null);
  /** Tells how far back the history is leafed; 0: what is being typed. */
  const [back, setBack] = useState(0);
  /** An unanswered command keeps its key: sent again after a cut, it is not typed twice. */
  const attempt = useRef({ command: '', key: '' });
  const history = entries.flatMap((entry) =>
    entry.type === 'move' && entry.by === 'player' ? [entry.command] : [],
  );
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  const give = async (command: string) => {
    if (underWay !== null || command === '') return;
    if (attempt.current.command !== command) attempt.current = { command, key: newIdempotencyKey() };
    setUnderWay(command);
    setText('');
    setBack(0);
    const reply = await api.give(run.id, { command, mode: 'take' }, attempt.current.key);
    setUnderWay(null);
    onProblem(reply.ok ? null : reply.problem);
    if (reply.ok || reply.problem.status !== 0) attempt.current = { command: '', key: '' };
    if (!reply.ok) setText(command);
  };
  const leaf = (by: number) => {
    const next = Math.max(0, Math.min(history.length, back + by));
    setBack(next);
    setText(next === 0 ? '' : (history.at(-next) ?? ''));
  };
  const press = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (awaits === 'key') {
      const key = KEYS[event.key] ?? (event.key.length === 1 ? event.key : undefined);
      if (!key || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      void give(key);
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      leaf(event.key === 'ArrowUp' ? 1 : -1);
    }
  };
  if (run.status === 'finished')
    return <p class="quiet centred">The run is over. Its report tells how it went.</p>;
  if (awaits === 'nothing')
    return <p class="quiet centred">The story has ended. Undo the last move, or begin again.</p>;
  return (
    <form class="command-line" aria-label="Your command" onSubmit={onSubmit(() => give(text.trim()))}>
      <span class="prompt" aria-hidden="true">
        &gt;
      </span>
      <input
        ref={field}
        type="text"
        maxLength={200}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        enterkeyhint="send"
        aria-label="Command"
        placeholder={awaits === 'key' ? 'press a key' : history.length === 0 ? 'look, north, take lamp…' : ''}
        value={underWay ?? text}
        readOnly={underWay !== null}
        onInput={({ currentTarget: { value } }) => setText(awaits === 'key' ? '' : value)}
        onKeyDown={press}
      />
      <button type="submit" class="primary" disabled={underWay !== null || text.trim() === ''}>
        Enter
      </button>
    </form>
  );
}
