import type { RoomBudgets } from '../../../src/billing/shortage';
import type { Event, EventDraft } from '../../../src/contract/events/events';
import type { HiddenLines } from '../../../src/contract/events/fold/hidden-lines';
import type { RoomPreview } from '../../../src/contract/glance';
import type { Shortage } from '../../../src/contract/money';
import type { RoomState } from '../../../src/room/room-state';
import type { StepContext } from '../../../src/room/step-context';
import type { Replay } from './replay';

/** The pure half of a room: rules of a scene or a run that the Durable Object calls. */
export interface RoomEngine<S extends RoomState> {
  kind: 'scene' | 'run';
  /** Unit of progress; also the prefix of its events (`round.started`, `turn.started`, …). */
  unit: 'round' | 'turn';
  /**
   * All step names of a round. They determine the journal's version: after a rename, addition or removal,
   * open rounds fail as retryable instead of being replayed (docs/internals.md#ledger-and-journal).
   */
  stepNames: readonly string[];
  /**
   * True if a retry discards the events of the failed attempt. Scenes do; a run's moves have already happened
   * in its game, so a retry continues from there.
   */
  rollsBack: boolean;
  reduce(state: S | null, event: Event): S;
  /**
   * Increase it when `reduce` returns another state for the same events; older snapshots are then ignored.
   */
  stateVersion: number;
  /** Seqs of the next round's inputs; null if there is no round to play. */
  next(state: S): number[] | null;
  /** Time of the next check, if the clock alone can start a round; null: wait for input. Absent: never. */
  nextAt?(state: S, now: number): number | null;
  /**
   * Seqs of the open round's inputs if waiting ones join it, which restarts it; null: they wait. Absent: they wait.
   * @param events of the open round
   */
  join?(state: S, events: readonly Event[], now: number): number[] | null;
  /** True if an input starts the next round as soon as the open one ends, so that calls give way. Absent: never. */
  isDue?(state: S): boolean;
  /** Seq of the event that triggers the next turn, for rooms whose turns have no inputs. */
  setOffBy?(state: S): number;
  /** Yield before each round. Absent: only after several, because yielding costs as much as a short round. */
  isRoundLong?: true;
  /** True while the open round waits for an external event. Absent: never. */
  waits?(state: S): boolean;
  /**
   * Events to store together with the start of the next round. After they are folded, `due` must return none.
   * Absent: none.
   */
  due?(state: S): EventDraft[];
  /** Events to store right before the start of a round with these inputs. Absent: none. */
  opening?(state: S, inputs: number[]): EventDraft[];
  seed(state: S): string;
  /** Kinds of events that a round uses in addition to its inputs. Choosing an attempt stores them again. Absent: none. */
  attemptInputs?: readonly Event['kind'][];
  /** Rounds of another room to play before the room's own. Absent: none. */
  replay?: Replay<S>;
  /** True if finished round `n` can be regenerated. Absent: never. */
  again?(state: S, n: number): boolean;
  status(state: S): string;
  /** Number of rounds for lists. Absent: all that started. */
  countRounds?(state: S): number;
  /** Names of the responding characters or agents, for the index. */
  answeredBy(state: S): string[];
  /**
   * Preview of the room for lists.
   * @param latestEvents oldest first
   */
  glance(state: S, latestEvents: readonly Event[]): RoomPreview;
  /** Lines that only the owner may read. Absent: none. */
  hiddenLines?(state: S): HiddenLines;
  /** Name of the World object with the characters' memories, which are deleted with the room. */
  world?(state: S): string;
  /** Budgets of the room and of each player. Absent: no limits. */
  budgets?(state: S): RoomBudgets;
  /** Seat that pays for the open round, or null. Absent: always null. */
  seat?(state: S): string | null;
  /**
   * Events to store when a spent budget ends a round. They may include `run.finished`, which then ends the
   * run. Absent: none.
   */
  onExhausted?(state: S, shortage: Shortage): EventDraft[];
  play(ctx: StepContext<S>): Promise<void>;
}

/** Changes when step names, or the meaning of their order, change. */
export function journalVersion(stepNames: readonly string[]): string {
  return `1:${stepNames.join(',')}`;
}
