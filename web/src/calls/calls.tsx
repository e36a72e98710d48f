import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { CallSummary } from '../../../src/api/calls';
import type { PageProblem } from '../api/api';
import { usageApi } from '../api/usage';
import { ProviderMark, StatusMark } from '../kit/marks';
import { ProblemNote } from '../kit/problem-note';
import { useTitle } from '../kit/use-title';
import { goInPlace, roomAddress } from '../router';
import { type CallFilter, callsAddress, NO_FILTER } from './call-filter';
import { CallSearch } from './call-search';
import './calls.css';

/**
 * Lists the model calls that a filter finds, newest first; each opens with its prompt and raw answer. Pages of 50
 * come on request, so that few are ever drawn; a narrower search finds older ones.
 */
export function Calls({ at: filter }: { at: CallFilter }) {
  const [items, setItems] = useState<CallSummary[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [busy, setBusy] = useState(true);
  /** Numbers the requests: the answer to an overtaken one is not shown. */
  const requests = useRef(0);
  const address = callsAddress(filter);
  const newest = useRef(filter);
  newest.current = filter;

  const load = useCallback(
    async (cursor: string | null) => {
      setBusy(true);
      requests.current += 1;
      const mine = requests.current;
      const reply = await usageApi.calls(newest.current, cursor);
      if (mine !== requests.current) return;
      setBusy(false);
      if (!reply.ok) return setProblem(reply.problem);
      setProblem(null);
      setItems((held) => (cursor ? [...(held ?? []), ...reply.value.items] : reply.value.items));
      setNext(reply.value.next);
    },
    [address],
  );
  useEffect(() => void load(null), [load]);
  useTitle('Calls');

  const { room } = filter;
  return (
    <section class="narrow wide">
      {room && (
        <p>
          <a href={`#${roomAddress(room)}`}>← Back to the room</a>
        </p>
      )}
      <h1>Calls</h1>
      <CallSearch filter={filter} onChange={(changed) => goInPlace(callsAddress(changed))} />
      <div class="buttons">
        <button type="button" disabled={busy} onClick={() => void load(null)}>
          Refresh
        </button>
        {address !== '/calls' && (
          <button type="button" class="plain" onClick={() => goInPlace(callsAddress(NO_FILTER))}>
            All calls
          </button>
        )}
        <span class="quiet" role="status">
          {busy ? 'Looking…' : items && `${items.length}${next ? ' or more' : ''} found`}
        </span>
      </div>
      {problem && <ProblemNote problem={problem} />}
      {!problem && items?.length === 0 && (
        <p class="quiet">{address === '/calls' ? 'No call yet.' : 'No call is like this.'}</p>
      )}
      <ul class="calls">
        {items?.map((call) => (
          <li key={call.id}>
            <CallRow call={call} isOfOneRoom={room !== ''} />
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

function CallRow({ call, isOfOneRoom }: { call: CallSummary; isOfOneRoom: boolean }) {
  return (
    <a href={`#/calls/${call.id}`}>
      <span class="call-n">{isOfOneRoom ? call.n : call.room.slice(0, 9)}</span>
      <span class="call-what">
        <strong>{call.role}</strong> {call.purpose}
      </span>
      <StatusMark status={call.status} />
      <span class="call-by">
        <ProviderMark provider={call.provider} model={call.model} />
      </span>
      <span class="quiet call-cost">
        {call.rung ?? 'no answer'} · {call.promptTokens + call.completionTokens} tokens ·{' '}
        {call.latencyMs === null ? 'under way' : `${call.latencyMs} ms`}
      </span>
    </a>
  );
}
