import { z } from 'zod';
import { STATE_FIELDS } from './agents';
import { changeOf } from './change-of';
import { promptUse, SECTIONS, sceneSettings } from './context';
import { audience } from './events';
import { sceneId, slug } from './ids';
import { jsonObject } from './json';
import { libraryIdOf } from './library';
import { lorebook } from './lore';
import { sceneBudgets, sceneBudgetsView } from './money';
import { autonomyView, paceFields, paceRules, waitingView } from './pace';
import { pageOf } from './pages';
import { problem } from './problems';
import { profile } from './profiles';
import { ownSeat, personThere } from './seats';

const prose = (max: number) => z.string().trim().min(1).max(max);

export const characterInput = z
  .strictObject({
    id: slug.optional().meta({ description: 'Default: made from the name' }),
    name: prose(80),
    description: z.string().max(8000).default(''),
    personality: z.string().max(2000).default(''),
    goals: z.string().max(2000).default(''),
    secrets: z
      .string()
      .max(4000)
      .default('')
      .meta({ description: 'What it alone knows: for itself and the director, never for another character' }),
    instructions: z
      .string()
      .max(8000)
      .default('')
      .meta({ description: "The author's word to whoever plays it, e.g. a card's system prompt" }),
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

/** Whom a scene is made with: one out of the library still says of which character it is a copy. */
const memberInput = characterInput.extend({ from: libraryIdOf('character').optional() });
export type MemberInput = z.infer<typeof memberInput>;

/** A character out of the library; what is given beside `from` overrides it. */
const libraryMember = changeOf(characterInput)
  .extend({ from: libraryIdOf('character') })
  .meta({ id: 'LibraryMember' });
export const characterList = z.array(z.union([libraryMember, characterInput])).max(50);

export const personaInput = z
  .strictObject({
    id: slug.optional(),
    name: prose(80),
    description: z.string().max(4000).default(''),
    secrets: z
      .string()
      .max(4000)
      .optional()
      .meta({ description: 'What whoever plays it knows, and the director; nobody else' }),
  })
  .meta({ id: 'PersonaInput' });
export type PersonaInput = z.infer<typeof personaInput>;
const libraryPersona = changeOf(personaInput).extend({ from: libraryIdOf('persona') });
export const personaList = z.array(z.union([libraryPersona, personaInput])).max(50);

/** A profile, or one of the library. */
export const profileChoice = z.union([profile, libraryIdOf('profile')]);
/** Roles that may have a profile of their own. Left out, the narrator's is the characters', the others' the director's. */
export const PROFILE_ROLES = ['director', 'character', 'narrator', 'world', 'summarizer', 'judge'] as const;
export type ProfileRole = (typeof PROFILE_ROLES)[number];

export const profilesOf = <T extends z.ZodType>(choice: T) =>
  z.strictObject({
    director: choice.optional(),
    character: choice.optional(),
    narrator: choice.optional(),
    world: choice.optional(),
    summarizer: choice.optional(),
    judge: choice.optional(),
    characters: z
      .record(slug, choice)
      .optional()
      .meta({ description: 'By id of a character: one that uses another model than the others' }),
  });

const openingLine = z.strictObject({
  text: z.string().trim().min(1).max(50_000).meta({ description: '`{{char}}` and `{{user}}` are filled in' }),
  by: slug.optional().meta({ description: 'A character; default: the narrator' }),
});
/** The line a scene opens with. */
const opening = z
  .union([
    openingLine,
    z.strictObject({
      greeting: z
        .int()
        .min(0)
        .max(100)
        .meta({ description: 'Of the library character `by`: 0 its first message, then its alternates' }),
      by: slug,
    }),
  ])
  .meta({ id: 'Opening' });

/** A game played at the table, without a director. */
export const tableGame = z
  .strictObject({
    kind: z.enum(['word-pair']),
    words: z
      .tuple([z.string().trim().min(1).max(60), z.string().trim().min(1).max(60)])
      .optional()
      .meta({
        description: "Everybody's word, and the odd one out's. Default: dealt from the built-in pairs",
      }),
    rounds: z.int().min(1).max(20).default(3).meta({ description: 'Rounds of clues before the verdict' }),
    tickEvery: z
      .int()
      .min(1)
      .max(20)
      .default(1)
      .meta({ description: 'The judge looks after every so many rounds' }),
    people: z.array(slug).max(20).default([]).meta({
      description:
        'Personas that play too, by id: they are dealt words, and what they say is their clue. Rounds are then gathered, unless `turnMode` says otherwise',
    }),
  })
  .meta({ id: 'TableGame' });
export type TableGame = z.infer<typeof tableGame>;

export const notes = z
  .strictObject({
    world: z.string().max(8000).default(''),
    campaign: z.string().max(8000).default(''),
    arc: z.string().max(8000).default(''),
    scene: z.string().max(8000).default(''),
  })
  .meta({ id: 'Notes', description: "Author's notes at four levels" });
export type Notes = z.infer<typeof notes>;

export const sceneTitle = prose(200);
export const historyWindow = z
  .int()
  .min(2)
  .max(500)
  .meta({ description: 'Lines kept verbatim in prompts. Default 40' });

export const createScene = z
  .strictObject({
    template: slug
      .optional()
      .meta({ description: 'Start from a template; every other field then overrides it' }),
    title: sceneTitle.optional(),
    scenario: z.string().max(20_000).optional(),
    notes: notes.optional(),
    worldId: libraryIdOf('world').optional().meta({
      description:
        'A world of the library: its notes, facts and lorebooks, and memories shared by its scenes',
    }),
    campaignId: libraryIdOf('campaign').optional(),
    arcId: libraryIdOf('arc').optional(),
    characters: characterList.optional(),
    personas: personaList.optional(),
    lorebooks: z
      .array(z.union([libraryIdOf('lorebook'), lorebook]))
      .max(20)
      .optional(),
    world: z
      .record(z.string().max(80), z.string().max(2000))
      .optional()
      .meta({ description: 'Facts of the world' }),
    trackers: z.record(z.string().max(80), z.string().max(2000)).optional(),
    opening: opening.optional(),
    game: tableGame.optional(),
    profiles: profilesOf(profileChoice).optional(),
    settings: sceneSettings.optional(),
    historyWindow: historyWindow.optional(),
    budgets: sceneBudgets.optional(),
    ...paceFields,
    seed: z.string().max(100).optional(),
  })
  .meta({ id: 'CreateScene' });
export type CreateScene = z.infer<typeof createScene>;

/** A scene to be created, once everything it takes from the library is in it: what its room gets. */
export const newScene = createScene.extend({
  characters: z.array(memberInput).max(50).optional(),
  personas: z.array(personaInput).max(50).optional(),
  lorebooks: z
    .array(z.object({ id: z.string(), book: lorebook }))
    .max(80)
    .optional(),
  profiles: profilesOf(profile).optional(),
  opening: openingLine.optional(),
});
export type NewScene = z.infer<typeof newScene>;

export const callOn = z
  .strictObject({
    character: slug
      .nullable()
      .meta({ description: 'Acts in the next round, alone; null: nobody in particular' }),
    skip: z
      .array(slug)
      .max(50)
      .default([])
      .meta({ description: 'Do not act in the next round, whatever the director says' }),
  })
  .meta({ id: 'CallOn' });
export type CallOn = z.infer<typeof callOn>;

export const editLine = z.strictObject({ text: prose(8000) }).meta({ id: 'EditLine' });
export type EditLine = z.infer<typeof editLine>;

export const editedLine = z
  .object({ seq: z.int(), actor: z.string(), text: z.string() })
  .meta({ id: 'EditedLine', description: 'A line as it says now; the ledger keeps what it said before' });
export type EditedLine = z.infer<typeof editedLine>;

export const forkScene = z
  .strictObject({
    round: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'The last round the fork shares; default: the last that was completed' }),
    title: prose(200).optional(),
  })
  .meta({ id: 'ForkScene' });
export type ForkScene = z.infer<typeof forkScene>;

/** How a table game ended. Players by id. */
const outcome = z.object({
  reason: z
    .enum(['verdict', 'no_contest'])
    .meta({ description: '`no_contest`: the judge named no player that could be taken for the winner' }),
  winner: slug.nullable(),
  scores: z
    .record(slug, z.number())
    .meta({ description: 'From 0 to 10; whom the judge gave none is not in it' }),
  reveal: z.object({
    words: z.tuple([z.string(), z.string()]).meta({ description: "Everybody's word, and the odd one out's" }),
    odd: slug,
  }),
});

/** How far a table game is. */
const tableView = z
  .object({
    players: z.array(slug).meta({ description: 'In the order in which they play' }),
    people: z.array(slug).meta({ description: 'Those of them who are personas; the others are characters' }),
    round: z.int().meta({ description: 'Rounds of clues that were played' }),
    of: z.int().meta({ description: 'Rounds after which the judge must rule' }),
    over: z.boolean(),
    outcome: outcome.nullable().meta({ description: 'null until the game is over' }),
  })
  .meta({ id: 'Table' });

const personaView = z.object({
  id: slug,
  name: z.string(),
  description: z.string(),
  secrets: z.string().optional().meta({ description: 'For the owner, and whoever plays it' }),
});

const castMember = z.object({
  id: slug,
  name: z.string(),
  description: z.string(),
  from: z.string().nullable().meta({
    description:
      'The character of the library that it is a copy of; GET …/cast/{character}/portrait is its picture',
  }),
  active: z.boolean(),
  state: z.object(
    Object.fromEntries(STATE_FIELDS.map((f) => [f, z.string()])) as Record<
      (typeof STATE_FIELDS)[number],
      z.ZodString
    >,
  ),
  lastSpokeRound: z.int().nullable(),
});

const answerer = z.object({ provider: z.string(), model: z.string() });
const profilesInUse = z
  .object({
    ...(Object.fromEntries(PROFILE_ROLES.map((role) => [role, answerer])) as Record<
      ProfileRole,
      typeof answerer
    >),
    characters: z
      .record(slug, answerer)
      .meta({ description: 'By id, of those that have a profile of their own' }),
  })
  .meta({ id: 'ProfilesInUse', description: 'Who is asked, by role' });

export const ROUND_STATUS = ['running', 'completed', 'failed', 'cancelled', 'rolledback'] as const;

export const scene = z
  .object({
    id: sceneId,
    title: z.string(),
    status: z.enum(['open', 'finished']),
    scenario: z.string(),
    notes,
    cast: z.array(castMember),
    personas: z.array(personaView),
    world: z.record(z.string(), z.string()),
    trackers: z.record(z.string(), z.string()),
    provider: z
      .string()
      .meta({ description: 'Who answers: `understudy` is the offline stand-in, not a model' }),
    profiles: profilesInUse,
    worldId: z.string().nullable().meta({ description: 'The world of the library it was made in' }),
    campaignId: z.string().nullable(),
    arcId: z.string().nullable(),
    lorebooks: z.array(z.object({ id: z.string(), name: z.string() })),
    historyWindow: z.int(),
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
    called: z
      .object({ next: slug.nullable(), skip: z.array(slug) })
      .meta({ description: 'Whom the owner called on, or passed over, for the next round' }),
    summary: z
      .string()
      .nullable()
      .meta({ description: 'The scene so far, in short; null before the first summary' }),
    settings: sceneSettings,
    budgets: sceneBudgetsView,
    ...paceRules.shape,
    waiting: waitingView
      .nullable()
      .meta({ description: 'What waits for a round that is being gathered; null: nothing, or not here' }),
    autonomy: autonomyView.nullable().meta({ description: 'null: it does not go on by itself' }),
    forkedFrom: z.object({ scene: sceneId, round: z.int() }).nullable(),
    undone: z
      .array(z.tuple([z.int(), z.int()]))
      .meta({ description: 'Rounds that were rolled back, first and last' }),
    game: tableGame.nullable().meta({ description: 'Its `words` are shown when it is over' }),
    table: tableView.nullable().meta({ description: 'null without a game' }),
    people: z.array(personThere).meta({ description: 'People on seats who are there now' }),
    head: z.int().meta({ description: 'Highest seq in the ledger' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Scene' });
export type Scene = z.infer<typeof scene>;

/** What a person on a seat reads of a scene. */
export const sceneSeen = scene
  .pick({
    ...{ id: true, title: true, status: true, scenario: true, cast: true, personas: true, world: true },
    ...{ trackers: true, provider: true, rounds: true, round: true, queued: true, summary: true },
    ...{ undone: true, game: true, table: true, people: true, head: true, createdAt: true },
    ...{ turnMode: true, gatherSeconds: true, hideLines: true, holdForTyping: true },
    ...{ waiting: true, autonomy: true },
  })
  .extend({
    failed: z.object({ n: z.int() }).nullable().meta({ description: 'The last round failed' }),
    you: ownSeat.meta({ description: 'The seat that reads it' }),
    card: z.string().nullable().meta({ description: 'The word that your persona was dealt in the game' }),
  })
  .meta({ id: 'SceneSeen', description: 'A scene as a person on a seat reads it' });
export type SceneSeen = z.infer<typeof sceneSeen>;

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

/** A character by its id, or `character:<id>`; of a whisper also a player, `persona:<id>`. */
const addressee = z
  .string()
  .regex(
    /^(?:(?:character|persona):)?[a-z0-9][a-z0-9-]{0,39}$/,
    'use the id of a character, or persona:<id>',
  );

export const turnInput = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('user'),
      text: prose(8000),
      personaId: slug
        .optional()
        .meta({ description: 'Who speaks. May be left out when the scene has one persona' }),
      to: z
        .array(addressee)
        .max(20)
        .default([])
        .meta({ description: 'Characters addressed; they answer whatever the director thinks' }),
      whisper: z.boolean().optional().meta({
        description:
          'Only those in `to`, the owner and the director know of it. `to` may then name players as well, `persona:<id>`',
      }),
    }),
    z.strictObject({
      type: z.literal('continuation'),
      personaId: slug.optional(),
      to: z.array(slug).max(20).default([]),
    }),
    z
      .strictObject({
        type: z.literal('narration'),
        text: prose(2000)
          .optional()
          .meta({ description: 'What the narrator is to tell. Default: what is to be seen' }),
      })
      .meta({ description: 'The narrator speaks, and nobody else' }),
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
  audience,
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
    inputs: z.array(z.object({ seq: z.int(), actor: z.string(), text: z.string(), audience })),
    passes: z.array(passView),
    lines: z.array(lineView),
    skipped: z.array(z.object({ actor: z.string(), reason: z.string() })),
    problem: problem.nullable(),
    record: jsonObject.nullable().meta({
      description: 'The audit record: guidance, activations, deltas, calls, tokens; null until it closes',
    }),
    events: z.array(z.int()).meta({ description: 'Seqs of every event of the round' }),
  })
  .meta({ id: 'Round', description: 'Timeline of one round' });
export type Round = z.infer<typeof round>;
export const roundPage = pageOf(round, 'RoundPage');

export const auditEntry = z
  .object({
    round: z.int(),
    seq: z.int(),
    at: z.iso.datetime(),
    record: jsonObject.meta({ description: 'Described field by field in docs/audit.md' }),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;
export const auditPage = pageOf(auditEntry, 'AuditPage');

const sampleOfPrompt = z.object({
  round: z.int(),
  at: z.iso.datetime(),
  step: z.string().meta({ description: 'The calls of this step: `<room>.<round>.<n>` in /v1/calls' }),
  agent: z.string().meta({ description: '`director`, `world`, `summarizer`, `character:<id>`, …' }),
  provider: z.string(),
  rung: z.string(),
  calls: z.int(),
  promptTokens: z.int().meta({ description: 'As the provider counted them, over all calls of the step' }),
  completionTokens: z.int(),
  prompt: promptUse.meta({ description: 'As we counted it' }),
});
const sectionTotals = z.object({
  prompts: z.int().meta({ description: 'Prompts that had the section' }),
  tokens: z.int(),
  share: z.int(),
  dropped: z.int(),
  cut: z.int().meta({ description: 'Prompts in which an entry was shortened' }),
});
/** The last prompts of a scene, and what each section took of them. */
export const telemetry = z
  .object({
    prompts: z.array(sampleOfPrompt).meta({ description: 'Newest first, at most 500' }),
    sections: z.partialRecord(z.enum(SECTIONS), sectionTotals),
  })
  .meta({ id: 'Telemetry' });
export type Telemetry = z.infer<typeof telemetry>;

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
