import { Lightbulb } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AdventureRun } from '../../../../src/contract/adventures';
import { api, newIdempotencyKey, type PageProblem } from '../../api/api';
import { onSubmit } from '../../kit/form/on-submit';
import { Icon } from '../../kit/icon';
import { Menu, type MenuItem } from '../../kit/menu';
import type { Entry } from '../fold-adventure';
import { keyName, parseKeyText } from '../key-names';
import { StoryKeys } from '../story-keys';
import { useCommandHistory } from '../use-command-history';

interface CommandLineProps {
  run: AdventureRun;
  awaits: NonNullable<AdventureRun['story']>['awaits'];
  /** The story ran too long or printed too much, and can continue. */
  isRunaway: boolean;
  entries: readonly Entry[];
  /** Commands to suggest on request. */
  suggestions: readonly string[];
  onProblem: (problem: PageProblem | null) => void;
}

/** The input line. Up and Down browse earlier commands; if the story waits for a key, one press is enough. */
export function CommandLine({ run, awaits, isRunaway, entries, suggestions, onProblem }: CommandLineProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [underWay, setUnderWay] = useState<string | null>(null);
  /** An unanswered command keeps its key, so that sending it again after a lost connection does not play it twice. */
  const attempt = useRef<{ command: string; key: string } | null>(null);
  const history = useCommandHistory(entries, text, setText);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  const isSending = useRef(false);
  const give = async (command: string) => {
    // A key press and its text input arrive together.
    if (isSending.current) return;
    isSending.current = true;
    if (attempt.current?.command !== command) attempt.current = { command, key: newIdempotencyKey() };
    setUnderWay(command);
    setText('');
    history.reset();
    const reply = await api.give(run.id, { command, mode: 'take' }, attempt.current.key);
    isSending.current = false;
    setUnderWay(null);
    onProblem(reply.ok ? null : reply.problem);
    if (reply.ok || reply.problem.status !== 0) attempt.current = null;
    if (!reply.ok) setText(command);
  };
  const press = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (awaits === 'key') {
      const key = keyName(event);
      if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      void give(key);
    } else history.press(event);
  };
  /** Soft keyboards send no key presses, only text that may still be composed. */
  const enter = (value: string) => {
    if (awaits === 'line') return setText(value);
    const key = parseKeyText(value);
    if (key !== undefined) void give(key);
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
      : [{ name: 'Nothing here to try yet', disabled: true, onChoose: () => {} }];
  if (run.status === 'finished')
    return <p class="quiet centred">The run is over. See its report for the result.</p>;
  if (isRunaway)
    return (
      <div class="centred">
        <p class="quiet">Wait for the story, undo the last move or end the run.</p>
        <button
          type="button"
          class="primary"
          disabled={underWay !== null || run.status === 'running'}
          onClick={() => void give('')}
        >
          Keep waiting
        </button>
      </div>
    );
  if (awaits === 'nothing')
    return <p class="quiet centred">The story has ended. Undo the last move or start over.</p>;
  return (
    <>
      {awaits === 'key' && <StoryKeys disabled={underWay !== null} onKey={(key) => void give(key)} />}
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
          onInput={({ currentTarget: { value } }) => enter(value)}
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
    </>
  );
}
