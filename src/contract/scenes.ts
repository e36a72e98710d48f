import { z } from 'zod';
import { directorPlan, STATE_FIELDS } from './agents';
import { sceneSettings } from './context';
import { notes, PROFILE_ROLES, tableGame } from './create-scene';
import { faces, lastWords } from './glance';
import { sceneId, slug } from './ids';
import { jsonShape } from './json';
import { sceneBudgetsView } from './money';
import { autonomyView, paceRules, waitingView } from './pace';
import { pageSchema } from './pages';
import { problem } from './problems';
import { prose } from './prose';
import { answeredBy } from './providers';
import { ownSeat, personThere } from './seats';

export const nextSpeaker = z
  .strictObject({
    character: slug
      .nullable()
      .describe('Id of the only character that acts in the next round. Null for no restriction'),
    skip: z.array(slug).max(50).default([]).describe('Ids of characters that do not act in the next round'),
  })
  .meta({ id: 'CallOn' });
export type NextSpeaker = z.infer<typeof nextSpeaker>;

export const editLine = z.strictObject({ text: prose(8000) }).meta({ id: 'EditLine' });
export type EditLine = z.infer<typeof editLine>;

export const rewriteLine = z
  .strictObject({
    direction: z.string().max(500).optional().describe('Note for this reply, which only the character sees'),
  })
  .meta({ id: 'RewriteLine' });
export const chooseAlternative = z
  .strictObject({
    index: z.int().min(0).max(1000).describe('Index of the alternative; 0 is the original line'),
  })
  .meta({ id: 'ChooseAlternative' });

export const chooseTry = z
  .strictObject({
    attempt: z.int().min(1).max(10_000).describe('Number of the attempt, from its `round.started` event'),
  })
  .meta({ id: 'ChooseTry' });

export const editedLine = z
  .object({ seq: z.int(), actor: z.string(), text: z.string() })
  .meta({ id: 'EditedLine', description: 'The current line. The ledger keeps earlier versions' });
export type EditedLine = z.infer<typeof editedLine>;

export const lineVisibility = z
  .object({
    seq: z.int(),
    visibility: z.enum(['shown', 'hidden', 'deleted']).describe('`hidden`: only the owner can read it'),
  })
  .meta({ id: 'LineVisibility', description: 'Visibility of a line to readers and prompts' });
export type LineVisibility = z.infer<typeof lineVisibility>;

export const forkScene = z
  .strictObject({
    round: z.int().min(0).optional().describe('Last round to copy. Default: the last completed round'),
    title: prose(200).optional(),
  })
  .meta({ id: 'ForkScene' });
export type ForkScene = z.infer<typeof forkScene>;

/** Result of a table game, with player ids. */
const outcome = z.object({
  reason: z
    .enum(['verdict', 'no_contest'])
    .describe('`verdict`: the judge named a winner; `no_contest`: the judge named no valid player'),
  winner: slug.nullable(),
  scores: z.record(slug, z.number()).describe('Scores from 0 to 10, for players the judge scored'),
  reveal: z.object({
    words: z.tuple([z.string(), z.string()]).describe("The common word and the odd one out's word"),
    odd: slug,
  }),
});

/** Progress of a table game. */
const tableView = z
  .object({
    players: z.array(slug).describe('Ids of players, in playing order'),
    people: z.array(slug).describe('Ids of players that are personas; the others are characters'),
    round: z.int().describe('Number of rounds of clues played'),
    of: z.int().describe('Number of rounds after which the judge must rule'),
    over: z.boolean(),
    outcome: outcome.nullable().describe('Result of the game. Null until it is over'),
  })
  .meta({ id: 'Table' });

const personaView = z.object({
  id: slug,
  name: z.string(),
  description: z.string(),
  secrets: z.string().optional().describe('Owner and the person who plays it only'),
});

const castMember = z.object({
  id: slug,
  name: z.string(),
  description: z.string(),
  from: z
    .string()
    .nullable()
    .describe('Library character it was copied from. Its picture is at GET …/cast/{character}/portrait'),
  active: z.boolean(),
  state: z.object(jsonShape(STATE_FIELDS, z.string())),
  lastSpokeRound: z.int().nullable(),
});

const answerer = z.object({ provider: z.string(), model: z.string() });
const profilesInUse = z
  .object({
    ...jsonShape(PROFILE_ROLES, answerer),
    characters: z
      .record(slug, answerer)
      .describe('Providers and models by character id, for characters with their own profile'),
  })
  .meta({ id: 'ProfilesInUse', description: 'Providers and models by role' });

export const sceneStatus = z.enum(['open', 'running', 'failed', 'finished']).meta({
  id: 'SceneStatus',
  description:
    '`open`: accepts turns, no round is running; `running`: a round is running; `failed`: the last round failed; `finished`: accepts no turns',
});
export type SceneStatus = z.infer<typeof sceneStatus>;

/** Whether lines of characters are streamed while they are written. */
const streaming = z
  .object({
    on: z.boolean(),
    why: z
      .enum(['understudy', 'no_clean_answer_yet', 'last_answer_not_clean'])
      .nullable()
      .describe(
        'Why lines are not streamed. `understudy`: it returns whole lines; `no_clean_answer_yet`: no answer of the model contained only the line so far; `last_answer_not_clean`: the last answer contained more than the line. Null if they are streamed',
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
        cast: z.record(slug, z.string()).describe('Descriptions by character id'),
        personas: z.array(personaView),
      })
      .meta({ id: 'SceneTexts' })
      .describe('Unexpanded texts for editing, with macros such as `{{user}}`'),
    world: z.record(z.string(), z.string()),
    trackers: z.record(z.string(), z.string()),
    provider: z.string().describe('Provider that answers. `understudy` is not a model'),
    answeredBy: answeredBy.describe('Models that direct and speak, as `qwen3:8b by local`'),
    streaming: streaming
      .optional()
      .describe("Streaming of characters' lines. Only when reading a single scene"),
    profiles: profilesInUse,
    worldId: z.string().nullable().describe('Id of the library world it was created in'),
    campaignId: z.string().nullable(),
    arcId: z.string().nullable(),
    lorebooks: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        of: z
          .string()
          .optional()
          .describe('Id of the character that owns the book. Absent if it applies to all characters'),
      }),
    ),
    historyWindow: z.int(),
    rounds: z.int(),
    round: z
      .object({ n: z.int(), attempt: z.int(), startedAt: z.string() })
      .nullable()
      .describe('The round in progress'),
    proposal: z
      .object({ n: z.int().describe('Number of the round'), plan: directorPlan })
      .nullable()
      .describe('Plan that needs approval. Approve it with POST …/rounds/{n}/approve'),
    queued: z.int().describe('Number of queued inputs'),
    failed: z
      .object({ n: z.int(), problem })
      .nullable()
      .describe('The failed round. Retry it with POST …/retry'),
    called: z
      .object({ next: slug.nullable(), skip: z.array(slug) })
      .describe('Characters the owner chose or excluded for the next round'),
    summary: z.string().nullable().describe('Summary of the scene so far. Null before the first summary'),
    settings: sceneSettings,
    budgets: sceneBudgetsView,
    ...paceRules.shape,
    waiting: waitingView.nullable().describe('The round that is waiting to start. Null if none'),
    autonomy: autonomyView.nullable().describe('The auto-play session. Null if off'),
    forkedFrom: z.object({ scene: sceneId, round: z.int() }).nullable(),
    undone: z
      .array(z.tuple([z.int(), z.int()]))
      .describe('Ranges of rounds that were rolled back, as first and last round'),
    game: tableGame.nullable().describe('The table game. Its `words` are included when it is over'),
    table: tableView.nullable().describe('Progress of the table game. Null without one'),
    people: z.array(personThere).describe('People on seats who are present'),
    head: z.int().describe('Highest seq in the ledger'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Scene' });
export type Scene = z.infer<typeof scene>;

/** A scene as a person on a seat sees it. */
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
        'The failed round. Only includes whether the model was unreachable; the owner sees the details',
      ),
    you: ownSeat.describe('Your seat'),
    mayChoose: z.boolean().describe('True if you can choose among alternatives of replies to your lines'),
    card: z.string().nullable().describe('The word dealt to your persona in a table game'),
  })
  .meta({ id: 'SceneSeen', description: 'A scene as a person on a seat sees it' });
export type SceneSeen = z.infer<typeof sceneSeen>;

const sceneSummary = z
  .object({
    id: sceneId,
    title: z.string(),
    status: sceneStatus,
    rounds: z.int().describe('Number of rounds, excluding rolled-back ones'),
    answeredBy,
    cast: faces,
    last: lastWords,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'SceneSummary' });
export type SceneSummary = z.infer<typeof sceneSummary>;
export const scenePage = pageSchema(sceneSummary, 'ScenePage');

/** A predefined scene to start from. */
export const template = z
  .object({
    id: slug,
    title: z.string(),
    description: z.string(),
    characters: z.array(z.string()).describe('Names of the characters'),
    personas: z.array(z.object({ id: slug, name: z.string() })),
  })
  .meta({ id: 'Template' });
export type Template = z.infer<typeof template>;
export const templatePage = pageSchema(template, 'TemplatePage');
