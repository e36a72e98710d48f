import { z } from 'zod';
import { STATE_FIELDS } from './agents';
import { sceneId, slug } from './ids';
import { jsonObject } from './json';
import { pageOf } from './pages';
import { problem } from './problems';
import { profile } from './profiles';

const prose = (max: number) => z.string().trim().min(1).max(max);

export const characterInput = z
  .strictObject({
    id: slug.optional().meta({ description: 'Default: made from the name' }),
    name: prose(80),
    description: z.string().max(8000).default(''),
    personality: z.string().max(2000).default(''),
    goals: z.string().max(2000).default(''),
    voice: z
      .array(z.string().max(400))
      .max(20)
      .default([])
      .meta({ description: 'Example lines; the understudy speaks in this voice too' }),
    location: z.string().max(200).default(''),
    mood: z.string().max(200).default(''),
    active: z
      .boolean()
      .default(true)
      .meta({ description: 'Present from the start; otherwise available to the director' }),
  })
  .meta({ id: 'CharacterInput' });
export type CharacterInput = z.infer<typeof characterInput>;

export const personaInput = z
  .strictObject({ id: slug.optional(), name: prose(80), description: z.string().max(4000).default('') })
  .meta({ id: 'PersonaInput' });
export type PersonaInput = z.infer<typeof personaInput>;

export const notes = z
  .strictObject({
    world: z.string().max(8000).default(''),
    campaign: z.string().max(8000).default(''),
    arc: z.string().max(8000).default(''),
    scene: z.string().max(8000).default(''),
  })
  .meta({ id: 'Notes', description: "Author's notes at four levels" });
export type Notes = z.infer<typeof notes>;

export const createScene = z
  .strictObject({
    template: slug
      .optional()
      .meta({ description: 'Start from a template; every other field then overrides it' }),
    title: prose(200).optional(),
    scenario: z.string().max(20_000).optional(),
    notes: notes.optional(),
    characters: z.array(characterInput).max(50).optional(),
    personas: z.array(personaInput).max(50).optional(),
    world: z
      .record(z.string().max(80), z.string().max(2000))
      .optional()
      .meta({ description: 'Facts of the world' }),
    profiles: z.strictObject({ director: profile.optional(), character: profile.optional() }).optional(),
    historyWindow: z
      .int()
      .min(2)
      .max(500)
      .optional()
      .meta({ description: 'Lines kept verbatim in prompts. Default 40' }),
    seed: z.string().max(100).optional(),
  })
  .meta({ id: 'CreateScene' });
export type CreateScene = z.infer<typeof createScene>;

export const changeScene = z
  .strictObject({
    title: prose(200).optional(),
    status: z
      .enum(['open', 'finished'])
      .optional()
      .meta({ description: 'A finished scene takes no turns until it is opened again' }),
  })
  .meta({ id: 'ChangeScene' });
export type ChangeScene = z.infer<typeof changeScene>;

const castMember = z.object({
  id: slug,
  name: z.string(),
  description: z.string(),
  active: z.boolean(),
  state: z.object(
    Object.fromEntries(STATE_FIELDS.map((f) => [f, z.string()])) as Record<
      (typeof STATE_FIELDS)[number],
      z.ZodString
    >,
  ),
  lastSpokeRound: z.int().nullable(),
});

export const ROUND_STATUS = ['running', 'completed', 'failed', 'cancelled', 'rolledback'] as const;

export const scene = z
  .object({
    id: sceneId,
    title: z.string(),
    status: z.enum(['open', 'finished']),
    scenario: z.string(),
    notes,
    cast: z.array(castMember),
    personas: z.array(z.object({ id: slug, name: z.string(), description: z.string() })),
    world: z.record(z.string(), z.string()),
    trackers: z.record(z.string(), z.string()),
    provider: z
      .string()
      .meta({ description: 'Who answers: `understudy` is the offline stand-in, not a model' }),
    rounds: z.int(),
    round: z
      .object({ n: z.int(), attempt: z.int(), startedAt: z.string() })
      .nullable()
      .meta({ description: 'The round being played' }),
    queued: z.int().meta({ description: 'Inputs that wait for their round' }),
    failed: z
      .object({ n: z.int(), problem })
      .nullable()
      .meta({ description: 'The last round failed; POST …/retry' }),
    head: z.int().meta({ description: 'Highest seq in the ledger' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Scene' });
export type Scene = z.infer<typeof scene>;

export const sceneSummary = z
  .object({
    id: sceneId,
    title: z.string(),
    status: z.enum(['open', 'running', 'failed', 'finished']),
    rounds: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'SceneSummary' });
export type SceneSummary = z.infer<typeof sceneSummary>;
export const scenePage = pageOf(sceneSummary, 'ScenePage');

export const turnInput = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('user'),
      text: prose(8000),
      personaId: slug
        .optional()
        .meta({ description: 'Who speaks. May be left out when the scene has one persona' }),
      to: z
        .array(slug)
        .max(20)
        .default([])
        .meta({ description: 'Characters addressed; they answer whatever the director thinks' }),
    }),
    z.strictObject({
      type: z.literal('continuation'),
      personaId: slug.optional(),
      to: z.array(slug).max(20).default([]),
    }),
  ])
  .meta({ id: 'TurnInput' });
export type TurnInput = z.infer<typeof turnInput>;

export const turnAccepted = z
  .object({
    inputSeq: z.int().meta({ description: 'Seq of the stored input' }),
    round: z.int().nullable().meta({ description: 'null while the input is queued behind another round' }),
    status: z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']),
  })
  .meta({ id: 'TurnAccepted' });
export type TurnAccepted = z.infer<typeof turnAccepted>;

const passView = z.object({
  pass: z.int(),
  provider: z.string(),
  rung: z.string(),
  plan: jsonObject,
  audited: z.array(z.string()),
});
const lineView = z.object({
  seq: z.int(),
  actor: z.string(),
  name: z.string(),
  kind: z.string().meta({ description: "The line's kind, within the profile's `mayEmit`" }),
  text: z.string(),
  provider: z.string(),
  extra: jsonObject
    .optional()
    .meta({ description: 'Further fields of its profile; absent when there are none' }),
});
export const round = z
  .object({
    n: z.int(),
    attempt: z.int(),
    status: z.enum(ROUND_STATUS),
    startedAt: z.string(),
    endedAt: z.string().nullable(),
    inputs: z.array(z.object({ seq: z.int(), actor: z.string(), text: z.string() })),
    passes: z.array(passView),
    lines: z.array(lineView),
    skipped: z.array(z.object({ actor: z.string(), reason: z.string() })),
    problem: problem.nullable(),
    events: z.array(z.int()).meta({ description: 'Seqs of every event of the round' }),
  })
  .meta({ id: 'Round', description: 'Timeline of one round' });
export type Round = z.infer<typeof round>;
export const roundPage = pageOf(round, 'RoundPage');

/** A ready-made scene to start from. */
export const template = z
  .object({
    id: slug,
    title: z.string(),
    description: z.string(),
    characters: z.array(z.string()).meta({ description: 'Their names' }),
    personas: z.array(z.object({ id: slug, name: z.string() })),
  })
  .meta({ id: 'Template' });
export type Template = z.infer<typeof template>;
export const templatePage = pageOf(template, 'TemplatePage');
