import { useState } from 'preact/hooks';
import type { Claim, ClaimCase } from '../../../src/contract/run-knowledge';
import { tellTerm } from '../words/terms';

/** Number of cases drawn of a claim: those against it first, then the newest. */
const FEW = 12;

/** Checks the definition, sentence by sentence, against everything that was recorded. */
export function ActionClaims({ run, claims }: { run: string; claims: readonly Claim[] }) {
  if (claims.length === 0) return null;
  const against = claims.reduce((sum, { checked }) => sum + checked.contradicts, 0);
  return (
    <details>
      <summary>
        Claims <span class="quiet">{claims.length}</span>
        {against > 0 && <span class="verdict bad"> {against} against</span>}
      </summary>
      <ol class="claims">
        {claims.map((claim) => (
          <li key={claim.text}>
            <p dir="auto">{claim.text}</p>
            <p class="quiet small">{tally(claim)}</p>
            <Cases run={run} claim={claim} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function tally({ checkable, checked, cases, sinceTurn, about }: Claim): string {
  const since = sinceTurn === null ? '' : `Said since turn ${sinceTurn}. `;
  if (!checkable) return `${since}Prose: no code can check it against its ${cases.length} cases.`;
  const { fits, contradicts, silent, foretold } = checked;
  if (about === 'others')
    return `${since}They changed in ${fits} of ${cases.length} executions of other actions.`;
  return `${since}${fits} fit (${foretold} of them foretold), ${contradicts} against, ${silent} it says nothing about.`;
}

function Cases({ run, claim }: { run: string; claim: Claim }) {
  const [open, setOpen] = useState(false);
  const worst = (one: ClaimCase) => (one.result === 'contradicts' ? 1 : 0);
  const cases = claim.cases.toReversed().sort((a, b) => worst(b) - worst(a));
  if (cases.length === 0) return null;
  return (
    <details onToggle={(change) => setOpen(change.currentTarget.open)}>
      <summary class="small">Foretold and happened</summary>
      {open && (
        <ol class="cases">
          {cases.slice(0, FEW).map((one) => (
            <li key={one.afterFrame} class={one.result}>
              <a href={`#/runs/${run}?turn=${one.turn}&frame=${one.afterFrame}`}>
                Turn {one.turn} ({tellTerm(one.role)})
              </a>{' '}
              <span
                class={`verdict ${one.result === 'contradicts' ? 'bad' : one.result === 'fits' ? 'good' : 'quiet'}`}
              >
                {tellTerm(one.result)}
              </span>
              <dl class="small">
                <dt>Foretold</dt>
                <dd dir="auto">{one.predicted}</dd>
                <dt>Happened</dt>
                <dd dir="auto">{one.happened}</dd>
              </dl>
            </li>
          ))}
          {cases.length > FEW && <li class="quiet small">and {cases.length - FEW} more, in the report</li>}
        </ol>
      )}
    </details>
  );
}
