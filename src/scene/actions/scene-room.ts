import type { AddMemory, ChangeMemory, Memory } from '../../contract/memories';
import type { Cost } from '../../contract/money';
import type { Result } from '../../contract/problems';
import type { ChangeSeat, CreateSeat, NewSeat, RenewSeat, SeatView } from '../../contract/seats';
import { type ActionRoom, actionsFor } from '../../room/actions';
import type { SceneState, Seat } from '../state';

/** A scene as its actions work with it, for one caller. */
export interface ActionScene extends ActionRoom<SceneState> {
  /** The caller's seat; null: an owner, who has none. */
  readonly seat: Seat | null;
  /** Returns what the scene has cost so far, money in units of the currency. */
  spent(): Cost;
  /** Finds the state before a round began, and the seq of its start. */
  stateBefore(round: number): { before: SceneState; startSeq: number } | null;
  /** Counts a line or note against the share of the caller's seat. */
  countWritten(said: object): Result<null>;
  /** Notes that somebody, named as the actor of events, has stopped typing. */
  stopTyping(actor: string): void;
  /** Has the world forget what was taken back. Nobody waits for it. */
  forget(): void;
  /** The memories that the scene keeps in its world. */
  readonly memories: {
    /** Newest first. */
    list(query: {
      character?: string;
      before: number | null;
      limit: number;
    }): Promise<Result<{ items: Memory[]; next: string | null }>>;
    add(body: AddMemory): Promise<Result<Memory>>;
    change(id: number, body: ChangeMemory): Promise<Result<Memory>>;
    remove(id: number): Promise<Result<{ id: string }>>;
  };
  /** Makes and changes seats, and their secrets with them. */
  readonly seats: {
    invite(body: CreateSeat): Promise<Result<NewSeat>>;
    renew(seat: string, body: RenewSeat): Promise<Result<NewSeat>>;
    list(): Result<SeatView[]>;
    change(seat: string, body: ChangeSeat): Result<SeatView>;
    revoke(seat: string): Result<SeatView>;
  };
}

export const sceneAction = actionsFor<ActionScene>();
