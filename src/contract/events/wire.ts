import { z } from 'zod';
import { audience } from '../ids';
import { jsonObject } from '../json';
import { CATALOGUE, type EventKind } from './catalogue';

export const EVENT_KINDS = Object.keys(CATALOGUE) as EventKind[];

export const eventKind = z.enum(EVENT_KINDS).meta({ id: 'EventKind' });

/** One entry of a room's ledger. Pages, SSE, WebSocket and webhooks use the same shape. */
export const event = z
  .object({
    seq: z.int().positive().describe('Position in the ledger, from 1, without gaps'),
    at: z.iso.datetime().describe('Time of storage (UTC)'),
    kind: eventKind,
    actor: z
      .string()
      .describe(
        '`system`, `director`, `narrator`, `judge`, `agent`, `game`, `character:<id>`, `persona:<id>` or `seat_<id>`',
      ),
    audience,
    round: z
      .int()
      .nonnegative()
      .optional()
      .describe('Round of the scene. Absent for runs and outside of rounds'),
    turn: z
      .int()
      .nonnegative()
      .optional()
      .describe('Turn of the run. Absent for scenes and outside of turns'),
    payload: jsonObject,
  })
  .meta({ id: 'Event', description: "An entry of a room's ledger" });
export const eventPage = z
  .object({
    events: z.array(event),
    next: z.string().nullable().describe('Cursor of the next page. Null at the end of the ledger'),
    head: z.int().nonnegative().describe('Highest seq in the ledger'),
  })
  .meta({ id: 'EventPage' });
