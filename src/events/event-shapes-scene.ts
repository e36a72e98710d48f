import { z } from 'zod';
import { STATE_FIELDS } from '../api/agents';
import { rung, usage } from '../api/calls';
import { promptUse } from '../api/context';
import { characterInput, PROFILE_ROLES, type ProfileRole, personaInput } from '../api/create-scene';
import { libraryIdOf } from '../api/library';
import { lorebook } from '../api/lore';
import { factChange, resolvedProfile, stateUpdate } from './event-shapes';

/** Shapes within payloads of a scene's events, loaded for the documents alone. */

const byRole = <T extends z.ZodType>(shape: T) =>
  Object.fromEntries(PROFILE_ROLES.map((role) => [role, shape.optional()])) as Record<
    ProfileRole,
    z.ZodOptional<T>
  >;
const profilesOf = <T extends z.ZodType>(shape: T) =>
  z.object({ ...byRole(shape), characters: z.record(z.string(), shape).optional() });
export const profilesThen = profilesOf(resolvedProfile).required({ director: true, character: true });
export const profilesNow = profilesOf(resolvedProfile.nullable());

const id = z.string();
/** A card as it came into a scene. */
export const card = characterInput.extend({ id, from: libraryIdOf('character').optional() }).meta({
  id: 'Card',
  description: 'A character of the cast; `from`: of which one of the library it is a copy',
});
export const personaThen = personaInput.extend({ id }).meta({ id: 'PersonaOfScene' });
export const bookOfScene = z.object({ id: z.string(), book: lorebook });

const words = z.string();
const standing = z.object({
  active: z.boolean(),
  exiting: z.boolean().describe('Told to leave, and still owed its last line'),
  state: z.object(
    Object.fromEntries(STATE_FIELDS.map((field) => [field, words])) as Record<
      (typeof STATE_FIELDS)[number],
      typeof words
    >,
  ),
  lastSpokeRound: z.int().nullable(),
  flags: z.object({
    hasActedThisRound: z.boolean(),
    enteredThisRound: z.boolean(),
    exitedThisRound: z.boolean(),
  }),
});
export const bullet = z.object({ round: z.int(), text: z.string() });
const facts = z.record(z.string(), z.string());
export const wordPair = z.tuple([z.string(), z.string()]).describe("Everybody's word, and the odd one out's");
export const outcomeReason = z.enum(['verdict', 'no_contest']);
export const scores = z.record(z.string(), z.number());

/** What a rollback brings back. */
export const beforeRound = z
  .object({
    n: z.int(),
    standings: z.record(z.string(), standing),
    world: facts,
    trackers: facts,
    summary: z.object({
      running: z.string().nullable(),
      bullets: z.array(bullet),
      unsummarized: z.int(),
      throughRound: z.int(),
    }),
    called: z.object({ next: z.string().nullable(), skip: z.array(z.string()) }),
    table: z
      .object({
        round: z.int(),
        outcome: z.object({ reason: outcomeReason, winner: z.string().nullable(), scores }).nullable(),
      })
      .optional(),
  })
  .meta({ id: 'BeforeRound', description: 'What rounds change, as it was before this one' });

const cue = z.object({
  id: z.string(),
  guidance: z.string().nullable(),
  entry: z.string().nullable(),
  exit: z.string().nullable(),
});
/** Parts of the record of a round; docs/audit.md describes every field. */
export const passRecord = z
  .object({
    pass: z.literal([1, 2]),
    by: z
      .enum(['director', 'rule'])
      .optional()
      .describe("`rule`: nothing in the director's answer was usable; absent in old records"),
    openGuidance: z.string().nullable(),
    acting: z.array(z.array(cue)).describe('In the order they act; those of one list act at the same time'),
    entered: z.array(z.string()),
    exited: z.array(z.string()),
    updates: z.array(stateUpdate),
    world: z.array(factChange),
    trackers: z.array(factChange),
  })
  .meta({ id: 'PassRecord' });
export const agentRecord = z
  .object({
    step: z.string(),
    agent: z.string(),
    ok: z.boolean(),
    provider: z.string(),
    rung,
    calls: z.int(),
    usage,
    prompt: promptUse,
  })
  .meta({ id: 'AgentRecord' });
export const suggestedDelta = stateUpdate.extend({
  evidence: z.string().describe('The words it was read from'),
});
export const recollection = z
  .object({
    text: z.string(),
    scene: z.string(),
    round: z.int(),
    score: z.number().describe('How well it fits what goes on, 0 to 1'),
  })
  .meta({ id: 'Recollection' });
