import { z } from 'zod';
import { MEMORY_CATEGORIES, PRIORITIES } from '../api/adventure-agents';
import { adventureOptions } from '../api/adventures';
import { actionId } from '../api/agents';
import { ACTION_STATUS, contradiction, observation } from '../api/run-knowledge';
import { gameRef } from '../api/run-parts';
import { resolvedProfile } from './event-shapes';

/** Shapes within payloads of a run's events, loaded for the documents alone. */

const budgetsThen = z.object({
  actions: z.int().optional(),
  turns: z.int().optional(),
  calls: z.int(),
  tokens: z.int().nullable().optional(),
  money: z.number().nullable().optional(),
});
export const budgetsNow = budgetsThen.partial();

/** Of a grid game, and of an adventure. */
export const runConfig = z
  .object({
    game: gameRef,
    profiles: z.record(z.string(), resolvedProfile).describe('By role'),
    budgets: budgetsThen,
    seed: z.string(),
    story: z.string().optional().describe('Of an adventure: hash of its file'),
    options: adventureOptions
      .required()
      .extend({ critic: z.object({ on: z.boolean(), threshold: z.number() }) })
      .optional()
      .describe('Of an adventure'),
  })
  .meta({ id: 'RunConfig' });

export const gameStatus = z.enum(['NOT_FINISHED', 'WIN', 'GAME_OVER']);
export const actionRole = z.enum(['setup', 'target', 'resync']);

const gridObject = z.object({
  colour: z.int(),
  top: z.int(),
  left: z.int(),
  rows: z.int(),
  cols: z.int(),
  size: z.int().describe('Number of its cells'),
});
const changedCell = z.object({
  row: z.int(),
  col: z.int(),
  from: z.int().describe('Colour; -1: the frame before has no such cell'),
  to: z.int(),
});
/** What an action changed on the board. */
export const frameDiff = z
  .object({
    summary: z.string(),
    count: z.int(),
    touched: z.int(),
    region: z.object({ top: z.int(), left: z.int(), bottom: z.int(), right: z.int() }).nullable(),
    hasChanges: z.boolean(),
    changed: z.array(changedCell),
    objects: z.object({
      moved: z.array(gridObject.extend({ byRows: z.int(), byCols: z.int() })),
      appeared: z.array(gridObject),
      vanished: z.array(gridObject),
      recoloured: z.array(gridObject.extend({ from: z.int() })),
      resized: z.array(gridObject.extend({ fromRows: z.int(), fromCols: z.int() })),
      reshaped: z.array(gridObject),
      ground: z.int().nullable(),
    }),
    animation: z.array(z.string()),
  })
  .meta({ id: 'FrameDiff' });
/** What an observation made of the knowledge about its action. */
export const verdict = z
  .object({
    status: z.enum(ACTION_STATUS),
    streak: z.int(),
    attempts: z.int(),
    noEffect: z.int(),
    repeats: z.int().optional(),
    definition: z.string().nullable(),
    observation: observation.omit({ at: true }),
  })
  .meta({ id: 'Verdict' });
/** An execution on the way to another test that went otherwise than a verified definition says. */
export const contradictedAction = z
  .object({
    action: actionId,
    status: z.enum(ACTION_STATUS),
    streak: z.int(),
    attempts: z.int(),
    noEffect: z.int(),
    repeats: z.int(),
    seen: contradiction,
  })
  .meta({ id: 'ContradictedAction' });
export const reviewed = observation.pick({ stateKey: true, hasChanges: true, diffSummary: true });

const place = z.object({ id: z.int(), name: z.string() });
const thing = z
  .object({
    id: z.int(),
    name: z.string(),
    get holds() {
      return z.array(thing);
    },
  })
  .meta({ id: 'StoryThing' });
const confidence = z.enum(['read', 'inferred', 'unknown']);
/** The story where it stands. */
export const story = z
  .object({
    snapshot: z.object({
      story: z.string(),
      state: z.string(),
      undo: z.array(z.string()),
      saved: z.string().nullable(),
    }),
    text: z.string(),
    upper: z.array(z.string()),
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
      location: place.nullable(),
      score: z.int().nullable(),
      moves: z.int().nullable(),
      time: z.string().nullable(),
      inventory: z.array(thing),
      visible: z.array(thing),
      confidence: z.object({ location: confidence, score: confidence, inventory: confidence }),
    }),
  })
  .meta({ id: 'StoryStanding' });
export const exits = z
  .array(
    z
      .object({ direction: z.string(), to: place.nullable(), text: z.string(), deadly: z.boolean() })
      .meta({ id: 'StoryExit' }),
  )
  .nullable();

export const priority = z.enum(PRIORITIES);
export const memoryCategory = z.enum(MEMORY_CATEGORIES);
export const objectiveSource = z.enum(['agent', 'discovered', 'player']);
export const objectiveEnder = z.enum(['adventurer', 'keeper', 'player', 'service']);
/** A memory of another run. */
export const noteOfStory = z.object({
  id: z.string(),
  place: z.int().nullable(),
  category: memoryCategory,
  text: z.string(),
  turn: z.int(),
  episode: z.int(),
  superseded: z.string().nullable(),
});
