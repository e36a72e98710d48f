import { useEffect, useRef, useState } from 'preact/hooks';
import type { TurnInput } from '../../../src/contract/scenes';
import { api, newIdempotencyKey, type PageProblem } from '../api';
import type { AnyScene } from '../who';
import { ProblemNote } from './problem-note';

/** A value kept per room in this browser; an empty one is removed. */
function useKept(name: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => localStorage.getItem(name) ?? '');
  const keep = (next: string) => {
    setValue(next);
    if (next) localStorage.setItem(name, next);
    else localStorage.removeItem(name);
  };
  return [value, keep];
}

/** Where a player speaks. What is typed stays, also over a reload, until the stage has accepted it. */
export function Composer({ scene }: { scene: AnyScene }) {
  const [text, setText] = useKept(`proscenium:draft:${scene.id}`);
  const [chosen, setPersona] = useKept(`proscenium:persona:${scene.id}`);
  const [to, setTo] = useState('');
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  /** The same input keeps its key until it is accepted, so that sending it again after a cut never doubles it. */
  const attempt = useRef({ body: '', key: '' });
  const persona = scene.personas.find((one) => one.id === chosen) ?? scene.personas[0];

  useEffect(() => {
    const area = box.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight + 2}px`;
  }, [text]);

  const send = async (type: TurnInput['type']) => {
    if (sending || (type === 'user' && !text.trim())) return;
    const personaId = persona ? { personaId: persona.id } : {};
    const spoken: TurnInput =
      type === 'user'
        ? { type, text: text.trim(), to: to ? [to] : [], ...personaId }
        : { type, to: [], ...personaId };
    const body = JSON.stringify(spoken);
    if (attempt.current.body !== body) attempt.current = { body, key: newIdempotencyKey() };
    setSending(true);
    const reply = await api.turn(scene.id, spoken, attempt.current.key);
    setSending(false);
    setProblem(reply.ok ? null : reply.problem);
    // A refusal is final for its key; only silence may hide an accepted input.
    if (reply.ok || reply.problem.status !== 0) attempt.current = { body: '', key: '' };
    if (reply.ok && type === 'user') setText('');
    box.current?.focus();
  };

  if (scene.status === 'finished')
    return <p class="quiet centred">The scene is finished; it takes no more turns.</p>;
  return (
    <form
      class="composer"
      aria-label="Speak"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        void send('user');
      }}
    >
      {problem && <ProblemNote problem={problem} />}
      <div class="row">
        {scene.personas.length > 0 && (
          <label>
            <span class="label">As</span>
            <select value={persona?.id} onChange={(changed) => setPersona(changed.currentTarget.value)}>
              {scene.personas.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          <span class="label">To</span>
          <select value={to} onChange={(changed) => setTo(changed.currentTarget.value)}>
            <option value="">everyone</option>
            {scene.cast.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <textarea
        ref={box}
        rows={2}
        maxLength={8000}
        aria-label={persona ? `What ${persona.name} says` : 'What you say'}
        aria-describedby="composer-hint"
        placeholder={persona ? `${persona.name} says…` : 'Say something…'}
        value={text}
        readOnly={sending}
        onInput={(typed) => setText(typed.currentTarget.value)}
        onKeyDown={(pressed) => {
          if (pressed.key !== 'Enter' || pressed.shiftKey || pressed.isComposing) return;
          pressed.preventDefault();
          void send('user');
        }}
      />
      <div class="row end">
        <span id="composer-hint" class="quiet hint">
          Enter sends, Shift+Enter makes a new line
        </span>
        <button type="button" disabled={sending} onClick={() => void send('continuation')}>
          Continue
        </button>
        <button type="submit" class="primary" disabled={sending || !text.trim()}>
          {sending ? 'Sending…' : 'Send'}
        </button>
      </div>
    </form>
  );
}
