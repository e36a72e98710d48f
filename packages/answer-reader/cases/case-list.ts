import { z } from 'zod';
import type { Repair } from '../src/errors';
import type { Json, JsonObject } from '../src/json';

const spoken = (...kinds: string[]) => ({
  thought: z.string().nullable().optional(),
  kind: z.enum(kinds),
  text: z.string().min(1),
});
const score = z.number().nullable().default(null);
const listOf = (shape: z.ZodRawShape) => z.array(z.object(shape)).nullable().default(null);
const change = { key: z.string(), value: z.string().nullable() };

/** Schemas of the cases: Zod schemas of typical games, and two in draft-07. */
export const CASE_SCHEMAS = {
  line: z.object(spoken('say', 'clue', 'agent.spoke')),
  judge: z.object({
    ...spoken('verdict'),
    winner: z.enum(['Mara', 'Bex']).nullable().default(null),
    scores: z
      .strictObject({ Mara: score, Bex: score })
      .prefault({})
      .transform((scores) =>
        Object.fromEntries(Object.entries(scores).filter(([, value]) => value !== null)),
      ),
  }),
  /** Every key has a default. */
  plan: z.object({
    openGuidance: z.string().nullable().default(null),
    activations: listOf({ id: z.string(), entryGuidance: z.string() }),
    deactivations: listOf({ id: z.string(), exitGuidance: z.string() }),
    stateUpdates: listOf({
      id: z.string(),
      field: z.enum(['location', 'mood', 'clothing', 'activity', 'intentions']),
      value: z.string(),
    }),
    worldUpdates: listOf(change),
    trackers: listOf(change),
    actingCharacters: listOf({
      id: z.string(),
      order: z.number().nullable().default(null),
      priority: z.number().nullable().default(null),
      guidance: z.string().nullable().default(null),
    }),
  }),
  move: z.object({
    action: z.enum(['LOOK', 'LEFT', 'RIGHT']),
    steps: z.number(),
    sure: z.boolean(),
    notes: z.array(z.string()).default([]),
  }),
  rated: {
    type: 'object',
    properties: {
      score: { type: 'number', minimum: 0, maximum: 10 },
      level: { enum: ['low', 'high'] },
      done: { type: ['boolean', 'null'] },
      tags: { type: 'array', items: { type: 'string' } },
    },
    required: ['score', 'level'],
    additionalProperties: false,
  } satisfies JsonObject,
  report: {
    type: 'object',
    definitions: {
      place: { type: 'object', properties: { roomName: { type: 'string' } }, required: ['roomName'] },
    },
    properties: { place: { $ref: '#/definitions/place' }, count: { type: 'integer' } },
    required: ['place', 'count'],
  } satisfies JsonObject,
} as const;

export interface Case {
  kind: string;
  name: string;
  raw: string;
  schema: keyof typeof CASE_SCHEMAS;
  /** The value in the schema's form; null if the answer must be rejected. */
  expected: Json | null;
  repairs: Repair[];
}

export const SAY = { kind: 'say', text: 'Hello there.' };
export const line = '{"kind":"say","text":"Hello there."}';
export const say = (text: string) => ({ kind: 'say', text });
export const MOVE = { action: 'LOOK', steps: 2, sure: true, notes: [] };
export const move = '{"action":"LOOK","steps":2,"sure":true,"notes":[]}';
export const PLAN = {
  openGuidance: null,
  activations: null,
  deactivations: null,
  stateUpdates: null,
  worldUpdates: null,
  trackers: null,
  actingCharacters: null,
};
export const RATED = { score: 7, level: 'low' };
export const PLACE = { place: { roomName: 'Hall' }, count: 2 };

type Row = [
  name: string,
  raw: string,
  schema: keyof typeof CASE_SCHEMAS,
  expected: Json | null,
  ...repairs: Repair[],
];
export const list = (kind: string, rows: Row[]): Case[] =>
  rows.map(([name, raw, schema, expected, ...repairs]) => ({ kind, name, raw, schema, expected, repairs }));

export const fence = '```';
