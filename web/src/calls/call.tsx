import { useEffect, useState } from 'preact/hooks';
import { nameAnswerer } from '../../../src/base/answerer';
import type { CallCheck, CallDetails, CallRecord, Message } from '../../../src/contract/calls';
import type { PromptUse } from '../../../src/contract/context';
import { api } from '../api/api';
import { hand } from '../api/scene';
import { usageApi } from '../api/usage';
import { answererLabel } from '../kit/answerers';
import { CopyButton } from '../kit/copy-button';
import { ProviderNote } from '../kit/marks';
import { ProblemNote } from '../kit/problem-note';
import { fieldLabel } from '../kit/problem-words';
import { useRead } from '../kit/use-read';
import { useTitle } from '../kit/use-title';
import { SectionBars } from '../usage/section-bars';
import { formatMoney } from '../usage/show-money';
import { LOCALE } from '../words/languages';
import { termLabel } from '../words/terms';
import { callsAddress, NO_FILTER, neighborCalls } from './call-filter';
import {
  FORM_WORDS,
  finishLabel,
  formatDuration,
  purposeLabel,
  RUNG_WORDS,
  STATUS_WORDS,
} from './call-words';
import { PromptInspector } from './prompt-inspector';
import { callAgent, callCheck, callPromptUse, describeReading, listLosses } from './prompt-losses';
import './calls.css';
import '../usage/usage.css';

/** One model call: its prompt, raw reply, parsed result and cost. */
export function CallView({ id }: { id: string }) {
  const { value: call, problem, reload } = useRead(() => api.call(id), id);
  useTitle('Call');
  const near = useNeighbourhood(id);
  const [room = ''] = id.split('.');
  return (
    <section class="narrow wide">
      <p>
        <a href={`#${callsAddress({ ...NO_FILTER, room })}`}>← Calls of {near?.roomTitle ?? 'this room'}</a>
      </p>
      <h1>Call {call?.n ?? ''}</h1>
      <nav class="call-walk" aria-label="Calls of this room">
        {near?.earlier ? <a href={`#/calls/${near.earlier}`}>← Earlier call</a> : <span />}
        {near?.later && <a href={`#/calls/${near.later}`}>Later call →</a>}
      </nav>
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {!call && !problem && <p class="quiet">Loading…</p>}
      {call && <CallBody call={call} />}
    </section>
  );
}

interface Neighbourhood {
  earlier: string | null;
  later: string | null;
  roomTitle: string | null;
}

/** Finds the room's previous and next call, across rounds, and the room's title. */
function useNeighbourhood(id: string): Neighbourhood | null {
  const [near, setNear] = useState<Neighbourhood | null>(null);
  const [room = '', round = ''] = id.split('.');
  useEffect(() => {
    if (!/^\d+$/.test(round)) return;
    let isUnmounted = false;
    // Ignore failures: the call is complete without its neighbors.
    void usageApi.callsAround(room, Number(round)).then((calls) => {
      if (!isUnmounted) setNear({ ...neighborCalls(calls, id), roomTitle: calls[0]?.roomTitle ?? null });
    });
    return () => {
      isUnmounted = true;
    };
  }, [id, room, round]);
  return near;
}

/** Formats a call's token usage, with thinking and cached tokens. */
function showTokens({ promptTokens, completionTokens, reasoningTokens, cachedTokens }: CallRecord): string {
  const cachePart = cachedTokens ? ` (${cachedTokens} from the cache)` : '';
  const thoughtPart = reasoningTokens ? ` (${reasoningTokens} thought)` : '';
  return `${promptTokens} in${cachePart}, ${completionTokens} out${thoughtPart}`;
}

function CallBody({ call }: { call: CallDetails }) {
  const { room, round, step, attempt } = call;
  // Show the call even without its round's record, which an open round lacks.
  const { value } = useRead(
    room.startsWith('scn_') ? () => hand.round(room, round) : null,
    `${room} ${round}`,
  );
  const agent = value && callAgent(value, step);
  const use = callPromptUse(agent);
  const check = callCheck(agent, attempt);
  const facts = [
    ['Purpose', `${termLabel(call.role)}, ${purposeLabel(call.purpose)}`],
    [room.startsWith('scn_') ? 'Round' : 'Turn', String(round)],
    ['Attempt', String(attempt)],
    ['Answered by', answererLabel(call)],
    ['Received', call.rung === null ? '' : RUNG_WORDS[call.rung]],
    ['Reply format', call.constraint === null ? '' : FORM_WORDS[call.constraint]],
    ['Tokens', showTokens(call)],
    ['Cost', call.money === null ? '' : formatMoney(call.money)],
    ["Provider's cost", call.providerCost ? String(call.providerCost) : ''],
    ['Player', call.seat?.replace(/^\w+:/, '') ?? ''],
    ['Duration', call.latencyMs === null ? 'in progress' : formatDuration(call.latencyMs)],
    ['Ended', finishLabel(call.finishReason)],
    [
      'Started',
      new Date(call.startedAt).toLocaleString(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' }),
    ],
  ] as const;
  return (
    <>
      <p class="marks">
        <span class={`status ${call.status}`}>{STATUS_WORDS[call.status]}</span>
      </p>
      <ProviderNote answeredBy={[nameAnswerer(call)]} />
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
        <section class="problem" aria-label="Problem with the reply">
          <ul>
            {call.problems.map((one) => (
              <li key={`${one.pointer} ${one.message}`}>
                {one.pointer && <strong>{fieldLabel(one.pointer)}:</strong>} {one.message}
              </li>
            ))}
          </ul>
        </section>
      )}
      <div class="titled">
        <h2>Prompt</h2>
        <CopyButton text={() => messageText(call.messages)} label="Copy prompt" class="plain" />
      </div>
      {use && <PromptUseTable use={use} />}
      <PromptInspector call={call} use={use} />
      <div class="titled">
        <h2>Reply</h2>
        {call.raw !== null && <CopyButton text={() => call.raw ?? ''} label="Copy reply" class="plain" />}
      </div>
      {call.raw === null ? <p class="quiet">None.</p> : <pre class="paper">{call.raw}</pre>}
      {check && <Reading check={check} />}
      {call.parsed !== null && (
        <>
          <h2>Parsed as</h2>
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

/** Explains how the reply was parsed, if it was repaired or shortened. */
function Reading({ check }: { check: CallCheck }) {
  return (
    <>
      {describeReading(check).map((words) => (
        <p key={words} class="quiet">
          {words}
        </p>
      ))}
    </>
  );
}

const messageText = (messages: readonly Message[]): string =>
  messages
    .map(({ role, content }) => {
      const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
      const texts = parts.map((part) => (part.type === 'text' ? part.text : `[picture: ${part.label}]`));
      return `${role}:\n${texts.join('\n')}`;
    })
    .join('\n\n');

/** A prompt's share of the context window, by section. */
function PromptUseTable({ use }: { use: PromptUse }) {
  const rows = Object.entries(use.sections).map(([name, { tokens, share, dropped, cut }]) => ({
    ...{ name, tokens, share, dropped },
    isCut: cut,
  }));
  const losses = listLosses(use);
  return (
    <details class="budget-line" open>
      <summary>
        {use.total.toLocaleString(LOCALE)} of {(use.window - use.reserve).toLocaleString(LOCALE)} tokens
      </summary>
      <p class="quiet small">
        The context window is {use.window.toLocaleString(LOCALE)} tokens, {use.reserve.toLocaleString(LOCALE)}{' '}
        of them reserved for the reply. Rules, cards and the task take {use.fixed.toLocaleString(LOCALE)}
        {use.fixedCut ? '; some were shortened.' : '.'} The rest is split like this:
      </p>
      <SectionBars rows={rows} />
      {losses.length === 0 ? (
        <p class="quiet small">Everything fit.</p>
      ) : (
        <>
          <p>Omitted or shortened:</p>
          <ul class="losses">
            {losses.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
