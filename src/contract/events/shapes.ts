import { z } from 'zod';
import { lazy } from '../../base/memoize';
import { MEMORY_CATEGORIES, PRIORITIES } from '../adventure-agents';
import { adventureOptions, styledRun } from '../adventures';
import { actionId, STATE_FIELDS } from '../agents';
import { callCheck, rung, usage } from '../calls';
import { promptUse } from '../context';
import { characterInput, PROFILE_ROLES, personaInput, sceneBook } from '../create-scene';
import { jsonShape } from '../json';
import { libraryIdSchema } from '../library';
import { failure } from '../problems';
import { resolvedProfile } from '../profiles';
import { ACTION_STATUS, DEFINITION_BASES, observation } from '../run-knowledge';
import { EXPLORE_UNTIL, gameRef, scorecardOptions, WORLD_KINDS } from '../run-parts';

/**
 * Shapes and fields that several kinds of events share. Everything is lazy: loading the catalogue must not build Zod
 * schemas. Shapes with an id are built once, because an id can belong to only one schema.
 */

/** An entry of the event catalogue. */
export interface EventEntry {
  /** The kind of room that writes it. `both`: scenes and runs. */
  rooms: 'scene' | 'run' | 'both' | 'experiment';
  about: string;
  /** Every field the payload can have. Descriptions of optional fields say when the field is absent. */
  payload: () => z.ZodObject;
  /** Who can see the event. Absent: everyone. */
  audience?: string;
}
type DeclaredEvents = Omit<EventEntry, 'rooms'> & Partial<Pick<EventEntry, 'rooms'>>;

/**
 * Defines the events of one kind of room. An entry can set `rooms` itself if other rooms write it too.
 *
 * @example
 * // In `src/contract/events/scene.ts`:
 * export const SCENE_EVENTS = defineEvents('scene', {
 *   'note.written': {
 *     about: 'A seat or the owner wrote a private note.',
 *     audience: 'the seat that wrote it; for notes of the owner, the owner',
 *     payload: () => z.object({ text: z.string().describe('Text of the note') }),
 *   },
 * });
 */
export const defineEvents = <E extends Record<string, DeclaredEvents>>(
  rooms: EventEntry['rooms'],
  entries: E,
) =>
  Object.fromEntries(Object.entries(entries).map(([kind, entry]) => [kind, { rooms, ...entry }])) as {
    [K in keyof E]: E[K] & Pick<EventEntry, 'rooms'>;
  };

export const factChange = lazy(() =>
  z
    .object({ key: z.string(), value: z.string().nullable() })
    .meta({ id: 'FactChange', description: 'A changed fact or tracker. A null `value` deletes it' }),
);
export const stateUpdate = lazy(() =>
  z.object({ id: z.string(), field: z.enum(STATE_FIELDS), value: z.string() }).meta({ id: 'StateUpdate' }),
);

/** Fields that several kinds of events share. */
export const providerField = () => z.string().describe('Provider that answered. `understudy` is not a model');
export const answererFields = () => ({
  provider: providerField(),
  model: z.string().optional().describe('Model that answered (owner only). Absent if no model was called'),
});
export const rungField = () => rung.describe('How the answer was obtained ([forms](models.md#answer-forms))');
/** For events that can happen without a model call: an opening line, an imported chat, a recording. */
export const optionalRungField = () =>
  rungField().nullable().describe(`${rungField().description}. Null if no model was called`);
export const startedFields = () => ({
  n: z.int().describe('Its number'),
  attempt: z.int().describe('Attempt, from 1. Each retry adds 1'),
  version: z
    .string()
    .describe('Journal version. A room that runs another version restarts instead of replaying'),
  inputSeq: z.int().describe('Last seq that the round reads. Later events do not influence it'),
  inputs: z.array(z.int()).describe('Seqs of the inputs it answers'),
  seed: z.string().describe('Random seed'),
  startSeq: z
    .int()
    .optional()
    .describe('Seq of the first start, if this attempt resumes it. Absent if the attempt starts over'),
  firstStep: z.int().describe('Number of its first journal step'),
  echo: z
    .object({
      attempt: z.int().describe('The earlier attempt'),
      firstStep: z.int().describe('Number of its first journal step'),
      lastStep: z.int().describe('Number of its last journal step'),
    })
    .optional()
    .describe(
      'An earlier attempt that was selected again: its stored answers are reused without model calls. Absent otherwise',
    ),
  replays: z
    .object({ scene: z.string().describe('Id of the scene'), round: z.int().describe('Number of the round') })
    .optional()
    .describe(
      '[What if](direct.md#what-if): the round of the source that is played again. Its stored answers are reused for identical prompts. Absent otherwise',
    ),
});
export const failedFields = () => ({
  failure: failure().describe('The failure, with cause and fix'),
  retry: z
    .enum(['resume', 'restart'])
    .describe('`resume`: a retry keeps finished steps; `restart`: it starts over'),
});

// Scenes

const profileFields = <T extends z.ZodType>(shape: T) =>
  z.object({
    ...jsonShape(PROFILE_ROLES, shape.exactOptional()),
    characters: z.record(z.string(), shape).exactOptional(),
  });
export const previousProfiles = () =>
  profileFields(resolvedProfile()).required({ director: true, character: true });
export const currentProfiles = () => profileFields(resolvedProfile().nullable());

export const card = lazy(() =>
  characterInput.extend({ id: z.string(), from: libraryIdSchema('character').optional() }).meta({
    id: 'Card',
    description: 'A character of the cast. `from` is the library item it was copied from',
  }),
);
export const previousPersona = lazy(() =>
  personaInput.extend({ id: z.string() }).meta({ id: 'PersonaOfScene' }),
);
export const sceneBookField = lazy(() => sceneBook);

const standingState = () =>
  z.object({
    active: z.boolean(),
    exiting: z.boolean().describe('True if the character leaves after one last line'),
    state: z.object(jsonShape(STATE_FIELDS, z.string())),
    lastSpokeRound: z.int().nullable(),
    flags: z.object({
      hasActedThisRound: z.boolean(),
      enteredThisRound: z.boolean(),
      exitedThisRound: z.boolean(),
    }),
  });
export const bullet = () =>
  z.object({
    round: z.int(),
    text: z.string(),
    lines: z.array(z.int()).exactOptional().describe('Seqs of the lines it summarizes'),
  });
const facts = () => z.record(z.string(), z.string());
export const wordPair = () =>
  z.tuple([z.string(), z.string()]).describe("The common word and the odd one out's word");
const outcomeReason = () => z.enum(['verdict', 'no_contest']);
export const scores = () => z.record(z.string(), z.number());

/** The state that a rollback restores. */
export const beforeRound = lazy(() =>
  z
    .object({
      n: z.int(),
      standings: z.record(z.string(), standingState()),
      world: facts(),
      trackers: facts(),
      summary: z.object({
        running: z.string().nullable(),
        bullets: z.array(bullet().extend({ at: z.int() })),
        unsummarized: z.int(),
        throughRound: z.int(),
        lines: z.int(),
        earlier: z.array(
          z.object({
            running: z.string(),
            throughRound: z.int(),
            throughLine: z.int().exactOptional(),
            lines: z.int(),
            at: z.int(),
          }),
        ),
        isStale: z.literal(true).exactOptional(),
      }),
      called: z.object({ next: z.string().nullable(), skip: z.array(z.string()) }),
      table: z
        .object({
          round: z.int(),
          outcome: z
            .object({ reason: outcomeReason(), winner: z.string().nullable(), scores: scores() })
            .nullable(),
        })
        .exactOptional(),
    })
    .meta({ id: 'BeforeRound', description: 'State that rounds change, as of the start of this round' }),
);

const cue = () =>
  z.object({
    id: z.string(),
    guidance: z.string().nullable(),
    entry: z.string().nullable(),
    exit: z.string().nullable(),
  });
/** Parts of a round's record; docs/internals.md#audit-record describes every field. */
export const passRecord = lazy(() =>
  z
    .object({
      pass: z.literal([1, 2]),
      by: z
        .enum(['director', 'rule'])
        .describe("`rule` if the director's answer was unusable and the built-in rule decided"),
      openGuidance: z.string().nullable(),
      acting: z
        .array(z.array(cue()))
        .describe('Order in which the characters act. Characters in the same list act at the same time'),
      entered: z.array(z.string()),
      exited: z.array(z.string()),
      updates: z.array(stateUpdate()),
      world: z.array(factChange()),
      trackers: z.array(factChange()),
    })
    .meta({ id: 'PassRecord' }),
);
export const agentRecord = lazy(() =>
  z
    .object({
      step: z.string(),
      agent: z.string(),
      ok: z.boolean(),
      provider: z.string(),
      model: z.string().exactOptional(),
      rung,
      calls: z.int(),
      usage,
      prompt: promptUse,
      checks: z.array(callCheck).describe('Model calls whose answers were rejected or repaired, in order'),
    })
    .meta({ id: 'AgentRecord' }),
);
export const suggestedDelta = () =>
  stateUpdate().extend({
    evidence: z.string().describe('Quote that supports the change'),
  });
export const recollection = lazy(() =>
  z
    .object({
      text: z.string(),
      scene: z.string(),
      round: z.int(),
      score: z.number().describe('Relevance to the current situation, from 0 to 1'),
      pinned: z.literal(true).exactOptional().describe('True if the owner pinned it'),
      origin: z
        .enum(['edited', 'added'])
        .exactOptional()
        .describe('Set if the owner edited or added it. Absent for memories made from lines'),
    })
    .meta({ id: 'Recollection' }),
);

// Runs

const previousBudgets = () =>
  z.object({
    actions: z.int().exactOptional(),
    turns: z.int().exactOptional(),
    calls: z.int(),
    tokens: z.int().nullable().exactOptional(),
    money: z.number().nullable().exactOptional(),
  });
export const currentBudgets = () => previousBudgets().partial();

/** Configuration of a grid game or an adventure. */
export const runConfig = lazy(() =>
  z
    .object({
      game: gameRef,
      profiles: z.record(z.string(), resolvedProfile()).describe('Model profiles by role'),
      budgets: previousBudgets(),
      seed: z.string(),
      play: z
        .boolean()
        .exactOptional()
        .describe('Grid games: true if the run keeps playing after exploring. Absent: false'),
      explore: z
        .enum(EXPLORE_UNTIL)
        .exactOptional()
        .describe('Grid games: when exploring ends. Absent: when every action is understood'),
      verifyAfter: z
        .int()
        .exactOptional()
        .describe('Grid games: consistent observations needed to confirm a rule. Absent: 3'),
      world: z.enum(WORLD_KINDS).exactOptional().describe('Grid games. Absent: `rules`'),
      scorecard: scorecardOptions
        .exactOptional()
        .describe('ARC-AGI-3 games: the scorecard. Absent: the run opens its own'),
      story: z.string().exactOptional().describe('Adventures: hash of the story file'),
      options: adventureOptions
        .required()
        .extend({ critic: z.object({ on: z.boolean(), threshold: z.number() }) })
        .exactOptional()
        .describe('Adventures: options with all defaults applied'),
    })
    .meta({ id: 'RunConfig' }),
);

export const gameStatus = () => z.enum(['NOT_FINISHED', 'WIN', 'GAME_OVER']);
export const actionRole = () => z.enum(['setup', 'target', 'refresh', 'replay', 'person']);

const gridObject = () =>
  z.object({
    colour: z.int(),
    top: z.int(),
    left: z.int(),
    rows: z.int(),
    cols: z.int(),
    size: z.int().describe('Number of cells'),
  });
const changedCell = () =>
  z.object({
    row: z.int(),
    col: z.int(),
    from: z.int().describe('Previous color; -1 if the cell did not exist'),
    to: z.int(),
  });
export const frameDiff = lazy(() =>
  z
    .object({
      summary: z.string(),
      count: z.int(),
      touched: z.int(),
      region: z.object({ top: z.int(), left: z.int(), bottom: z.int(), right: z.int() }).nullable(),
      hasChanges: z.boolean(),
      changed: z.array(changedCell()),
      objects: z.object({
        moved: z.array(gridObject().extend({ byRows: z.int(), byCols: z.int() })),
        appeared: z.array(gridObject()),
        vanished: z.array(gridObject()),
        recoloured: z.array(gridObject().extend({ from: z.int() })),
        resized: z.array(gridObject().extend({ fromRows: z.int(), fromCols: z.int() })),
        reshaped: z.array(gridObject()),
        ground: z.int().nullable(),
      }),
      animation: z.array(z.string()),
    })
    .meta({ id: 'FrameDiff' }),
);
export const verdict = lazy(() =>
  z
    .object({
      status: z.enum(ACTION_STATUS),
      streak: z.int(),
      attempts: z.int(),
      noEffect: z.int(),
      repeats: z.int(),
      definition: z.string().nullable(),
      basis: z.enum(DEFINITION_BASES).nullable(),
      stated: z.json().optional(),
      observation: observation.omit({ at: true }),
    })
    .meta({ id: 'Verdict' }),
);
/** Counters and inferred rule of an action after its predictions were checked. */
export const checkedAction = lazy(() =>
  z
    .object({
      action: actionId,
      status: z.enum(ACTION_STATUS),
      streak: z.int(),
      definition: z.string().nullable(),
      basis: z
        .enum(DEFINITION_BASES)
        .nullable()
        .exactOptional()
        .describe('The new basis; earlier predictions no longer count. Absent if unchanged'),
    })
    .meta({ id: 'CheckedAction' }),
);
export const reviewed = () => observation.pick({ stateKey: true, hasChanges: true, diffSummary: true });

const place = () => z.object({ id: z.int(), name: z.string() });
const thing = lazy(() =>
  z
    .object({
      id: z.int(),
      name: z.string(),
      get holds() {
        return z.array(thing());
      },
      note: z.string().exactOptional(),
    })
    .meta({ id: 'StoryThing' }),
);
const confidence = () => z.enum(['read', 'inferred', 'unknown']);
const readers = () => z.array(z.enum(['tree', 'status', 'memory', 'trial', 'text']));
/** The state of a text adventure. */
export const story = lazy(() =>
  z
    .object({
      snapshot: z.object({
        story: z.string(),
        state: z.string(),
        undo: z.array(z.string()),
        saved: z.string().nullable(),
        spent: z.int().exactOptional(),
      }),
      text: z.string(),
      upper: z.array(z.string()),
      styles: z.array(styledRun).exactOptional(),
      upperStyles: z.array(z.array(styledRun)).exactOptional(),
      awaits: z.enum(['line', 'key', 'nothing']),
      stopped: z.object({ kind: z.enum(['quit', 'error', 'runaway']), message: z.string() }).nullable(),
      notes: z.array(
        z.enum([
          'saved',
          'save_failed',
          'restored',
          'restore_failed',
          'undone',
          'undo_failed',
          'restarted',
          'input_cut',
        ]),
      ),
      reading: z.object({
        location: place().nullable(),
        score: z.int().nullable(),
        moves: z.int().nullable(),
        time: z.string().nullable(),
        inventory: z.array(thing()),
        visible: z.array(thing()),
        confidence: z.object({ location: confidence(), score: confidence(), inventory: confidence() }),
        maximum: z.int().nullable().exactOptional(),
        sources: z
          .object({ location: readers(), score: readers(), inventory: readers(), visible: readers() })
          .exactOptional(),
      }),
    })
    .meta({ id: 'StoryStanding' }),
);
export const exits = lazy(() =>
  z
    .array(
      z
        .object({ direction: z.string(), to: place().nullable(), text: z.string(), deadly: z.boolean() })
        .meta({ id: 'StoryExit' }),
    )
    .nullable(),
);

export const priority = () => z.enum(PRIORITIES);
export const memoryCategory = () => z.enum(MEMORY_CATEGORIES);
export const objectiveSource = () => z.enum(['agent', 'discovered', 'player']);
export const objectiveEnder = () => z.enum(['adventurer', 'keeper', 'player', 'service']);
export const storyNote = () =>
  z.object({
    id: z.string(),
    place: z.int().nullable(),
    category: memoryCategory(),
    text: z.string(),
    turn: z.int(),
    episode: z.int(),
    correctedBy: z.string().nullable(),
  });
