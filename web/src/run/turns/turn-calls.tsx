import { useState } from 'preact/hooks';
import type { CallSummary } from '../../../../src/contract/calls';
import { api } from '../../api/api';
import { purposeLabel, STATUS_WORDS } from '../../calls/call-words';
import { PromptMessage } from '../../calls/prompt-message';
import { ProblemNote } from '../../kit/problem-note';
import { useRead } from '../../kit/use-read';
import { termLabel } from '../../words/terms';

/** Lists the calls of a turn, each with its exact prompt and pictures. For a turn that is over. */
export function TurnCalls({ run, turn }: { run: string; turn: number }) {
  const [open, setOpen] = useState(false);
  const { value, problem, reload } = useRead(
    open ? () => api.callsOfTurn(run, turn) : null,
    `${run} ${turn}`,
  );
  const calls = value?.items.toReversed();
  return (
    <details onToggle={(change) => setOpen(change.currentTarget.open)}>
      <summary>Calls, with prompts and pictures</summary>
      {problem && <ProblemNote problem={problem} />}
      {open && !calls && !problem && <p class="quiet">Loading…</p>}
      {calls?.length === 0 && (
        <p class="quiet">
          No indexed calls yet.{' '}
          <button type="button" class="plain" onClick={reload}>
            Refresh
          </button>
        </p>
      )}
      <ul class="turn-calls">
        {calls?.map((call) => (
          <li key={call.id}>
            <OneCall call={call} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function OneCall({ call }: { call: CallSummary }) {
  // Records never change, so load them once.
  const [wasOpen, setOpened] = useState(false);
  const { value: record, problem } = useRead(wasOpen ? () => api.call(call.id) : null, call.id);
  return (
    <details onToggle={(change) => change.currentTarget.open && setOpened(true)}>
      <summary>
        <strong>{termLabel(call.role)}</strong> {purposeLabel(call.purpose)}{' '}
        <span class={`status ${call.status}`}>{STATUS_WORDS[call.status]}</span>
      </summary>
      <p class="quiet small">
        {call.model} · {call.promptTokens + call.completionTokens} tokens ·{' '}
        <a href={`#/calls/${call.id}`}>View call</a>
      </p>
      {problem && <ProblemNote problem={problem} />}
      {!record && !problem && <p class="quiet">Loading…</p>}
      {record?.messages.map((message, i) => (
        // A record never changes, so the position identifies the message.
        <PromptMessage key={i} message={message} />
      ))}
      {record?.raw && (
        <section class="message" aria-label="Reply">
          <h3>reply</h3>
          <pre class="paper">{record.raw}</pre>
        </section>
      )}
    </details>
  );
}
