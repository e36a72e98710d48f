import { useRef, useState } from 'preact/hooks';
import type { AdventureRun, GiveCommand } from '../../../src/contract/adventures';
import { api, newIdempotencyKey, type PageProblem } from '../api/api';
import { onSubmit } from '../kit/form/on-submit';
import type { Entry } from './fold-adventure';
import { StoryKeys } from './story-keys';
import { useCommandHistory } from './use-command-history';

type Awaits = NonNullable<AdventureRun['story']>['awaits'];

const HINT: Record<Awaits, string> = {
  line: 'Enter sends the command; a paused run plays one turn',
  key: 'The story waits for one key: type its character or its name, or press a button',
  nothing: 'The story has ended. Your command waits for the next episode.',
};

/**
 * Lets a person type a command, or suggest one to the adventurer. An empty line means just Enter, as at "Hit RETURN".
 */
export function CommandBox(props: {
  run: AdventureRun;
  awaits: Awaits;
  /** The story so far, including typed commands. */
  entries: readonly Entry[];
  onProblem: (problem: PageProblem | null) => void;
  /** Called after the command is accepted. */
  onGiven: () => void;
}) {
  const { run, awaits, entries, onProblem, onGiven } = props;
  const [command, setCommand] = useState('');
  const [sending, setSending] = useState(false);
  const history = useCommandHistory(entries, command, setCommand);
  const box = useRef<HTMLInputElement>(null);
  /** An unanswered command keeps its key, so that sending it again after a lost connection does not play it twice. */
  const attempt = useRef({ body: '', key: '' });

  const give = async (mode: GiveCommand['mode'], key?: string) => {
    if (sending || (mode === 'suggest' && !command.trim())) return;
    const line = key ?? (command.trim() || (awaits === 'key' ? 'enter' : ''));
    const order: GiveCommand = { command: line, mode };
    const body = JSON.stringify(order);
    if (attempt.current.body !== body) attempt.current = { body, key: newIdempotencyKey() };
    setSending(true);
    const reply = await api.give(run.id, order, attempt.current.key);
    setSending(false);
    onProblem(reply.ok ? null : reply.problem);
    // A rejection is final for its key; only a missing response may hide that the command was accepted.
    if (reply.ok || reply.problem.status !== 0) attempt.current = { body: '', key: '' };
    if (reply.ok) {
      setCommand('');
      history.reset();
      onGiven();
    }
    box.current?.focus();
  };

  if (run.status === 'finished') return null;
  return (
    <form class="command-box" aria-label="Type a command" onSubmit={onSubmit(() => give('take'))}>
      {awaits === 'key' && <StoryKeys disabled={sending} onKey={(key) => void give('take', key)} />}
      <div class="command-row">
        <span class="prompt" aria-hidden="true">
          &gt;
        </span>
        <input
          ref={box}
          type="text"
          maxLength={200}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-label="Command"
          aria-describedby="command-hint"
          placeholder={awaits === 'key' ? 'a key' : 'open the door'}
          value={command}
          readOnly={sending}
          onInput={(typed) => setCommand(typed.currentTarget.value)}
          onKeyDown={history.press}
        />
        <button type="submit" class="primary" disabled={sending}>
          {command.trim() ? 'Send' : 'Enter'}
        </button>
        <button type="button" disabled={sending || !command.trim()} onClick={() => void give('suggest')}>
          Suggest
        </button>
      </div>
      <p id="command-hint" class="quiet hint">
        {run.given.length > 0
          ? `Waiting: ${run.given.map((one) => `${one.command}${one.mode === 'suggest' ? ' (suggested)' : ''}`).join(', ')}`
          : HINT[awaits]}
      </p>
    </form>
  );
}
