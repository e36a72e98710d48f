import { z } from 'zod';
import { lazily } from '../../base/memoize';
import { MEMORY_CATEGORIES, PRIORITIES } from '../adventure-agents';
import { adventureOptions, styledRun } from '../adventures';
import { actionId, STATE_FIELDS } from '../agents';
import { callCheck, rung, usage } from '../calls';
import { promptUse } from '../context';
import { characterInput, PROFILE_ROLES, personaInput, sceneBook } from '../create-scene';
import { shapeOf } from '../json';
import { libraryIdOf } from '../library';
import { failure } from '../problems';
import { resolvedProfile } from '../profiles';
import { ACTION_STATUS, DEFINITION_BASES, observation } from '../run-knowledge';
import { EXPLORE_UNTIL, gameRef, scorecardOf } from '../run-parts';

/**
 * Shapes and fields that payloads of several kinds have. Each is made when a document asks for it, so that loading the
 * catalogue builds no Zod. Those with an id are made once: an id belongs to one schema.
 */

/** One kind of event in the catalogue. */
export interface EventEntry {
  /** Ledgers that hold it; `both`: those of scenes and of runs. */
  rooms: 'scene' | 'run' | 'both' | 'experiment';
  about: string;
  /** Every field that its payload can have: its type, and what it means. Those that need not be there say when they are absent. */
  payload: () => z.ZodObject;
  /** The viewers that may see it; absent: everyone. */
  audience?: string;
}
type Declared = Omit<EventEntry, 'rooms'> & Partial<Pick<EventEntry, 'rooms'>>;

/**
 * Gives the events of a kind of room their types; an entry that other rooms have too says so.
 *
 * @example
 * // In `src/contract/events/scene.ts`:
 * export const SCENE_EVENTS = eventsOf('scene', {
 *   'note.written': {
 *     about: 'A private note.',
 *     audience: 'the seat that wrote it; of an owner the owner',
 *     payload: () => z.object({ text: z.string().describe('the words') }),
 *   },
 * });
 */
export const eventsOf = <E extends Record<string, Declared>>(rooms: EventEntry['rooms'], entries: E) =>
  Object.fromEntries(Object.entries(entries).map(([kind, entry]) => [kind, { rooms, ...entry }])) as {
    [K in keyof E]: E[K] & Pick<EventEntry, 'rooms'>;
  };

/** A fact or tracker by its key. */
export const factChange = lazily(() =>
  z
    .object({ key: z.string(), value: z.string().nullable() })
    .meta({ id: 'FactChange', description: '`value` null: it is cleared' }),
);
export const stateUpdate = lazily(() =>
  z.object({ id: z.string(), field: z.enum(STATE_FIELDS), value: z.string() }).meta({ id: 'StateUpdate' }),
);

/** Words for fields that several kinds have. */
export const providerField = () =>
  z.string().describe('provider of the answer; `understudy` is the offline stand-in, not a model');
export const answererFields = () => ({
  provider: providerField(),
  model: z.string().optional().describe('its model, for the owner; absent: none'),
});
export const rungField = () => rung.describe('how the answer was obtained ([forms](models.md#answer-forms))');
/** Of events that may come without a model: an opening line, an imported chat, a recording. */
export const optionalRungField = () =>
  rungField().nullable().describe(`${rungField().description}; null: no model was asked`);
export const startedFields = () => ({
  n: z.int().describe('its number'),
  attempt: z.int().describe('from 1; a retry counts one up'),
  version: z.string().describe('the journal it is played with; a room with other code does not replay it'),
  inputSeq: z.int().describe('its frozen past: nothing after this seq is heard in it'),
  inputs: z.array(z.int()).describe('seqs of the inputs it answers'),
  seed: z.string().describe('of everything thrown by a die'),
  startSeq: z
    .int()
    .optional()
    .describe('seq of the first start, of an attempt that goes on from it; absent when it begins anew'),
  firstStep: z.int().describe('number of its first journalled step'),
  echo: z
    .object({
      attempt: z.int().describe('the earlier attempt'),
      firstStep: z.int().describe('number of its first journalled step'),
      lastStep: z.int().describe('and of its last'),
    })
    .optional()
    .describe(
      'an earlier attempt that was chosen again: its answers are given anew, and nobody is asked; else absent',
    ),
});
export const failedFields = () => ({
  failure: failure().describe('what failed, with a cause and a remedy'),
  retry: z
    .enum(['resume', 'restart'])
    .describe('`resume`: a retry keeps what was finished; `restart`: it begins anew'),
});

// Of a scene.

const profilesOf = <T extends z.ZodType>(shape: T) =>
  z.object({
    ...shapeOf(PROFILE_ROLES, shape.exactOptional()),
    characters: z.record(z.string(), shape).exactOptional(),
  });
export const profilesThen = () => profilesOf(resolvedProfile()).required({ director: true, character: true });
export const profilesNow = () => profilesOf(resolvedProfile().nullable());

/** A card as it came into a scene. */
export const card = lazily(() =>
  characterInput.extend({ id: z.string(), from: libraryIdOf('character').optional() }).meta({
    id: 'Card',
    description: 'A character of the cast; `from`: of which one of the library it is a copy',
  }),
);
export const personaThen = lazily(() =>
  personaInput.extend({ id: z.string() }).meta({ id: 'PersonaOfScene' }),
);
export const bookOfScene = lazily(() => sceneBook);

const standing = () =>
  z.object({
    active: z.boolean(),
    exiting: z.boolean().describe('Told to leave, and still owed its last line'),
    state: z.object(shapeOf(STATE_FIELDS, z.string())),
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
    lines: z.array(z.int()).exactOptional().describe('seqs of the lines it was made from'),
  });
const facts = () => z.record(z.string(), z.string());
export const wordPair = () =>
  z.tuple([z.string(), z.string()]).describe("Everybody's word, and the odd one out's");
const outcomeReason = () => z.enum(['verdict', 'no_contest']);
export const scores = () => z.record(z.string(), z.number());

/** The state that a rollback restores. */
export const beforeRound = lazily(() =>
  z
    .object({
      n: z.int(),
      standings: z.record(z.string(), standing()),
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
    .meta({ id: 'BeforeRound', description: 'What rounds change, as it was before this one' }),
);

const cue = () =>
  z.object({
    id: z.string(),
    guidance: z.string().nullable(),
    entry: z.string().nullable(),
    exit: z.string().nullable(),
  });
/** Parts of the record of a round; docs/internals.md#audit-record describes every field. */
export const passRecord = lazily(() =>
  z
    .object({
      pass: z.literal([1, 2]),
      by: z.enum(['director', 'rule']).describe("`rule`: nothing in the director's answer was usable"),
      openGuidance: z.string().nullable(),
      acting: z
        .array(z.array(cue()))
        .describe('In the order they act; those of one list act at the same time'),
      entered: z.array(z.string()),
      exited: z.array(z.string()),
      updates: z.array(stateUpdate()),
      world: z.array(factChange()),
      trackers: z.array(factChange()),
    })
    .meta({ id: 'PassRecord' }),
);
export const agentRecord = lazily(() =>
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
      checks: z.array(callCheck).describe('Calls whose answer was not used as it came, in order'),
    })
    .meta({ id: 'AgentRecord' }),
);
export const suggestedDelta = () =>
  stateUpdate().extend({
    evidence: z.string().describe('The words it was read from'),
  });
export const recollection = lazily(() =>
  z
    .object({
      text: z.string(),
      scene: z.string(),
      round: z.int(),
      score: z.number().describe('How well it fits what goes on, 0 to 1'),
      pinned: z.literal(true).exactOptional().describe('The owner pinned it'),
      origin: z.enum(['edited', 'added']).exactOptional().describe('The owner wrote it. Absent: lines did'),
    })
    .meta({ id: 'Recollection' }),
);

// Of a run.

const budgetsThen = () =>
  z.object({
    actions: z.int().exactOptional(),
    turns: z.int().exactOptional(),
    calls: z.int(),
    tokens: z.int().nullable().exactOptional(),
    money: z.number().nullable().exactOptional(),
  });
export const budgetsNow = () => budgetsThen().partial();

/** Configuration of a grid game or an adventure. */
export const runConfig = lazily(() =>
  z
    .object({
      game: gameRef,
      profiles: z.record(z.string(), resolvedProfile()).describe('By role'),
      budgets: budgetsThen(),
      seed: z.string(),
      play: z.boolean().exactOptional().describe('Of a grid game: it goes on to play; absent: it does not'),
      explore: z
        .enum(EXPLORE_UNTIL)
        .exactOptional()
        .describe('Of a grid game: absent: until every action is settled'),
      verifyAfter: z.int().exactOptional().describe('Of a grid game; absent: 3'),
      scorecard: scorecardOf
        .exactOptional()
        .describe('Of a game of the ARC-AGI-3 service; absent: one of its own'),
      story: z.string().exactOptional().describe('Of an adventure: hash of its file'),
      options: adventureOptions
        .required()
        .extend({ critic: z.object({ on: z.boolean(), threshold: z.number() }) })
        .exactOptional()
        .describe('Of an adventure'),
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
    size: z.int().describe('Number of its cells'),
  });
const changedCell = () =>
  z.object({
    row: z.int(),
    col: z.int(),
    from: z.int().describe('Colour; -1: the frame before has no such cell'),
    to: z.int(),
  });
/** Changes of the board by one action. */
export const frameDiff = lazily(() =>
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
/** Knowledge about an action after an observation. */
export const verdict = lazily(() =>
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
/** What predictions make of an action: its counters, and its definition where that is inferred. */
export const checkedAction = lazily(() =>
  z
    .object({
      action: actionId,
      status: z.enum(ACTION_STATUS),
      streak: z.int(),
      definition: z.string().nullable(),
    })
    .meta({ id: 'CheckedAction' }),
);
export const reviewed = () => observation.pick({ stateKey: true, hasChanges: true, diffSummary: true });

const place = () => z.object({ id: z.int(), name: z.string() });
const thing = lazily(() =>
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
/** The story where it stands. */
export const story = lazily(() =>
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
export const exits = lazily(() =>
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
/** A memory of another run. */
export const noteOfStory = () =>
  z.object({
    id: z.string(),
    place: z.int().nullable(),
    category: memoryCategory(),
    text: z.string(),
    turn: z.int(),
    episode: z.int(),
    correctedBy: z.string().nullable(),
  });
