import type { RoomBudgets } from '../../../src/billing/shortage';
import type { Event, EventDraft } from '../../../src/contract/events/events';
import type { HiddenLines } from '../../../src/contract/events/fold/hidden-lines';
import type { Glance } from '../../../src/contract/glance';
import type { Shortage } from '../../../src/contract/money';
import type { RoomState } from '../../../src/room/room-state';
import type { StepContext } from '../../../src/room/step-context';

/** The pure half of a room: what the Durable Object asks of a scene or a run. */
export interface RoomEngine<S extends RoomState> {
  kind: 'scene' | 'run';
  /** Unit of progress; names its events `round.started` or `turn.started`, and so on. */
  unit: 'round' | 'turn';
  /**
   * Names of the steps a round may take. They make the journal's version: renaming, adding or removing one means
   * that rounds under way are failed, retryable, rather than replayed (docs/internals.md#ledger-and-journal).
   */
  stepNames: readonly string[];
  /**
   * Does starting a round anew undo what its failed attempt did? A scene's lines are taken back; what a run did in
   * its game has happened, and a new attempt goes on from there.
   */
  rollsBack: boolean;
  reduce(state: S | null, event: Event): S;
  /** Raise it when `reduce` gives another state for the same events: older snapshots are then not used. */
  stateVersion: number;
  /** Seqs of the inputs of the next round; null when there is nothing to play. */
  next(state: S): number[] | null;
  /** When to look for it again, as the clock alone may bring it; null: when something comes. Absent: never. */
  nextAt?(state: S, now: number): number | null;
  /** Seq of what sets the next turn off, for a room whose turns have no inputs. */
  setOffBy?(state: S): number;
  /**
   * Rounds after which a room whose rounds ask nobody outside lets others in. Absent: several, for letting go costs as much as
   * a short one.
   */
  roundsAtAStretch?: number;
  /** True while the open round waits for something from outside. Absent: never. */
  waits?(state: S): boolean;
  /**
   * Returns the events that are due before the next round is looked for; they are stored together with its start. Once
   * they are folded into the state, nothing is due. Absent: none.
   */
  due?(state: S): EventDraft[];
  /** Events that go with the start of a round that answers these inputs, and come before it. Absent: none. */
  opening?(state: S, inputs: number[]): EventDraft[];
  seed(state: S): string;
  /** True when round `n`, which is over, may be played again. Absent: never. */
  again?(state: S, n: number): boolean;
  /** Status of the room in the index. */
  status(state: S): string;
  /** Names of who answers in it, for the index. */
  answeredBy(state: S): string[];
  /** Picks what a list shows of it. @param latestEvents the last ones, oldest first */
  glance(state: S, latestEvents: readonly Event[]): Glance;
  /** Lines that the owner alone reads. Absent: none. */
  hiddenLines?(state: S): HiddenLines;
  /** Names the World object that keeps what its characters remember: it forgets them when the room is erased. */
  world?(state: S): string;
  /** Budgets of the room and of each player. Absent: no limits. */
  budgets?(state: S): RoomBudgets;
  /** Seat billed for the open round, or null. Absent: never one. */
  seat?(state: S): string | null;
  /** Events that go with a round that a spent budget ends; with `run.finished` among them it has no other end. Absent: none. */
  onExhausted?(state: S, shortage: Shortage): EventDraft[];
  play(ctx: StepContext<S>): Promise<void>;
}

/** Version of the journal: changes whenever the step names, or the meaning of their order, change. */
export function journalVersion(stepNames: readonly string[]): string {
  return `1:${stepNames.join(',')}`;
}
