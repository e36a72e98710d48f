import { useCallback, useEffect, useState } from 'preact/hooks';
import type { CallSummary } from '../../../src/contract/calls';
import { api, type PageProblem } from '../api';
import { ProviderMark, StatusMark } from '../parts/marks';
import { ProblemNote } from '../parts/problem-note';

/** Every model call, of one room or of all; each opens with its prompt and raw answer. */
export function Calls({ room }: { room: string | null }) {
  const [items, setItems] = useState<CallSummary[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [busy, setBusy] = useState(true);

  const load = useCallback(
    async (cursor: string | null) => {
      setBusy(true);
      const reply = await api.calls(room, cursor);
      setBusy(false);
      if (!reply.ok) return setProblem(reply.problem);
      setProblem(null);
      setItems((held) => (cursor ? [...held, ...reply.value.items] : reply.value.items));
      setNext(reply.value.next);
    },
    [room],
  );
  useEffect(() => {
    document.title = 'Calls · Proscenium';
    void load(null);
  }, [load]);

  return (
    <section class="narrow wide">
      {room && (
        <p>
          <a href={`#/${room.startsWith('scn_') ? 'scenes' : 'runs'}/${room}`}>← Back to the room</a>
        </p>
      )}
      <h1>Calls</h1>
      <div class="buttons">
        <button type="button" disabled={busy} onClick={() => void load(null)}>
          Refresh
        </button>
        {room && <a href="#/calls">Calls of all rooms</a>}
      </div>
      {problem && <ProblemNote problem={problem} />}
      {!busy && !problem && items.length === 0 && <p class="quiet">No call yet.</p>}
      <ul class="calls">
        {items.map((call) => (
          <li key={call.id}>
            <a href={`#/calls/${call.id}`}>
              <span class="call-n">{room ? call.n : call.room.slice(0, 9)}</span>
              <span class="call-what">
                <strong>{call.role}</strong> {call.purpose}
              </span>
              <StatusMark status={call.status} />
              <span class="call-by">
                <ProviderMark provider={call.provider} />
              </span>
              <span class="quiet call-cost">
                {call.rung ?? 'no answer'} · {call.promptTokens + call.completionTokens} tokens ·{' '}
                {call.latencyMs === null ? 'under way' : `${call.latencyMs} ms`}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {next && (
        <button type="button" disabled={busy} onClick={() => void load(next)}>
          More
        </button>
      )}
    </section>
  );
}
