import { Lightbulb } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AdventureRun } from '../../../../src/api/adventures';
import { api, newIdempotencyKey, type PageProblem } from '../../api/api';
import { onSubmit } from '../../kit/form/on-submit';
import { Icon } from '../../kit/icon';
import { Menu, type MenuItem } from '../../kit/menu';
import type { Entry } from '../fold-adventure';
import { useCommandHistory } from '../use-command-history';

interface CommandLineProps {
  run: AdventureRun;
  awaits: NonNullable<AdventureRun['story']>['awaits'];
  entries: readonly Entry[];
  /** Commands that may be tried next, shown to somebody who asks. */
  suggestions: readonly string[];
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
export function CommandLine({ run, awaits, entries, suggestions, onProblem }: CommandLineProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [underWay, setUnderWay] = useState<string | null>(null);
  /** An unanswered command keeps its key: sent again after a cut, it is not typed twice. */
  const attempt = useRef<{ command: string; key: string } | null>(null);
  const history = useCommandHistory(entries, text, setText);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  const give = async (command: string) => {
    if (underWay !== null) return;
    if (attempt.current?.command !== command) attempt.current = { command, key: newIdempotencyKey() };
    setUnderWay(command);
    setText('');
    history.reset();
    const reply = await api.give(run.id, { command, mode: 'take' }, attempt.current.key);
    setUnderWay(null);
    onProblem(reply.ok ? null : reply.problem);
    if (reply.ok || reply.problem.status !== 0) attempt.current = null;
    if (!reply.ok) setText(command);
  };
  const press = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (awaits === 'key') {
      const key = KEYS[event.key] ?? (event.key.length === 1 ? event.key : undefined);
      if (!key || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      void give(key);
    } else history.press(event);
  };
  const suggestionItems: MenuItem[] =
    suggestions.length > 0
      ? suggestions.map((command) => ({
          name: command,
          onChoose: () => {
            history.reset();
            setText(command);
            field.current?.focus();
          },
        }))
      : [{ name: 'Nothing here that was not tried', disabled: true, onChoose: () => {} }];
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
        placeholder={awaits === 'key' ? 'press a key' : history.isEmpty ? 'What do you do?' : ''}
        value={underWay ?? text}
        readOnly={underWay !== null}
        onInput={({ currentTarget: { value } }) => setText(awaits === 'key' ? '' : value)}
        onKeyDown={press}
      />
      {awaits === 'line' && (
        <Menu label="Suggestions" items={suggestionItems}>
          <Icon of={Lightbulb} />
        </Menu>
      )}
      <button type="submit" class="primary" disabled={underWay !== null}>
        Enter
      </button>
    </form>
  );
}
