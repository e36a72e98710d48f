import { z } from 'zod';
import { STATE_FIELDS } from './agents';
import { sceneSettings } from './context';
import { notes, PROFILE_ROLES, tableGame } from './create-scene';
import { faces, lastWords } from './glance';
import { sceneId, slug } from './ids';
import { shapeOf } from './json';
import { sceneBudgetsView } from './money';
import { autonomyView, paceRules, waitingView } from './pace';
import { pageOf } from './pages';
import { problem } from './problems';
import { prose } from './prose';
import { answeredBy } from './providers';
import { ownSeat, personThere } from './seats';

export const nextSpeaker = z
  .strictObject({
    character: slug.nullable().describe('Acts in the next round, alone; null: nobody in particular'),
    skip: z
      .array(slug)
      .max(50)
      .default([])
      .describe('Do not act in the next round, whatever the director says'),
  })
  .meta({ id: 'CallOn' });
export type NextSpeaker = z.infer<typeof nextSpeaker>;

export const editLine = z.strictObject({ text: prose(8000) }).meta({ id: 'EditLine' });
export type EditLine = z.infer<typeof editLine>;

export const rewriteLine = z
  .strictObject({
    direction: z.string().max(400).optional().describe('A word to the character alone, for this try'),
  })
  .meta({ id: 'RewriteLine' });
export const chooseAlternative = z
  .strictObject({ index: z.int().min(0).max(1000).describe('0: the line as it was spoken first') })
  .meta({ id: 'ChooseAlternative' });

export const chooseTry = z
  .strictObject({ attempt: z.int().min(1).max(10_000).describe('Number of the try, as its start has it') })
  .meta({ id: 'ChooseTry' });

export const editedLine = z
  .object({ seq: z.int(), actor: z.string(), text: z.string() })
  .meta({ id: 'EditedLine', description: 'A line as it says now; the ledger keeps what it said before' });
export type EditedLine = z.infer<typeof editedLine>;

export const lineVisibility = z
  .object({
    seq: z.int(),
    visibility: z.enum(['shown', 'hidden', 'deleted']).describe('`hidden`: the owner alone reads it'),
  })
  .meta({ id: 'LineVisibility', description: 'Who reads a line, and whether it is in prompts' });
export type LineVisibility = z.infer<typeof lineVisibility>;

export const forkScene = z
  .strictObject({
    round: z
      .int()
      .min(0)
      .optional()
      .describe('The last round the fork shares; default: the last that was completed'),
    title: prose(200).optional(),
  })
  .meta({ id: 'ForkScene' });
export type ForkScene = z.infer<typeof forkScene>;

/** Result of a table game. Players by id. */
const outcome = z.object({
  reason: z
    .enum(['verdict', 'no_contest'])
    .describe('`no_contest`: the judge named no player that could be taken for the winner'),
  winner: slug.nullable(),
  scores: z.record(slug, z.number()).describe('From 0 to 10; whom the judge gave none is not in it'),
  reveal: z.object({
    words: z.tuple([z.string(), z.string()]).describe("Everybody's word, and the odd one out's"),
    odd: slug,
  }),
});

/** Progress of a table game. */
const tableView = z
  .object({
    players: z.array(slug).describe('In the order in which they play'),
    people: z.array(slug).describe('Those of them who are personas; the others are characters'),
    round: z.int().describe('Rounds of clues that were played'),
    of: z.int().describe('Rounds after which the judge must rule'),
    over: z.boolean(),
    outcome: outcome.nullable().describe('null until the game is over'),
  })
  .meta({ id: 'Table' });

const personaView = z.object({
  id: slug,
  name: z.string(),
  description: z.string(),
  secrets: z.string().optional().describe('For the owner, and whoever plays it'),
});

const castMember = z.object({
  id: slug,
  name: z.string(),
  description: z.string(),
  from: z
    .string()
    .nullable()
    .describe(
      'The character of the library that it is a copy of; GET …/cast/{character}/portrait is its picture',
    ),
  active: z.boolean(),
  state: z.object(shapeOf(STATE_FIELDS, z.string())),
  lastSpokeRound: z.int().nullable(),
});

const answerer = z.object({ provider: z.string(), model: z.string() });
const profilesInUse = z
  .object({
    ...shapeOf(PROFILE_ROLES, answerer),
    characters: z.record(slug, answerer).describe('By id, of those that have a profile of their own'),
  })
  .meta({ id: 'ProfilesInUse', description: 'Who is asked, by role' });

export const sceneStatus = z.enum(['open', 'running', 'failed', 'finished']).meta({
  id: 'SceneStatus',
  description:
    '`open`: it takes turns, and nothing is being played; `running`: a round is; `failed`: the last one failed; ' +
    '`finished`: it takes no further turns',
});
export type SceneStatus = z.infer<typeof sceneStatus>;

/** Says whether the next words of a character show while they are written, and else why not. */
const streaming = z
  .object({
    on: z.boolean(),
    why: z
      .enum(['understudy', 'no_clean_answer_yet', 'last_answer_not_clean'])
      .nullable()
      .describe(
        '`understudy`: it has the whole line at once; `no_clean_answer_yet`: no answer of the model was its line and nothing else; ' +
          '`last_answer_not_clean`: its last answer held more than the line. Null: they show',
      ),
  })
  .meta({ id: 'Streaming' });
export type Streaming = z.infer<typeof streaming>;

export const scene = z
  .object({
    id: sceneId,
    title: z.string(),
    status: sceneStatus,
    scenario: z.string(),
    notes,
    cast: z.array(castMember),
    personas: z.array(personaView),
    written: z
      .object({
        scenario: z.string(),
        notes,
        cast: z.record(slug, z.string()).describe('Descriptions by id'),
        personas: z.array(personaView),
      })
      .meta({ id: 'SceneTexts' })
      .describe('Texts as they were written, for editing: with macros such as `{{user}}`'),
    world: z.record(z.string(), z.string()),
    trackers: z.record(z.string(), z.string()),
    provider: z.string().describe('Who answers: `understudy` is the offline stand-in, not a model'),
    answeredBy: answeredBy.describe('Who directs and speaks, as `qwen3:8b by local`'),
    streaming: streaming.optional().describe('Of the characters; in the answer to reading the scene alone'),
    profiles: profilesInUse,
    worldId: z.string().nullable().describe('The world of the library it was made in'),
    campaignId: z.string().nullable(),
    arcId: z.string().nullable(),
    lorebooks: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        of: z.string().optional().describe('Id of the character whose own it is; absent: found for all'),
      }),
    ),
    historyWindow: z.int(),
    rounds: z.int(),
    round: z
      .object({ n: z.int(), attempt: z.int(), startedAt: z.string() })
      .nullable()
      .describe('The round being played'),
    queued: z.int().describe('Inputs that wait for their round'),
    failed: z.object({ n: z.int(), problem }).nullable().describe('The last round failed; POST …/retry'),
    called: z
      .object({ next: slug.nullable(), skip: z.array(slug) })
      .describe('Whom the owner called on, or passed over, for the next round'),
    summary: z.string().nullable().describe('The scene so far, in short; null before the first summary'),
    settings: sceneSettings,
    budgets: sceneBudgetsView,
    ...paceRules.shape,
    waiting: waitingView
      .nullable()
      .describe('What waits for a round that is being gathered; null: nothing, or not here'),
    autonomy: autonomyView.nullable().describe('null: it does not go on by itself'),
    forkedFrom: z.object({ scene: sceneId, round: z.int() }).nullable(),
    undone: z.array(z.tuple([z.int(), z.int()])).describe('Rounds that were rolled back, first and last'),
    game: tableGame.nullable().describe('Its `words` are shown when it is over'),
    table: tableView.nullable().describe('null without a game'),
    people: z.array(personThere).describe('People on seats who are there now'),
    head: z.int().describe('Highest seq in the ledger'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Scene' });
export type Scene = z.infer<typeof scene>;

/** View of a scene for a person on a seat. */
export const sceneSeen = scene
  .pick({
    ...{ id: true, title: true, status: true, scenario: true, cast: true, personas: true, world: true },
    ...{ trackers: true, provider: true, rounds: true, round: true, queued: true, summary: true },
    ...{ streaming: true },
    ...{ undone: true, game: true, table: true, people: true, head: true, createdAt: true },
    ...{ turnMode: true, gatherSeconds: true, hideLines: true, holdForTyping: true },
    ...{ waiting: true, autonomy: true },
  })
  .extend({
    failed: z
      .object({ n: z.int(), problem })
      .nullable()
      .describe(
        'The last round failed. Whether the model was out of reach is said; the rest is for the owner',
      ),
    you: ownSeat.describe('The seat that reads it'),
    mayChoose: z.boolean().describe('You may choose among the alternatives of lines that answer you'),
    card: z.string().nullable().describe('The word that your persona was dealt in the game'),
  })
  .meta({ id: 'SceneSeen', description: 'A scene as a person on a seat reads it' });
export type SceneSeen = z.infer<typeof sceneSeen>;

const sceneSummary = z
  .object({
    id: sceneId,
    title: z.string(),
    status: sceneStatus,
    rounds: z.int(),
    answeredBy,
    cast: faces,
    last: lastWords,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'SceneSummary' });
export type SceneSummary = z.infer<typeof sceneSummary>;
export const scenePage = pageOf(sceneSummary, 'ScenePage');

/** A ready-made scene to start from. */
export const template = z
  .object({
    id: slug,
    title: z.string(),
    description: z.string(),
    characters: z.array(z.string()).describe('Their names'),
    personas: z.array(z.object({ id: slug, name: z.string() })),
  })
  .meta({ id: 'Template' });
export type Template = z.infer<typeof template>;
export const templatePage = pageOf(template, 'TemplatePage');
