import { z } from 'zod';
import type { Json, JsonObject } from '../../../src/base/json';
import { directorPlan } from '../../../src/contract/agents';
import type { Repair } from '../../../src/model/structured/errors';
import { outputSchema } from '../../../src/model/structured/output-schema';

/** What the cases are parsed against: zod schemas as the engines have them, and two draft-07 ones. */
export const CASE_SCHEMAS = {
  /** A talking agent. */
  line: outputSchema({ mayEmit: ['say', 'clue', 'agent.spoke'] }),
  /** A talking agent with every kind of extra. */
  judge: outputSchema({ mayEmit: ['verdict'], extraFields: ['winner', 'scores'], cast: ['Mara', 'Bex'] }),
  /** Every key has a default. */
  plan: directorPlan,
  /** Numbers, booleans, an enum, lists. */
  move: z.object({
    action: z.enum(['LOOK', 'LEFT', 'RIGHT']),
    steps: z.number(),
    sure: z.boolean(),
    notes: z.array(z.string()).default([]),
  }),
  /** The same as draft-07. */
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
  /** Draft-07 with a reference and a nested object. */
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
  /** The kind of damage. */
  kind: string;
  name: string;
  raw: string;
  schema: keyof typeof CASE_SCHEMAS;
  /** The value, in the schema's own form; null when the answer must be refused. */
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
