import { MessagesSquare } from 'lucide';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CallSummary } from '../../../src/contract/calls';
import type { PageProblem } from '../api/api';
import { usageApi } from '../api/usage';
import { EmptyNote } from '../kit/empty-note';
import { ProviderMark } from '../kit/marks';
import { ProblemNote } from '../kit/problem-note';
import { useTitle } from '../kit/use-title';
import { When } from '../kit/when';
import { replaceRoute, roomAddress } from '../router';
import { callsAddress, NO_FILTER, readCallFilter } from './call-filter';
import { CallSearch } from './call-search';
import { formatDuration, purposeLabel, RUNG_WORDS, STATUS_WORDS } from './call-words';
import './calls.css';
import { LOCALE } from '../words/languages';
import { termLabel } from '../words/terms';

/** A prompt and reply search pauses after this many hits or requests. */
const ENOUGH = 10;
const MAX_PAGES = 8;

/**
 * The model calls matching a filter, newest first; each opens with its prompt and reply. Pages of 50 load on request;
 * narrower searches find older calls.
 */
export function Calls({ query }: { query: string }) {
  const filter = useMemo(() => readCallFilter(new URLSearchParams(query)), [query]);
  const [items, setItems] = useState<CallSummary[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [busy, setBusy] = useState(true);
  /** Numbers the requests, to ignore outdated responses. */
  const requests = useRef(0);
  const address = callsAddress(filter);
  const newest = useRef(filter);
  newest.current = filter;

  const load = useCallback(
    async (cursor: string | null) => {
      setBusy(true);
      requests.current += 1;
      const mine = requests.current;
      let hits: CallSummary[] = [];
      // The server searches a few rounds per request, so the page continues for a while.
      for (let at = cursor, looks = 0; ; looks += 1) {
        const reply = await usageApi.calls(newest.current, at);
        if (mine !== requests.current) return;
        if (!reply.ok) {
          setBusy(false);
          return setProblem(reply.problem);
        }
        hits = [...hits, ...reply.value.items];
        at = reply.value.next;
        const isFirst = looks === 0;
        const hitsNow = hits;
        setItems((held) => {
          if (isFirst && cursor === null) return hitsNow;
          return [...(held ?? []), ...reply.value.items];
        });
        setNext(at);
        if (newest.current.inside === '' || at === null || hits.length >= ENOUGH || looks >= MAX_PAGES) break;
      }
      setBusy(false);
      setProblem(null);
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
          <a href={`#${roomAddress(room)}`}>← Back to {items?.[0]?.roomTitle ?? 'the room'}</a>
        </p>
      )}
      <h1>Model calls</h1>
      <CallSearch filter={filter} onChange={(changed) => replaceRoute(callsAddress(changed))} />
      <div class="buttons">
        <button type="button" disabled={busy} onClick={() => void load(null)}>
          Refresh
        </button>
        {address !== '/calls' && (
          <button type="button" class="plain" onClick={() => replaceRoute(callsAddress(NO_FILTER))}>
            All calls
          </button>
        )}
        <span class="quiet" role="status">
          {busy ? 'Searching…' : items && `${items.length}${next ? ' or more' : ''} found`}
        </span>
      </div>
      {problem && <ProblemNote problem={problem} />}
      {!problem && !busy && items?.length === 0 && (
        <NoCalls isFiltered={address !== '/calls'} hasMore={next !== null} />
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
          {filter.inside === '' ? 'More' : 'Search further back'}
        </button>
      )}
    </section>
  );
}

function NoCalls({ isFiltered, hasMore }: { isFiltered: boolean; hasMore: boolean }) {
  if (isFiltered) return <p class="quiet">{hasMore ? 'None so far.' : 'No matching calls.'}</p>;
  return (
    <EmptyNote
      icon={MessagesSquare}
      text="No calls yet. Play a scene or a run: every prompt and reply appears here, with its time and tokens."
    >
      <a class="button primary" href="#/">
        Choose something to play
      </a>
    </EmptyNote>
  );
}

/** Parsing results that need no mention. The stand-in is already labeled next to them. */
const USUAL: ReadonlySet<string> = new Set(['json_schema', 'understudy']);

function CallRow({ call, isOfOneRoom }: { call: CallSummary; isOfOneRoom: boolean }) {
  const { status, rung } = call;
  const tokens = call.promptTokens + call.completionTokens;
  return (
    <a href={`#/calls/${call.id}`}>
      <span class="call-what">
        <strong>{termLabel(call.role)}</strong> {purposeLabel(call.purpose)}
        <span class="quiet small call-where">
          {isOfOneRoom ? '' : `${call.roomTitle ?? 'Deleted room'} · `}
          {call.room.startsWith('scn_') ? 'round' : 'turn'} {call.round} · call {call.n}
        </span>
      </span>
      <span class={`status ${status}`}>{STATUS_WORDS[status]}</span>
      <span class="call-by">
        <ProviderMark provider={call.provider} model={call.model} />
      </span>
      <span class="quiet call-cost">
        <When at={call.startedAt} /> ·{' '}
        {call.latencyMs === null ? 'in progress' : formatDuration(call.latencyMs)}
        <span class="small call-where">
          {[
            status === 'answered' && rung && !USUAL.has(rung) ? RUNG_WORDS[rung] : '',
            tokens > 0 ? `${tokens.toLocaleString(LOCALE)} tokens` : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    </a>
  );
}
