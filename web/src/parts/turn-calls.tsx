import { useEffect, useState } from 'preact/hooks';
import type { CallRecord, CallSummary } from '../../../src/contract/calls';
import { api, type PageProblem } from '../api';
import { StatusMark } from './marks';
import { ProblemNote } from './problem-note';
import { PromptMessage } from './prompt-message';

/** The calls of a turn; each opens with its exact prompt and pictures. They are in the index once the turn is over. */
export function TurnCalls({ run, turn, isOver }: { run: string; turn: number; isOver: boolean }) {
  const [calls, setCalls] = useState<CallSummary[] | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(0);
  // A turn that ended has more, and asking again asks again.
  useEffect(() => {
    if (!open) return;
    let gone = false;
    void api.callsOfTurn(run, turn).then((reply) => {
      if (gone) return;
      setProblem(reply.ok ? null : reply.problem);
      if (reply.ok) setCalls(reply.value.items.toReversed());
    });
    return () => {
      gone = true;
    };
  }, [run, turn, isOver, open, asked]);
  return (
    <details onToggle={(change) => setOpen(change.currentTarget.open)}>
      <summary>Calls, with prompt and pictures</summary>
      {problem && <ProblemNote problem={problem} />}
      {open && !calls && !problem && <p class="quiet">Loading…</p>}
      {calls?.length === 0 && (
        <p class="quiet">
          {isOver ? 'None is in the index yet.' : 'They are listed when the turn is over.'}{' '}
          <button type="button" class="plain" onClick={() => setAsked(asked + 1)}>
            Look again
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
  const [record, setRecord] = useState<CallRecord | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const load = async () => {
    if (record) return;
    const reply = await api.call(call.id);
    if (reply.ok) setRecord(reply.value);
    setProblem(reply.ok ? null : reply.problem);
  };
  return (
    <details onToggle={(change) => change.currentTarget.open && void load()}>
      <summary>
        <strong>{call.role}</strong> {call.purpose} <StatusMark status={call.status} />
      </summary>
      <p class="quiet small">
        {call.model} · {call.promptTokens + call.completionTokens} tokens ·{' '}
        <a href={`#/calls/${call.id}`}>The whole call</a>
      </p>
      {problem && <ProblemNote problem={problem} />}
      {!record && !problem && <p class="quiet">Loading…</p>}
      {record?.messages.map((message, i) => (
        // A record never changes, so the position is the identity.
        <PromptMessage key={i} message={message} />
      ))}
      {record?.raw && (
        <section class="message" aria-label="Answer">
          <h3>answer</h3>
          <pre class="paper">{record.raw}</pre>
        </section>
      )}
    </details>
  );
}
