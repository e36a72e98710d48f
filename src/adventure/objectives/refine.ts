import { MAX_OBJECTIVE, type RefinementAnswer } from '../../contract/adventure-agents';
import type { PayloadOf } from '../../contract/events/events';
import { shorten } from '../lines';
import type { AdventureState, Objective } from '../state-types';
import { dropObjective, MAX_WHY } from './change';
import { isActive, listAncestors } from './fold';
import { findNamed } from './read-fields';
import { isSameObjective } from './same';
import { cleanObjective, isVague, readId } from './words';

type ObjectiveList = Pick<AdventureState, 'objectives'>;

/**
 * Applies the keeper's refinement. Agents' objectives may be merged, reworded and dropped; a person's can only absorb
 * others and keeps its text. Unnamed objectives stay. Merges come before drops. Ignores new texts that would be refused
 * as an objective. Refuses names without an active objective, once each.
 */
export function refineObjectives({ objectives }: ObjectiveList, answer: RefinementAnswer) {
  let active = objectives.filter(isActive);
  const unknown = new Set<string>();
  const find = (named: string): Objective[] => {
    const matches = findNamed(active, named);
    const id = readId(named);
    if (matches.length === 0 && id !== '') unknown.add(shorten(id, MAX_OBJECTIVE));
    return matches;
  };
  const mergedPayloads = (answer.merge ?? []).flatMap((merge) => {
    const [into] = find(merge.into);
    const sources = new Set(merge.from.flatMap(find));
    const from = [...sources].filter((one) => one !== into && one.source !== 'player');
    if (!into || from.length === 0) return [];
    active = active.filter((one) => !from.includes(one));
    const text = readWording(merge.text, into, active);
    return [{ into: into.id, from: from.map(({ id }) => id), text, why: explain(from) }];
  });
  const droppedPayloads = (answer.drop ?? []).flatMap(({ id: named, reason }) => {
    const [one] = find(named);
    const result = one
      ? dropObjective({ objectives: [one] }, { id: one.id, by: 'keeper', why: reason })
      : null;
    if (!result?.ok) return [];
    active = active.filter((other) => other !== one);
    return [{ ...result.value, why: result.value.why || 'pointless by now' }];
  });
  const refusedPayloads = [...unknown].map(
    (text) => ({ source: 'discovered', text, why: 'unknown', of: null }) as const,
  );
  return { merged: mergedPayloads, dropped: droppedPayloads, refused: refusedPayloads };
}

/** Quotes the merged objectives, because their ids mean nothing later. */
const explain = (from: readonly Objective[]): string =>
  shorten(`took in ${from.map(({ id, text }) => `${id} "${text}"`).join(', ')}`, MAX_WHY);

function readWording(raw: string | null, into: Objective, active: readonly Objective[]): string | null {
  const text = cleanObjective(raw ?? '');
  if (text === '' || text === into.text || into.source === 'player') return null;
  if (text.length > MAX_OBJECTIVE || isVague(text)) return null;
  return active.some((one) => one !== into && isSameObjective(one.text, text)) ? null : text;
}

/**
 * Agents' objectives without progress for `options.staleAfter` turns (0: never); high priority doubles the limit. An
 * objective is not stale while an active part of it progresses. A person's never are. Counts turns, so waiting for days
 * has no effect.
 */
export function findStale({
  objectives,
  rounds,
  config,
}: Pick<AdventureState, 'objectives' | 'rounds'> & {
  config: { options: Pick<AdventureState['config']['options'], 'staleAfter'> };
}): PayloadOf<'objective.completed'>[] {
  const { staleAfter } = config.options;
  if (staleAfter <= 0) return [];
  const active = objectives.filter(isActive);
  const above = new Map(active.map(({ id }) => [id, listAncestors(objectives, id)]));
  return active.flatMap((one) => {
    if (one.source === 'player') return [];
    const parts = active.filter(({ id }) => above.get(id)?.includes(one.id));
    const turns = rounds - Math.max(one.touched, ...parts.map(({ touched }) => touched));
    const patience = one.priority === 'high' ? 2 * staleAfter : staleAfter;
    if (turns < patience) return [];
    return [{ id: one.id, by: 'service' as const, why: `untouched for ${turns} turns` }];
  });
}
