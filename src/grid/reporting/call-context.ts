import type { CallContext, CallRecord } from '../../contract/calls';
import type { Event } from '../../contract/events/events';
import { type RunState, reduceRun } from '../state';
import { countObservation, toAgentState } from './export-state';
import { placeCalls, readContext, readImages } from './place-calls';

/**
 * Returns a call with its action, pictures and context, and the agent's state before and after it in the
 * export's format. Folds the ledger up to the call.
 *
 * @param events the run's entire ledger, in order
 */
export function callContext(events: readonly Event[], call: CallRecord): CallContext {
  const [place] = placeCalls(events, [call]);
  const afterSeq = place?.afterSeq ?? 0;
  const beforeSeq = place?.beforeSeq ?? 0;
  const numbers = new Map<number, number>();
  const frames = new Map<string, number>();
  let state: RunState | null = null;
  let before: CallContext['stateBefore'] = {};
  for (const event of events) {
    if (event.seq > Math.max(afterSeq, beforeSeq)) break;
    state = reduceRun(state, event);
    if (event.kind === 'frame.captured') {
      const { n, cells } = event.payload;
      frames.set(cells, n);
    }
    if (event.kind === 'knowledge.updated') countObservation(numbers, event);
    if (event.seq === beforeSeq) before = toAgentState(state, numbers);
  }
  const shownFrames = [place?.frames.before, place?.frames.after];
  return {
    turn: call.round,
    targetAction: place?.target ?? null,
    // The same board may have been captured more than once, so prefer the frame numbers of the placed call.
    images: readImages(call).map(({ label, cells }, i) => ({
      label,
      frame: frames.has(cells) ? (shownFrames[i] ?? frames.get(cells) ?? null) : null,
    })),
    context: readContext(call),
    stateBefore: before,
    stateAfter: state ? toAgentState(state, numbers) : {},
  };
}
