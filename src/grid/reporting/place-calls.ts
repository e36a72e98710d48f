import type { GameAction } from '../../contract/agents';
import type { CallRecord } from '../../contract/calls';
import type { Event, EventOf } from '../../contract/events/events';
import { readAction } from './replay';

/** A call with its place in the ledger: the state was this before it, and that once its answer was stored. */
export interface PlacedCall {
  call: CallRecord;
  /** Number of the call among all of the run, from 1. */
  n: number;
  /** Seqs of the last events before and with it. */
  beforeSeq: number;
  afterSeq: number;
  /** Numbers of the frames it was shown; a suggestion is shown one. */
  frames: { before: number | null; after: number | null };
  /** The action that is analysed, or that the suggestion led to; null when it led to none. */
  target: GameAction | null;
}

/**
 * Find each call's moment: the events of its turn that its ask led to, or the end of the turn when it led to none.
 *
 * @param events the whole ledger of the run, in order
 * @param calls calls of the run, in any order; they come out by their `n`, and are numbered so
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
    // The state before an analysis is the one before the action was executed (docs/runs.md#export-and-import).
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
 * The event that the call's ask ended with. A call's step is its ask's step and its number: `suggest/1`. A turn that
 * was begun anew has asked more than once: the first answer stored after the call began is its own.
 */
function findSettled<E extends EventOf<'action.suggested' | 'action.analyzed'>>(
  call: CallRecord,
  asked: readonly E[],
): E | undefined {
  const [step] = call.step.split('/');
  return asked.find((event) => event.payload.step === step && event.at >= call.startedAt);
}

/** The parts of a prompt that are not the standing orders: what was told with this call. */
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

/** The pictures of a prompt, in the order they were sent. */
export const readImages = ({ messages }: Pick<CallRecord, 'messages'>): { label: string; cells: string }[] =>
  messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.flatMap((part) => (part.type === 'frame' ? [{ label: part.label, cells: part.cells }] : [])),
  );
