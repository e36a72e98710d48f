import { useState } from 'preact/hooks';
import type { AddObjective, ObjectiveList } from '../../../src/contract/adventures';
import { api, type PageProblem, type Reply } from '../api';
import { onSubmit } from './form/on-submit';

type Objective = ObjectiveList['items'][number];

const SOURCES: Record<Objective['source'], string> = {
  agent: 'adventurer',
  discovered: 'keeper',
  player: 'person',
};
const PRIORITIES: AddObjective['priority'][] = ['high', 'normal', 'low'];

/** Levels that are indented; deeper ones stand below the last. */
const DEEPEST = 4;

interface ObjectiveListProps {
  run: string;
  list: ObjectiveList | null;
  /** Whether the run is over: then nothing can be changed. */
  isOver: boolean;
  onList: (list: ObjectiveList) => void;
  onProblem: (problem: PageProblem | null) => void;
}

/** What is to be done, in the order in which the adventurer is told; people add, drop, tick off and reorder. */
export function ObjectiveSection({ run, list, isOver, onList, onProblem }: ObjectiveListProps) {
  const [busy, setBusy] = useState(false);
  const active = list?.items.filter(({ status }) => status === 'active') ?? [];
  const ended = list?.items.filter(({ status }) => status !== 'active') ?? [];
  const change = async (does: () => Promise<Reply<ObjectiveList>>): Promise<boolean> => {
    setBusy(true);
    const reply = await does();
    setBusy(false);
    onProblem(reply.ok ? null : reply.problem);
    if (reply.ok) onList(reply.value);
    return reply.ok;
  };
  const holders = new Map(active.map(({ id }) => [id, holderOf(id, list?.items ?? [])]));
  /** Those that it can change places with: parts of the same objective, as its own parts move with it. */
  const siblingsOf = ({ id }: Objective) => active.filter((one) => holders.get(one.id) === holders.get(id));
  const move = (objective: Objective, by: 1 | -1) => {
    const siblings = siblingsOf(objective);
    const other = siblings[siblings.indexOf(objective) + by];
    const swapped = new Map([
      [objective.id, other?.id],
      [other?.id, objective.id],
    ]);
    const order = active.map(({ id }) => swapped.get(id) ?? id);
    void change(() => api.orderObjectives(run, order));
  };
  return (
    <section aria-labelledby="objectives-title" class="objectives">
      <h2 id="objectives-title">Objectives</h2>
      {list?.report.overused && <p class="warning">{list.report.overused}</p>}
      {list && active.length === 0 && <p class="quiet">None is active.</p>}
      <ol>
        {active.map((objective) => (
          <li
            key={objective.id}
            class="objective"
            style={{ '--depth': String(depthOf(objective.id, holders)) }}
          >
            <Wording objective={objective} />
            {!isOver && (
              <div class="objective-buttons">
                {(
                  [
                    [
                      'Done',
                      'is done',
                      () => change(() => api.changeObjective(run, objective.id, { done: true })),
                    ],
                    ['Drop', 'is dropped', () => change(() => api.dropObjective(run, objective.id))],
                  ] as const
                ).map(([label, what, does]) => (
                  <button
                    type="button"
                    key={label}
                    class="plain"
                    disabled={busy}
                    aria-label={`${objective.id} ${what}`}
                    onClick={() => void does()}
                  >
                    {label}
                  </button>
                ))}
                <button
                  type="button"
                  class="plain arrow"
                  aria-label={`Move ${objective.id} up`}
                  disabled={busy || siblingsOf(objective)[0] === objective}
                  onClick={() => move(objective, -1)}
                >
                  ↑
                </button>
                <button
                  type="button"
                  class="plain arrow"
                  aria-label={`Move ${objective.id} down`}
                  disabled={busy || siblingsOf(objective).at(-1) === objective}
                  onClick={() => move(objective, 1)}
                >
                  ↓
                </button>
              </div>
            )}
          </li>
        ))}
      </ol>
      {!isOver && (
        <AddForm active={active} busy={busy} onAdd={(body) => change(() => api.addObjective(run, body))} />
      )}
      {ended.length > 0 && (
        <details>
          <summary>
            Ended <span class="quiet">{ended.length}</span>
          </summary>
          <ul class="beliefs">
            {ended.map((objective) => (
              <li key={objective.id}>
                <Wording objective={objective} />
                {objective.ended && (
                  <p class="quiet">
                    {objective.status} in turn {objective.ended.turn} by {objective.ended.by}:{' '}
                    {objective.ended.why}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
      {list && (
        <p class="quiet small">
          {list.report.declaredByAgent} declared by the adventurer, {list.report.perTurn.toFixed(2)} a turn;{' '}
          {list.report.completed} completed, {list.report.merged} merged, {list.report.dropped} dropped,{' '}
          {list.report.refused} not taken
        </p>
      )}
    </section>
  );
}

/** The nearest active objective that it is a part of: a parent that ended leaves its parts to its own. */
function holderOf(id: string, all: readonly Objective[]): string | null {
  let above = all.find((one) => one.id === id)?.parent ?? null;
  for (let level = 0; above !== null && level < all.length; level += 1) {
    const parent: Objective | undefined = all.find((one) => one.id === above);
    if (parent?.status === 'active') return parent.id;
    above = parent?.parent ?? null;
  }
  return null;
}

/** How many active objectives it is a part of, one within the other. */
function depthOf(id: string, holders: ReadonlyMap<string, string | null>): number {
  let depth = 0;
  for (let above = holders.get(id); above && depth < DEEPEST; above = holders.get(above)) depth += 1;
  return depth;
}

function Wording({ objective }: { objective: Objective }) {
  const { id, text, priority, source, parent, turn, place, absorbed } = objective;
  return (
    <div class="wording">
      <p>
        <span class="action-name quiet">{id}</span> {text}
      </p>
      <p class="facts-line quiet">
        {priority !== 'normal' && <span class={priority === 'high' ? 'mark bad' : 'mark'}>{priority}</span>}
        <span class={source === 'player' ? 'mark person' : 'mark'}>{SOURCES[source]}</span>
        <span>
          since turn {turn}
          {place && ` at ${place}`}
          {parent && `, part of ${parent}`}
          {absorbed.length > 0 && `, with ${absorbed.join(', ')}`}
        </span>
      </p>
    </div>
  );
}

function AddForm(props: {
  active: Objective[];
  busy: boolean;
  onAdd: (body: AddObjective) => Promise<boolean>;
}) {
  const [text, setText] = useState('');
  const [priority, setPriority] = useState<AddObjective['priority']>('normal');
  const [parent, setParent] = useState('');
  const chosen = props.active.some(({ id }) => id === parent) ? parent : '';
  const add = async () => {
    if (props.busy || !text.trim()) return;
    const isAdded = await props.onAdd({ text: text.trim(), priority, parent: chosen || null });
    if (isAdded) setText('');
  };
  return (
    <form class="add-objective" aria-label="Add an objective" onSubmit={onSubmit(add)}>
      <input
        type="text"
        maxLength={200}
        aria-label="New objective"
        placeholder="What else should be done?"
        value={text}
        onInput={(typed) => setText(typed.currentTarget.value)}
      />
      <select
        aria-label="Priority"
        value={priority}
        onChange={({ currentTarget: { value } }) =>
          setPriority(PRIORITIES.find((one) => one === value) ?? 'normal')
        }
      >
        {PRIORITIES.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      {props.active.length > 0 && (
        <select
          aria-label="Part of"
          value={chosen}
          onChange={(changed) => setParent(changed.currentTarget.value)}
        >
          <option value="">on its own</option>
          {props.active.map(({ id }) => (
            <option key={id} value={id}>
              part of {id}
            </option>
          ))}
        </select>
      )}
      <button type="submit" disabled={props.busy || !text.trim()}>
        Add
      </button>
    </form>
  );
}
