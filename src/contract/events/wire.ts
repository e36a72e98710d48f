import { z } from 'zod';
import { audience } from '../ids';
import { jsonObject } from '../json';
import { CATALOGUE, type EventKind } from './catalogue';

/** Every kind of event a room can write. */
export const EVENT_KINDS = Object.keys(CATALOGUE) as EventKind[];

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
export const eventPage = z
  .object({
    events: z.array(event),
    next: z.string().nullable().describe('Cursor of the next page; null at the end of the ledger'),
    head: z.int().nonnegative().describe('Highest seq in the ledger now'),
  })
  .meta({ id: 'EventPage' });
