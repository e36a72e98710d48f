import { useEffect, useMemo } from 'preact/hooks';
import type { CallSummary } from '../../../../src/contract/calls';
import type { Scene } from '../../../../src/contract/scenes';
import { formatDuration, purposeLabel, RUNG_WORDS, STATUS_WORDS } from '../../calls/call-words';
import { Avatar, StatusMark } from '../../kit/marks';
import { ProblemNote } from '../../kit/problem-note';
import { useAct } from '../../kit/use-act';
import { go } from '../../router';
import { LOCALE } from '../../words/languages';
import { say } from '../../words/say';
import { lastCounted } from '../direct/counted-rounds';
import type { Names } from '../lines/fold-scene';
import { actorId } from '../who';
import { DirectorPass } from './director-pass';
import {
  readAgents,
  readInferred,
  readNotes,
  readPasses,
  readThoughts,
  type Thought,
} from './fold-backstage';
import { PromptBars } from './prompt-bars';
import { RoundDeeds } from './round-deeds';
import { RoundsOverview } from './rounds-overview';
import { backstagePath, type RoundRead, useRound } from './use-backstage';
import './backstage.css';

interface BackstageProps {
  scene: Scene;
  names: Names;
  /** The visible round; 0: none. */
  n: number;
  /** Changes when something happened in the room. */
  mark: number;
  onDone: () => void;
}

/** Shows the owner how a round was decided, with controls for it. */
export function Backstage({ scene, names, n, mark, onDone }: BackstageProps) {
  const { id, rounds } = scene;
  const shownRound = n === 0 ? (scene.round?.n ?? lastCounted(scene)) : Math.min(n, rounds);
  const { reading, problem, reload } = useRound(scene, shownRound, mark);
  const act = useAct(() => {
    onDone();
    reload();
  });
  const visit = (to: number) => go(backstagePath(id, to));
  useEffect(() => {
    document.getElementById('backstage-title')?.focus();
    // Restore the scroll position and focus on return, after the next render.
    return () => void window.setTimeout(() => document.querySelector<HTMLElement>('.to-backstage')?.focus());
  }, []);
  return (
    <aside class="backstage" aria-labelledby="backstage-title">
      <header class="row">
        <h2 id="backstage-title" tabIndex={-1}>
          Backstage
        </h2>
        <a class="button" href={`#${backstagePath(id, null)}`}>
          Close
        </a>
      </header>
      {rounds === 0 ? (
        <p class="quiet">No rounds played yet.</p>
      ) : (
        <nav class="row" aria-label="Rounds">
          <button type="button" disabled={shownRound <= 1} onClick={() => visit(shownRound - 1)}>
            <span aria-hidden="true">←</span>
            <span class="sr-only">Previous round</span>
          </button>
          <label>
            Round{' '}
            <select value={String(shownRound)} onChange={(to) => visit(Number(to.currentTarget.value))}>
              {Array.from({ length: rounds }, (_, i) => (
                <option key={i + 1} value={String(i + 1)}>
                  {i + 1}
                </option>
              ))}
            </select>
          </label>
          <button type="button" disabled={shownRound >= rounds} onClick={() => visit(shownRound + 1)}>
            <span aria-hidden="true">→</span>
            <span class="sr-only">Next round</span>
          </button>
          {reading && <StatusMark status={reading.round.status} />}
          {reading && reading.round.attempt > 1 && <span class="quiet">attempt {reading.round.attempt}</span>}
        </nav>
      )}
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {act.problem && <ProblemNote problem={act.problem} />}
      {rounds > 0 && !reading && !problem && <p class="quiet">Loading the round…</p>}
      {reading && (
        <>
          <RoundDeeds scene={scene} round={reading.round} act={act} />
          <RoundBody reading={reading} names={names} hasDirector={scene.game === null} />
        </>
      )}
      {rounds > 0 && <RoundsOverview scene={scene} />}
    </aside>
  );
}

function RoundBody(props: { reading: RoundRead; names: Names; hasDirector: boolean }) {
  const { reading, names, hasDirector } = props;
  const { round, events, calls } = reading;
  const passes = useMemo(() => readPasses(round, names), [round, names]);
  const thoughts = useMemo(() => readThoughts(events, round), [events, round]);
  const inferences = useMemo(() => readInferred(round, names), [round, names]);
  const agents = useMemo(() => readAgents(round, names), [round, names]);
  const notes = readNotes(round);
  return (
    <>
      {round.problem && <ProblemNote problem={round.problem} />}
      {passes.map((pass) => (
        <DirectorPass key={pass.pass} pass={pass} />
      ))}
      {hasDirector && passes.length === 0 && round.status !== 'running' && (
        <p class="quiet">This round had no director.</p>
      )}
      {passes.length === 0 && round.status === 'running' && <p class="quiet">No decision yet.</p>}
      <section aria-label="Private thoughts">
        <Thoughts thoughts={thoughts} />
      </section>
      {inferences.length > 0 && (
        <section aria-label="Inferred from the lines">
          <h3>Inferred from the lines</h3>
          <ul class="changes">
            {inferences.map((one) => (
              <li key={`${one.what}-${one.value}`}>
                <span class="quiet">{one.what}</span> → <span dir="auto">{one.value}</span>{' '}
                <span class={one.taken ? 'status completed' : 'status'}>
                  {one.taken ? 'the director agrees' : 'not adopted'}
                </span>
                <br />
                <q class="quiet">{one.evidence}</q>
              </li>
            ))}
          </ul>
        </section>
      )}
      {(notes.length > 0 || round.skipped.length > 0) && (
        <section aria-label="Audit">
          <h3>Audit</h3>
          <ul class="audited">
            {round.skipped.map(({ actor, reason }) => (
              <li key={actor}>
                {names.get(actorId(actor)) ?? actor} could not act: {reason}
              </li>
            ))}
            {notes.map((note, i) => (
              // The record never changes, so the position identifies the note.
              <li key={`${i}-${note}`}>{note}</li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label="Prompts">
        <h3>Prompts and their budgets</h3>
        {agents.length === 0 && <p class="quiet">Shown when the round is complete.</p>}
        {agents.map((agent) => (
          <PromptBars key={agent.step} agent={agent} />
        ))}
      </section>
      <section aria-label="Calls">
        <h3>Calls</h3>
        <RoundCalls calls={calls} />
      </section>
    </>
  );
}

/** The characters' private thoughts, collapsed so that no one reads them by accident. */
function Thoughts({ thoughts }: { thoughts: Thought[] }) {
  if (thoughts.length === 0) return <p class="quiet">No private thoughts in this round.</p>;
  return (
    <details class="thoughts">
      <summary>
        Show private thoughts <span class="quiet">{thoughts.length}</span>
      </summary>
      <ul>
        {thoughts.map((one) => (
          <li key={one.seq} class="member">
            <Avatar actor={one.actor} name={one.name} />
            <div>
              <p>
                <strong dir="auto">{one.name}</strong>
                {one.pass > 1 && <span class="quiet"> after the second pass</span>}
              </p>
              <p class="thought" dir="auto">
                {one.text}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Lists the calls of a round: form, duration and cost of each answer. Each opens with its prompt. */
function RoundCalls({ calls }: { calls: CallSummary[] }) {
  if (calls.length === 0) return <p class="quiet">No calls logged yet.</p>;
  const tokens = calls.reduce((sum, call) => sum + call.promptTokens + call.completionTokens, 0);
  const pricedCalls = calls.filter(({ money }) => money !== null);
  const money = pricedCalls.reduce((sum, call) => sum + (call.money ?? 0), 0);
  return (
    <>
      <p class="quiet small">
        {calls.length} {calls.length === 1 ? 'call' : 'calls'}, {tokens.toLocaleString(LOCALE)} tokens,{' '}
        {pricedCalls.length === 0
          ? 'price unknown'
          : `${showMoney(money)}${pricedCalls.length < calls.length ? ', some without a price' : ''}`}
      </p>
      <ul class="round-calls">
        {calls.map((call) => (
          <li key={call.id}>
            <a href={`#/calls/${call.id}`}>
              {call.role} {purposeLabel(call.purpose)}
            </a>
            {call.status !== 'answered' && <span class="status failed">{STATUS_WORDS[call.status]}</span>}
            <span class="quiet small">
              {[
                ...(call.rung === null || call.rung === 'json_schema' ? [] : [RUNG_WORDS[call.rung]]),
                `${call.promptTokens} tokens in, ${call.completionTokens} out`,
                call.latencyMs === null ? 'in progress' : formatDuration(call.latencyMs),
                ...(call.money === null ? [] : [showMoney(call.money)]),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Formats an amount in the server's currency, which the page does not know. Small amounts keep their first digits. */
const showMoney = (sum: number): string =>
  sum === 0 ? say('free') : sum.toLocaleString(LOCALE, { maximumSignificantDigits: 3 });
