import { useState } from 'preact/hooks';
import type { ObjectiveList } from '../../../src/contract/adventures';
import { api, type PageProblem, type Reply } from '../api/api';
import { TurnLink } from '../run/turn-link';
import { termLabel } from '../words/terms';
import { ObjectiveForm } from './objective-form';

/** Deepest indented level; deeper objectives keep that indentation. */
const DEEPEST = 4;

interface ObjectiveListProps {
  run: string;
  list: ObjectiveList | null;
  /** An ended run allows no changes. */
  isOver: boolean;
  nameOf: (place: string) => string;
  onList: (list: ObjectiveList) => void;
  onProblem: (problem: PageProblem | null) => void;
}

/** The objectives in the adventurer's order. People can add, drop, complete and reorder them. */
export function ObjectiveSection({ run, list, isOver, nameOf, onList, onProblem }: ObjectiveListProps) {
  const [busy, setBusy] = useState(false);
  const active = list?.items.filter(({ status }) => status === 'active') ?? [];
  const endedObjectives = list?.items.filter(({ status }) => status !== 'active') ?? [];
  const change = async (does: () => Promise<Reply<ObjectiveList>>): Promise<boolean> => {
    setBusy(true);
    const reply = await does();
    setBusy(false);
    onProblem(reply.ok ? null : reply.problem);
    if (reply.ok) onList(reply.value);
    return reply.ok;
  };
  const holders = new Map(active.map(({ id }) => [id, findParent(id, list?.items ?? [])]));
  /** Swaps an objective with a sibling; its sub-objectives move along. */
  const swap = (objective: Objective, other: Objective | undefined) => {
    const swappedIds = new Map([
      [objective.id, other?.id],
      [other?.id, objective.id],
    ]);
    const order = active.map(({ id }) => swappedIds.get(id) ?? id);
    void change(() => api.orderObjectives(run, order));
  };
  /** The active sub-objectives of an objective, recursively; null: the top level. */
  const partsOf = (holder: string | null, level = 0) => {
    const parts = active.filter(({ id }) => holders.get(id) === holder);
    if (parts.length === 0) return null;
    return (
      <ol class={level > 0 && level <= DEEPEST ? 'parts' : ''}>
        {parts.map((objective, k) => (
          <li key={objective.id} class="objective">
            <ObjectiveWording run={run} objective={objective} nameOf={nameOf} />
            {!isOver && (
              <ObjectiveButtons
                id={objective.id}
                busy={busy}
                isFirst={k === 0}
                isLast={k === parts.length - 1}
                onDone={() => void change(() => api.changeObjective(run, objective.id, { done: true }))}
                onDrop={() => void change(() => api.dropObjective(run, objective.id))}
                onMove={(by) => swap(objective, parts[k + by])}
              />
            )}
            {partsOf(objective.id, level + 1)}
          </li>
        ))}
      </ol>
    );
  };
  return (
    <section aria-labelledby="objectives-title" class="objectives">
      <h2 id="objectives-title">Objectives</h2>
      {list?.report.overused && <p class="warning">{list.report.overused}</p>}
      {list && active.length === 0 && <p class="quiet">No active objectives.</p>}
      {partsOf(null)}
      {!isOver && (
        <ObjectiveForm
          active={active}
          busy={busy}
          onAdd={(body) => change(() => api.addObjective(run, body))}
        />
      )}
      {endedObjectives.length > 0 && (
        <details>
          <summary>
            Ended <span class="quiet">{endedObjectives.length}</span>
          </summary>
          <ul class="beliefs">
            {endedObjectives.map((objective) => (
              <li key={objective.id}>
                <ObjectiveWording run={run} objective={objective} nameOf={nameOf} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {list && (
        <p class="quiet small">
          {list.report.declaredByAgent} added by the adventurer, {list.report.perTurn.toFixed(2)} per turn;{' '}
          {list.report.completed} completed, {list.report.merged} merged, {list.report.dropped} dropped,{' '}
          {list.report.refused} rejected
        </p>
      )}
    </section>
  );
}

/** Returns the nearest active parent: the sub-objectives of an ended parent move up. */
function findParent(id: string, all: readonly Objective[]): string | null {
  let above = all.find((one) => one.id === id)?.parent ?? null;
  for (let level = 0; above !== null && level < all.length; level += 1) {
    const parent: Objective | undefined = all.find((one) => one.id === above);
    if (parent?.status === 'active') return parent.id;
    above = parent?.parent ?? null;
  }
  return null;
}

interface ObjectiveButtonsProps {
  id: string;
  busy: boolean;
  /** The first sibling that it can swap with. */
  isFirst: boolean;
  isLast: boolean;
  onDone: () => void;
  onDrop: () => void;
  onMove: (by: 1 | -1) => void;
}

function ObjectiveButtons({ id, busy, isFirst, isLast, onDone, onDrop, onMove }: ObjectiveButtonsProps) {
  const buttons = [
    ['Done', `Mark ${id} as done`, onDone, busy],
    ['Drop', `Drop ${id}`, onDrop, busy],
    ['↑', `Move ${id} up`, () => onMove(-1), busy || isFirst],
    ['↓', `Move ${id} down`, () => onMove(1), busy || isLast],
  ] as const;
  return (
    <div class="objective-buttons">
      {buttons.map(([sign, label, does, isOff]) => (
        <button type="button" key={sign} class="plain" aria-label={label} disabled={isOff} onClick={does}>
          {sign}
        </button>
      ))}
    </div>
  );
}

type Objective = ObjectiveList['items'][number];

const SOURCES: Record<Objective['source'], string> = {
  agent: termLabel('adventurer'),
  discovered: termLabel('keeper'),
  player: termLabel('person'),
};

interface ObjectiveWordingProps {
  run: string;
  objective: Objective;
  nameOf: (place: string) => string;
}

function ObjectiveWording({ run, objective, nameOf }: ObjectiveWordingProps) {
  const { id, text, priority, source, parent, turn, place, absorbed, wordings, ended } = objective;
  return (
    <div class="wording">
      <p>
        <span class="action-name quiet">{id}</span> <span dir="auto">{text}</span>
      </p>
      <p class="facts-line quiet">
        {priority !== 'normal' && (
          <span class={priority === 'high' ? 'mark bad' : 'mark'}>{termLabel(priority)}</span>
        )}
        <span class={source === 'player' ? 'mark person' : 'mark'}>{SOURCES[source]}</span>
        <span>
          since <TurnLink run={run} turn={turn} />
          {place && ` at ${nameOf(place)}`}
          {ended && parent && `, part of ${parent}`}
        </span>
      </p>
      {(wordings.length > 0 || absorbed.length > 0) && (
        <details class="small">
          <summary>History</summary>
          <ol class="ways">
            {wordings.map((one) => (
              <li key={one.turn}>
                before <TurnLink run={run} turn={one.turn} />: {one.text}
              </li>
            ))}
            {absorbed.length > 0 && <li>merged from {absorbed.join(', ')}</li>}
          </ol>
        </details>
      )}
      {ended && (
        <p class="quiet">
          {termLabel(objective.status)} in <TurnLink run={run} turn={ended.turn} /> by {termLabel(ended.by)}:{' '}
          {ended.why}
        </p>
      )}
    </div>
  );
}
