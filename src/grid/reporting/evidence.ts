import { memoizeObject } from '../../base/memoize';
import type { Event } from '../../contract/events/events';
import type { ActionKnowledge, Claim, ClaimCase, Coverage } from '../../contract/run-knowledge';
import { asidesOf } from '../claims/check';
import { readClaims } from '../claims/words';
import { findChanging } from '../coverage';
import { readTransitions } from '../history';
import { listWishes, type PastWish } from '../play/wish-words';
import { type ActionRole, maskOf, type RunState } from '../state';
import { actionKey, type Transition } from '../transition';
import { describeHappening, readStatements, type Statement } from './judge-claims';
import { readAction } from './replay';

/** Something that did not go as it should: it is told, and never counted as evidence. */
export interface Trouble {
  turn: number;
  /** `doubt`: nobody knows whether the game did the action; `refused`: it did not; `note`: it answered oddly. */
  kind: 'doubt' | 'refused' | 'note';
  /** Key of the action; null when the game was being started. */
  action: string | null;
  role: ActionRole | null;
  message: string;
}

/** A run as it is read: its state, everything it executed, and what became of its claims. */
export interface RunRecord {
  state: RunState;
  /** Oldest first; the newest thousand or more. */
  transitions: readonly Transition[];
  troubles: readonly Trouble[];
  /** Claims by action id. */
  claims: Readonly<Record<string, Claim[]>>;
  /** When actions stopped being verified by their coverage, oldest first. */
  lapses: readonly Lapse[];
  /** What a model wished for while the run played on, oldest first. */
  wishes: readonly PastWish[];
}

/** An action that was verified, and is not any more by what was recorded since. */
export interface Lapse {
  action: string;
  turn: number;
  /** Number of the newest frame then. */
  frame: number;
  coverage: Coverage;
}

/**
 * Read a run for its account.
 *
 * @param events the whole ledger of the run, in order
 */
export function readRecord(state: RunState, events: readonly Event[]): RunRecord {
  const transitions = readTransitions(events);
  return {
    state,
    transitions,
    troubles: events.flatMap((event) => readTrouble(event) ?? []),
    claims: replayClaims(state, transitions),
    lapses: listLapses(events),
    wishes: listWishes(events, null),
  };
}

function listLapses(events: readonly Event[]): Lapse[] {
  const verifiedActions = new Set<string>();
  return events.flatMap((event): Lapse[] => {
    if (event.kind !== 'knowledge.updated') return [];
    const { action, verdict, held = [] } = event.payload;
    const { turn, afterFrame: frame } = verdict.observation;
    return [...held, { action, ...verdict }].flatMap(({ action, status, coverage }) => {
      const wasVerified = verifiedActions.delete(action);
      if (status === 'verified') verifiedActions.add(action);
      return wasVerified && status !== 'verified' && coverage ? [{ action, turn, frame, coverage }] : [];
    });
  });
}

function readTrouble({ turn = 0, kind, payload }: Event): Trouble | null {
  if (kind === 'action.refused' || kind === 'action.executed') {
    const { role } = payload;
    const action = actionKey(readAction(payload));
    if (kind === 'action.refused') return { turn, kind: 'refused', action, role, message: payload.message };
    const { inDoubt, note } = payload;
    if (inDoubt) return { turn, kind: 'doubt', action, role, message: note ?? '' };
    return note === null ? null : { turn, kind: 'note', action, role, message: note };
  }
  if (kind !== 'game.reset') return null;
  const { note } = payload;
  return note === null ? null : { turn, kind: 'note', action: null, role: null, message: note };
}

/**
 * Hold the definition of every action against all recorded executions of it, those of setup sequences included: per
 * claim what it foretells for the board before, what happened, and whether the two agree. What happened before the
 * claim was made counts too, and is told apart (`foretold`): a claim that was fitted to what it explains is worth
 * less than one that came true.
 *
 * @param transitions of the whole run, oldest first
 */
export function replayClaims(
  state: RunState,
  transitions: readonly Transition[],
): Readonly<Record<string, Claim[]>> {
  const executions = transitions.map((transition, at) => ({ transition, at }));
  const entries = Object.entries(state.knowledge.actions).map(([id, known]): [string, Claim[]] => {
    if (known.definition === null) return [id, []];
    const isOwn = ({ transition }: { transition: Transition }) => transition.action.id === id;
    const asides = asidesOf(readClaims(known.definition) ?? []);
    const changing = findChanging(asides, id, transitions, maskOf(state));
    return [
      id,
      readStatements(known.definition, changing).map((statement) =>
        replayStatement(
          state,
          known,
          { ...statement, changing },
          executions.filter((one) => isOwn(one) === (statement.about === 'own')),
          transitions,
        ),
      ),
    ];
  });
  return Object.fromEntries(entries);
}

/** A statement, and the colours that were seen to change by themselves: its cases follow from them too. */
type ReplayedStatement = Statement & { changing: readonly number[] };

function replayStatement(
  state: RunState,
  known: ActionKnowledge,
  statement: ReplayedStatement,
  done: readonly { transition: Transition; at: number }[],
  all: readonly Transition[],
): Claim {
  const sinceTurn = findSince(known, statement.text);
  const analystVerdicts = new Map(known.observations.map((seen) => [seen.afterFrame, seen.consistent]));
  const cases = done.map(({ transition, at }): ClaimCase => {
    const { predicted, happened, result } = judgeCase(
      state,
      known.definition ?? '',
      statement,
      transition,
      () => all.slice(0, at),
    );
    const { turn, role, beforeFrame, afterFrame, action } = transition;
    const { x, y } = action;
    return {
      turn,
      role,
      beforeFrame,
      afterFrame,
      click: x === undefined || y === undefined ? null : { x, y },
      predicted,
      happened,
      result,
      foretold: sinceTurn !== null && turn > sinceTurn,
      analyst: analystVerdicts.get(afterFrame) ?? null,
    };
  });
  const count = (result: ClaimCase['result']) => cases.filter((one) => one.result === result).length;
  return {
    text: statement.text,
    checkable: statement.judge !== null,
    ...(statement.about === 'others' && { about: statement.about }),
    sinceTurn,
    checked: {
      fits: count('fits'),
      contradicts: count('contradicts'),
      silent: count('silent'),
      foretold: cases.filter((one) => one.result === 'fits' && one.foretold).length,
    },
    cases,
  };
}

/** The turn since which every definition has said this; null when it is not known any more. */
function findSince({ definitions }: ActionKnowledge, text: string): number | null {
  let since: number | null = null;
  for (const { turn, text: said } of definitions.toReversed()) {
    if (!said.includes(text)) break;
    since = turn;
  }
  return since;
}

type Case = Pick<ClaimCase, 'predicted' | 'happened' | 'result'>;

/**
 * Cases that were judged before, by the list of masked cells (which is replaced, never changed, and belongs to one
 * run), then by definition and claim: a run that is looked at while it plays judges each transition once.
 */
const casesUnder = memoizeObject((_hud: readonly number[]) => new Map<string, Map<number, Case>>());
/** Claims whose cases are kept; older definitions go first. */
const KEPT_CLAIMS = 30;

function judgeCase(
  state: RunState,
  definition: string,
  { text, judge, changing }: ReplayedStatement,
  transition: Transition,
  past: () => readonly Transition[],
): Case {
  const cases = casesOf(state.hud, `${transition.action.id} ${definition} ${text} ${changing.join()}`);
  const cachedCase = cases.get(transition.afterFrame);
  if (cachedCase) return cachedCase;
  const mask = maskOf(state);
  const happening = describeHappening(transition, mask);
  const newCase: Case = judge
    ? { happened: happening, ...judge(transition, { mask, history: past() }) }
    : { happened: happening, predicted: 'nothing that code can check', result: 'silent' };
  cases.set(transition.afterFrame, newCase);
  return newCase;
}

function casesOf(hud: readonly number[], name: string): Map<number, Case> {
  const claims = casesUnder(hud);
  const cases = claims.get(name) ?? new Map<number, Case>();
  // Set anew, so that the claims in use are the last to go.
  claims.delete(name);
  claims.set(name, cases);
  for (const oldest of claims.keys()) {
    if (claims.size <= KEPT_CLAIMS) break;
    claims.delete(oldest);
  }
  return cases;
}
