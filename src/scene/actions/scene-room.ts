import type { AddMemory, ChangeMemory, Memory } from '../../contract/memories';
import type { Cost } from '../../contract/money';
import type { Result } from '../../contract/problems';
import type { ChangeSeat, CreateSeat, NewSeat, RenewSeat, SeatView } from '../../contract/seats';
import { type ActionRoom, listActionsFor } from '../../room/actions';
import type { SceneState, Seat } from '../state';

/** A scene as its actions see it, for one caller. */
export interface ActionScene extends ActionRoom<SceneState> {
  /** null for an owner. */
  readonly seat: Seat | null;
  /** Returns the cost of the scene so far; money in currency units. */
  spent(): Cost;
  stateBefore(round: number): { before: SceneState; startSeq: number } | null;
  /** Counts a line or note against the quota of the caller's seat. */
  countWritten(said: object): Result<null>;
  stopTyping(actor: string): void;
  readonly memories: {
    list(query: {
      character?: string;
      before: number | null;
      limit: number;
    }): Promise<Result<{ items: Memory[]; next: string | null }>>;
    add(body: AddMemory): Promise<Result<Memory>>;
    change(id: number, body: ChangeMemory): Promise<Result<Memory>>;
    remove(id: number): Promise<Result<{ id: string }>>;
  };
  readonly seats: {
    invite(body: CreateSeat): Promise<Result<NewSeat>>;
    renew(seat: string, body: RenewSeat): Promise<Result<NewSeat>>;
    list(): Result<SeatView[]>;
    change(seat: string, body: ChangeSeat): Result<SeatView>;
    revoke(seat: string): Result<SeatView>;
  };
}

export const sceneAction = listActionsFor<ActionScene>();
