import type { CallSummary } from '../../../../src/contract/calls';
import { RUNG_WORDS, STATUS_WORDS, tellDuration, tellPurpose } from '../../calls/call-words';
import { LOCALE } from '../../words/languages';
import { say } from '../../words/say';

/** Lists the calls of a round: form, duration and cost of each answer. Each opens with its prompt. */
export function RoundCalls({ calls }: { calls: CallSummary[] }) {
  if (calls.length === 0) return <p class="quiet">No call is in the log yet.</p>;
  const tokens = calls.reduce((sum, call) => sum + call.promptTokens + call.completionTokens, 0);
  const pricedCalls = calls.filter(({ money }) => money !== null);
  const money = pricedCalls.reduce((sum, call) => sum + (call.money ?? 0), 0);
  return (
    <>
      <p class="quiet small">
        {calls.length} {calls.length === 1 ? 'call' : 'calls'}, {tokens.toLocaleString(LOCALE)} tokens,{' '}
        {pricedCalls.length === 0
          ? 'no price known'
          : `${showMoney(money)}${pricedCalls.length < calls.length ? ', not all have a price' : ''}`}
      </p>
      <ul class="round-calls">
        {calls.map((call) => (
          <li key={call.id}>
            <a href={`#/calls/${call.id}`}>
              {call.role} {tellPurpose(call.purpose)}
            </a>
            {call.status !== 'answered' && <span class="status failed">{STATUS_WORDS[call.status]}</span>}
            <span class="quiet small">
              {[
                ...(call.rung === null || call.rung === 'schema' ? [] : [RUNG_WORDS[call.rung]]),
                `${call.promptTokens} tokens read, ${call.completionTokens} written`,
                call.latencyMs === null ? 'under way' : tellDuration(call.latencyMs),
                ...(call.money === null ? [] : [showMoney(call.money)]),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Formats a sum in the deployment's currency, which the page does not know. Small sums keep their first digits. */
const showMoney = (sum: number): string =>
  sum === 0 ? say('free') : sum.toLocaleString(LOCALE, { maximumSignificantDigits: 3 });
