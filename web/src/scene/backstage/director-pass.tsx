import { rungLabel } from '../../calls/call-words';
import { ProviderMark } from '../../kit/marks';
import type { Change, DirectedLine, PassShown } from './fold-backstage';

const UNUSABLE = {
  1: 'Its plan could not be used, so turn order followed the rule: addressed characters act; otherwise everyone present, least recent speaker first.',
  2: 'Its plan could not be used. The lines stay and nothing else changes.',
};

/** Parsing results that need no mention here. */
const USUAL: ReadonlySet<string> = new Set(['json_schema', 'understudy', 'unusable']);

/** Shows the director's answer in one pass, and the order of acting that it set. */
export function DirectorPass({ pass }: { pass: PassShown }) {
  const { chosen, order, changes, coming, leaving } = pass;
  return (
    <section class="pass" aria-label={pass.title}>
      <h3>
        {pass.title} <ProviderMark provider={pass.provider} model={pass.model} />{' '}
        {!USUAL.has(pass.rung) && <span class="quiet small">{rungLabel(pass.rung)}</span>}
      </h3>
      {pass.rung === 'unusable' && <p class="quiet">{UNUSABLE[pass.pass === 1 ? 1 : 2]}</p>}
      {pass.openGuidance && (
        <p class="guidance">
          <span class="quiet small">To everyone</span> <span dir="auto">{pass.openGuidance}</span>
        </p>
      )}
      <DirectedList title={pass.pass === 1 ? 'Acts' : 'Still to act'} list={chosen ?? []} />
      {chosen === null && pass.pass === 1 && pass.rung !== 'unusable' && (
        <p class="quiet">It chose no one, so the service chose who acts.</p>
      )}
      {chosen?.length === 0 && pass.pass === 1 && <p class="quiet">No one acts.</p>}
      {(chosen ?? []).length === 0 && pass.pass === 2 && pass.rung !== 'unusable' && (
        <p class="quiet">No one is left to act.</p>
      )}
      <DirectedList title="Enters" list={coming} />
      <DirectedList title="Leaves" list={leaving} />
      {order !== null && order.length > 0 && (
        <p>
          <span class="quiet small">In this order</span> {order.map((group) => group.join(' + ')).join(' → ')}
        </p>
      )}
      <Changes changes={changes} />
      {pass.audited.length > 0 && (
        <ul class="audited">
          {pass.audited.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function DirectedList({ title, list }: { title: string; list: DirectedLine[] }) {
  if (list.length === 0) return null;
  return (
    <dl class="directed">
      {list.map((one) => (
        <div key={one.id}>
          <dt>
            {title}: <strong dir="auto">{one.name}</strong>
            {one.place && <span class="quiet"> {one.place}</span>}
          </dt>
          <dd dir="auto">{one.guidance || <span class="quiet">without guidance</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null;
  return (
    <ul class="changes">
      {changes.map(({ what, value }) => (
        <li key={what}>
          <span class="quiet">{what}</span> →{' '}
          {value === null ? <em>empty</em> : <span dir="auto">{value}</span>}
        </li>
      ))}
    </ul>
  );
}
