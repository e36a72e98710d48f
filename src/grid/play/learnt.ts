import type { ActionId } from '../../contract/agents';
import type { Mask } from '../../contract/frame';
import { CLICK } from '../choose';
import { type Board, readBoard } from '../frame/board';
import type { Transition } from '../transition';
import { colourOf } from './config';
import { type Corner, findLook, findMoved, type Look, type Shift } from './mover';

/** Limit on the looks of the mover. */
const MAX_LOOKS = 12;

class Tally {
  readonly #counts = new Map<string, number>();
  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }
  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }
  names(): string[] {
    return [...this.#counts.keys()];
  }
}

/** A move or another plain action, reduced to the colors and kinds that it teaches something about. */
interface Contact {
  /** Colors that the mover newly covers, or would. */
  colours: readonly number[];
  /** Kinds of the small objects it touches. */
  kinds: readonly string[];
  /** True if the mover moved as the action usually moves it. */
  hasMoved: boolean;
  isIdle: boolean;
  /** True if something other than the mover changed, or the level or the game ended. */
  didMore: boolean;
  levelChanged: boolean;
  isOver: boolean;
}

/**
 * Knowledge that holds on all levels of a game: which object moves and how, which colors it passes and which
 * block it, and which kinds of objects react to touch or clicks.
 */
export class Learnt {
  /** Looks of the mover; indices are stable. */
  readonly looks: Look[] = [];
  readonly lookAfter = new Map<ActionId, number>();
  readonly passed = new Tally();
  readonly stopped = new Tally();
  readonly deadly = new Tally();
  readonly winning = new Tally();
  readonly clicksDone = new Tally();
  readonly clicksIdle = new Tally();
  readonly plainDone = new Tally();
  readonly plainIdle = new Tally();
  readonly contactsDone = new Tally();
  readonly contactsIdle = new Tally();
  readonly #shifts = new Map<ActionId, Map<string, number>>();
  #last: Corner = -1;
  #lastLook = 0;

  /** The most frequent shift of an action; null if it never moved the mover. */
  shiftOf(action: ActionId): Shift | null {
    const votes = [...(this.#shifts.get(action) ?? [])].sort((a, b) => b[1] - a[1])[0];
    if (!votes) return null;
    const [rows = 0, cols = 0] = votes[0].split(',').map(Number);
    return { rows, cols };
  }

  /** Forgets the last position of the mover. */
  leaveLevel(): void {
    this.#last = -1;
  }

  /** Finds the corner and look of the mover; both -1 if it is not on the board. */
  findMover(board: Board): { at: Corner; look: number } {
    for (const index of [this.#lastLook, ...this.looks.keys()]) {
      const look = this.looks[index];
      const at = look && findLook(board, look, this.#last);
      if (at !== null && at !== undefined) return { at, look: index };
    }
    return { at: -1, look: -1 };
  }

  /** Searches for the mover here first from now on. */
  follow(at: Corner, look: number): void {
    this.#last = at;
    this.#lastLook = look;
  }

  learnMover(transition: Transition, mask: Mask): void {
    const { action, before, frames } = transition;
    if (action.id === CLICK) return;
    const usual = this.shiftOf(action.id);
    const [was, is] = [readBoard(before), readBoard(frames.at(-1) ?? before)];
    // A known look explains the transition.
    for (const [index, look] of this.looks.entries()) {
      const at = findLook(was, look, this.#last);
      if (at === null) continue;
      const then = findLook(is, look, at);
      if (then === null || then === at) continue;
      const by = {
        rows: Math.floor(then / is.cols) - Math.floor(at / was.cols),
        cols: (then % is.cols) - (at % was.cols),
      };
      if (usual && (by.rows !== usual.rows || by.cols !== usual.cols)) continue;
      this.#vote(action.id, by);
      this.lookAfter.set(action.id, index);
      this.follow(then, index);
      return;
    }
    const mover = findMoved(transition, mask, usual);
    if (!mover) return;
    if (this.looks.some(({ key }) => key === mover.look.key)) return;
    if (this.looks.length >= MAX_LOOKS) return;
    this.looks.push(mover.look);
    this.#vote(action.id, mover.by);
    this.lookAfter.set(action.id, this.looks.length - 1);
    this.follow(mover.from + mover.by.rows * is.cols + mover.by.cols, this.looks.length - 1);
  }

  #vote(action: ActionId, by: Shift): void {
    const votes = this.#shifts.get(action) ?? new Map<string, number>();
    const key = `${by.rows},${by.cols}`;
    votes.set(key, (votes.get(key) ?? 0) + 1);
    this.#shifts.set(action, votes);
  }

  learnClick(kind: string, isIdle: boolean, levelChanged: boolean): void {
    (isIdle ? this.clicksIdle : this.clicksDone).add(kind);
    if (levelChanged) this.winning.add(`click ${kind}`);
  }

  learnContact({ colours, kinds, hasMoved, isIdle, didMore, levelChanged, isOver }: Contact): void {
    for (const kind of kinds) {
      if (levelChanged) {
        this.winning.add(kind);
        this.winning.add(colourOf(kind));
      }
      if (isOver) this.deadly.add(kind);
      (didMore ? this.contactsDone : this.contactsIdle).add(kind);
    }
    if (hasMoved) for (const colour of colours) this.passed.add(`${colour}`);
    else if (isIdle) {
      const blockers = colours.filter((colour) => this.passed.of(`${colour}`) === 0);
      for (const colour of blockers.length > 0 ? blockers : colours) this.stopped.add(`${colour}`);
    }
  }

  /**
   * True if the mover passes all these colors, false if one blocks it, null if unknown.
   *
   * @param isBold assume that it passes colors that it never touched
   */
  passes(colours: Iterable<number>, isBold = false): boolean | null {
    let isBlocked = false;
    for (const colour of colours) {
      const [passes, stops] = [this.passed.of(`${colour}`), this.stopped.of(`${colour}`)];
      if (passes === 0 && stops === 0) {
        if (isBold) continue;
        return null;
      }
      if (stops > 4 * passes) isBlocked = true;
      else if (stops * 4 > passes && !isBold) return null;
    }
    return !isBlocked;
  }
}
