import { z } from 'zod';
import { audience } from '../api/ids';
import { jsonObject } from '../api/json';
import { CATALOGUE, type EventKind } from './catalogue';

/** Kinds in the order in which the documents have listed them from the beginning. Newer kinds follow. */
const LISTED_FIRST = `
  scene.created scene.changed round.started round.completed round.failed round.cancelled round.rolledback
  director.started director.completed character.started character.delta character.spoke character.skipped
  character.thought state.updated world.updated cast.entered cast.exited cast.called line.edited line.chosen draft.written
  summary.written card.summarized memory.recalled memory.written game.dealt judge.ruled round.audited player.spoke
  player.ready line.revealed player.joined player.left player.changed seat.changed note.written
  round.requested autonomy.started autonomy.limited autonomy.ended budget.exhausted run.created run.changed
  run.started run.paused run.resumed run.finished turn.started turn.completed turn.failed turn.cancelled
  action.suggested answer.failed action.requested observation.received action.executed action.refused
  frame.captured hud.learned action.analyzed knowledge.updated game.reset level.completed episode.started
  episode.completed command.given command.proposed critic.rejected critic.accepted command.executed
  agent.answered objective.added objective.completed objective.merged objective.dropped objective.changed
  objective.refused stuck.warned knowledge.written webhook.disabled
`;

/** Every kind of event a room can write. */
export const EVENT_KINDS = [
  ...new Set([...LISTED_FIRST.trim().split(/\s+/), ...Object.keys(CATALOGUE)]),
] as EventKind[];

export const eventKind = z.enum(EVENT_KINDS).meta({ id: 'EventKind' });

/** One entry of a room's ledger; the same shape in pages, SSE, WebSocket and webhooks. */
export const event = z
  .object({
    seq: z.int().positive().describe('Position in the ledger, from 1, without gaps'),
    at: z.iso.datetime().describe('When it was stored (UTC)'),
    kind: eventKind,
    actor: z
      .string()
      .describe(
        '`system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>`',
      ),
    audience,
    round: z.int().nonnegative().optional().describe('Round of a scene this belongs to'),
    turn: z.int().nonnegative().optional().describe('Turn of a run this belongs to'),
    payload: jsonObject,
  })
  .meta({ id: 'Event', description: 'One entry of a room ledger' });
/**
 * A line that is still being written: sent to the sockets that may see it, never stored, without a `seq`, gone when
 * nobody looks. `payload.text` are the next words of it, with the white space in front; `payload.part` counts them
 * from 0, and part 0 starts anew; `payload.step` is the call that writes it. The same actor's `character.spoke` or
 * `character.skipped` replaces all of it, as does the end of the round, however the round ends.
 */
export interface Delta {
  kind: 'character.delta';
  at: string;
  actor: string;
  audience: string[];
  round: number;
  payload: { text: string; step: string; part: number };
}

/** Somebody is typing: sent to the other sockets, never stored. */
export interface Typing {
  type: 'typing';
  actor: string;
  name: string;
  on: boolean;
  audience: string[];
}

export const eventPage = z
  .object({
    events: z.array(event),
    next: z.string().nullable().describe('Cursor of the next page; null at the end of the ledger'),
    head: z.int().nonnegative().describe('Highest seq in the ledger now'),
  })
  .meta({ id: 'EventPage' });
