import type { EventDraft } from '../../contract/events/events';
import type { ExperimentUse } from '../../contract/experiments';
import { finishReason, type Moment, pauseReason, summarize } from './view';

export type NewsKind = 'experiment.finished' | 'experiment.paused';
export type NewsDraft = Extract<EventDraft, { kind: NewsKind }>;

/**
 * The event for a changed status.
 *
 * @param origin for links; `''`: not configured, so links are paths
 * @returns null if the new status has no event
 */
export function draftNews(moment: Moment, used: ExperimentUse, origin: string): NewsDraft | null {
  const { id, name, status, progress } = summarize(moment);
  const common = {
    ...{ name, progress, used },
    table: `${origin}/v1/experiments/${id}/table`,
    page: `${origin}/#/experiments/${id}`,
  };
  const actor = 'system';
  if (status === 'paused')
    return { kind: 'experiment.paused', actor, payload: { ...common, reason: pauseReason(moment) } };
  if (status === 'finished')
    return { kind: 'experiment.finished', actor, payload: { ...common, reason: finishReason(moment) } };
  return null;
}
