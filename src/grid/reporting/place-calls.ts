import type { GameAction } from '../../contract/agents';
import type { CallRecord } from '../../contract/calls';
import type { Event, EventOf } from '../../contract/events/events';
import { readAction } from './replay';

export interface PlacedCall {
  call: CallRecord;
  /** Number of the call within the run, from 1. */
  n: number;
  /** Seq of the last event before the call, and of the event that stored its answer. */
  beforeSeq: number;
  afterSeq: number;
  /** Numbers of the frames in its prompt; a suggestion has only one. */
  frames: { before: number | null; after: number | null };
  /** The analyzed action, or the one that the suggestion led to; null if there was none. */
  target: GameAction | null;
}

/**
 * Locates each call: the events of its turn that its request led to, or the end of the turn if there are
 * none.
 *
 * @param events the run's entire ledger, in order
 * @param calls in any order; returned and numbered in the order of their `n`
 */
export function placeCalls(events: readonly Event[], calls: readonly CallRecord[]): PlacedCall[] {
  const turns = Map.groupBy(events, (event) => event.turn ?? 0);
  return [...calls]
    .sort((a, b) => a.n - b.n)
    .map((call, i) => {
      const own = turns.get(call.round) ?? [];
      return call.role === 'analyst' ? placeAnalysis(call, i + 1, own) : placeSuggestion(call, i + 1, own);
    });
}

function placeSuggestion(call: CallRecord, n: number, own: Event[]): PlacedCall {
  const suggestionEvent = findSettled(
    call,
    own.filter((event) => event.kind === 'action.suggested'),
  );
  const end = own.at(-1)?.seq ?? 1;
  const { frame = null, target = null, targetX, targetY } = suggestionEvent?.payload ?? {};
  return {
    call,
    n,
    beforeSeq: suggestionEvent ? suggestionEvent.seq - 1 : end,
    afterSeq: suggestionEvent?.seq ?? end,
    frames: { before: frame, after: null },
    target: target ? readAction({ action: target, x: targetX, y: targetY }) : null,
  };
}

function placeAnalysis(call: CallRecord, n: number, own: Event[]): PlacedCall {
  const analysisEvent = findSettled(
    call,
    own.filter((event) => event.kind === 'action.analyzed'),
  );
  const target = own.findLast(
    (event): event is EventOf<'action.executed'> =>
      event.kind === 'action.executed' &&
      event.payload.role === 'target' &&
      event.payload.inDoubt !== true &&
      event.seq < (analysisEvent?.seq ?? Number.POSITIVE_INFINITY),
  );
  const learnt =
    analysisEvent && own.find((event) => event.kind === 'knowledge.updated' && event.seq > analysisEvent.seq);
  const end = own.at(-1)?.seq ?? 1;
  const execution = target?.payload;
  const frameAfter =
    target && own.filter((event) => event.kind === 'frame.captured').find(({ seq }) => seq > target.seq);
  return {
    call,
    n,
    // For an analysis, the state before is the state before the action (docs/runs.md#export-and-import).
    beforeSeq: target ? target.seq - 1 : end,
    afterSeq: learnt?.seq ?? end,
    frames: {
      before: execution?.beforeFrame ?? null,
      after: frameAfter?.payload.n ?? null,
    },
    target: execution ? readAction(execution) : null,
  };
}

/**
 * Returns the event that answers the call's request. A call's step is the step of the request plus a number:
 * `suggest/1`. A restarted turn made the request more than once, so take the first answer stored after the
 * call began.
 */
function findSettled<E extends EventOf<'action.suggested' | 'action.analyzed'>>(
  call: CallRecord,
  asked: readonly E[],
): E | undefined {
  const [step] = call.step.split('/');
  return asked.find((event) => event.payload.step === step && event.at >= call.startedAt);
}

/** Text of the user messages: the prompt without the standing instructions. */
export function readContext({ messages }: Pick<CallRecord, 'messages'>): string {
  return messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) =>
      typeof content === 'string'
        ? [content]
        : content.flatMap((part) => (part.type === 'text' ? part.text : [])),
    )
    .join('\n\n');
}

export const readImages = ({ messages }: Pick<CallRecord, 'messages'>): { label: string; cells: string }[] =>
  messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.flatMap((part) => (part.type === 'frame' ? [{ label: part.label, cells: part.cells }] : [])),
  );
