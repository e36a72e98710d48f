import type { Event } from '../../../../src/contract/events/events';
import { actorId } from '../who';

/** A change of a character's state. */
export interface StateChange {
  seq: number;
  /** Null: changed by hand, between rounds. */
  round: number | null;
  /** `mood`, `location` … */
  field: string;
  value: string;
}

const FIELDS = new Set(['location', 'mood', 'clothing', 'activity', 'intentions']);

/** Lists changes of the characters' states by id, newest first, as far as the visible events tell. */
export function foldStates(events: readonly Event[]): Map<string, StateChange[]> {
  const states = new Map<string, StateChange[]>();
  const add = (id: string, change: StateChange) => {
    const changes = states.get(id) ?? [];
    const before = changes.find(({ field }) => field === change.field);
    if (before?.value === change.value) return;
    states.set(id, [change, ...changes]);
  };
  for (const { seq, kind, round, payload } of events) {
    if (kind === 'state.updated')
      for (const { id, field, value } of payload.updates)
        add(id, { seq, round: round ?? null, field, value });
    if (kind !== 'scene.changed' || !payload.cast) continue;
    for (const [id, card] of Object.entries(payload.cast)) {
      for (const [field, value] of Object.entries(card))
        if (FIELDS.has(field) && typeof value === 'string') add(id, { seq, round: null, field, value });
    }
  }
  return states;
}

/** Returns the ids of characters who leave at the end of round `n`, after one more line. */
export function readLeaving(events: readonly Event[], n: number): Set<string> {
  const leaving = new Set<string>();
  for (const { kind, actor, round, payload } of events) {
    if (kind !== 'cast.exited' || round !== n) continue;
    const id = actorId(actor);
    if (payload.status === 'leaving') leaving.add(id);
    else leaving.delete(id);
  }
  return leaving;
}

/** A comment of a table game's judge, oldest first. Only the owner sees it before the verdict. */
interface Ruling {
  seq: number;
  round: number;
  text: string;
  scores: Record<string, number>;
}
interface Deal {
  odd: string;
  /** Secret words by player ID. */
  words: Record<string, string>;
}

/** Returns the visible dealt words, and the judge's comments. */
export function foldTable(events: readonly Event[]): { deal: Deal | null; rulings: Ruling[] } {
  let deal: Deal | null = null;
  const rulings: Ruling[] = [];
  for (const { seq, kind, round, payload } of events) {
    if (kind === 'game.dealt' && 'dealt' in payload) deal = { odd: payload.odd, words: payload.dealt };
    if (kind === 'judge.ruled')
      rulings.push({ seq, round: round ?? 0, text: payload.text, scores: payload.scores });
  }
  return { deal, rulings };
}

/**
 * Returns the player whose turn it is at the table: the one who began to speak in round `n` and has not finished; else
 * null.
 */
export function readTurn(events: readonly Event[], n: number): string | null {
  let turn: string | null = null;
  for (const { kind, actor, round, payload } of events) {
    if (round !== n) continue;
    if (kind === 'character.started') turn = actorId(actor);
    // Pass 0 is the line that the scene opens with.
    const hasSpoken = kind === 'character.spoke' && payload.pass !== 0;
    if (hasSpoken || kind === 'character.skipped' || kind.startsWith('round.')) turn = null;
  }
  return turn;
}
