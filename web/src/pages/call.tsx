import { useEffect, useState } from 'preact/hooks';
import type { CallRecord } from '../../../src/contract/calls';
import { api, type PageProblem } from '../api';
import { ProviderNote, StatusMark } from '../parts/marks';
import { ProblemNote } from '../parts/problem-note';
import { PromptMessage } from '../parts/prompt-message';

/** One model call: its prompt, the raw answer, what was made of it and what it cost. */
export function CallView({ id }: { id: string }) {
  const [call, setCall] = useState<CallRecord | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  useEffect(() => {
    document.title = 'Call · Proscenium';
    void api.call(id).then((reply) => (reply.ok ? setCall(reply.value) : setProblem(reply.problem)));
  }, [id]);
  const room = id.split('.')[0] ?? '';
  return (
    <section class="narrow wide">
      <p>
        <a href={`#/calls?room=${room}`}>← Calls of this room</a>
      </p>
      <h1>Call {call?.n ?? ''}</h1>
      {problem && <ProblemNote problem={problem} />}
      {!call && !problem && <p class="quiet">Loading…</p>}
      {call && <CallBody call={call} />}
    </section>
  );
}

function CallBody({ call }: { call: CallRecord }) {
  const facts = [
    ['Purpose', `${call.role}, ${call.purpose}`],
    ['Step', call.step],
    ['Try', String(call.attempt)],
    ['Model', `${call.model} (${call.provider})`],
    ['Rung', call.rung ?? 'none'],
    ['Constraint', call.constraint ?? 'none'],
    ['Tokens', `${call.promptTokens} in, ${call.completionTokens} out`],
    ['Took', call.latencyMs === null ? 'under way' : `${call.latencyMs} ms`],
    ['Finish', call.finishReason ?? ''],
    ['Started', new Date(call.startedAt).toLocaleString()],
  ] as const;
  return (
    <>
      <p class="marks">
        <StatusMark status={call.status} />
      </p>
      <ProviderNote provider={call.provider} />
      <dl class="facts grid">
        {facts.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {call.error && <p class="problem">{call.error}</p>}
      {call.problems.length > 0 && (
        <ul class="problem">
          {call.problems.map((one) => (
            <li key={one.pointer}>
              <code>{one.pointer || '/'}</code> {one.message}
            </li>
          ))}
        </ul>
      )}
      <h2>Prompt</h2>
      {call.messages.map((message, i) => (
        // A record never changes, so the position is the identity.
        <PromptMessage key={i} message={message} />
      ))}
      <h2>Raw answer</h2>
      {call.raw === null ? <p class="quiet">None.</p> : <pre class="paper">{call.raw}</pre>}
      {call.parsed !== null && (
        <>
          <h2>Read as</h2>
          <pre class="paper">{JSON.stringify(call.parsed, null, 2)}</pre>
        </>
      )}
      {call.reasoning && (
        <details>
          <summary>Private reasoning</summary>
          <pre class="paper">{call.reasoning}</pre>
        </details>
      )}
    </>
  );
}
