import { z } from 'zod';
import { actionId, analysis, environmentUpdate, gameAction, suggestion } from '../agents';
import { usage } from '../calls';
import { runId } from '../ids';
import { jsonObject } from '../json';
import { ACTION_STATUS, prediction } from '../run-knowledge';
import { actionRequest } from '../runs';
import { endedWish, followedWish } from '../wishes';
import {
  actionRole,
  answererFields,
  budgetsNow,
  checkedAction,
  eventsOf,
  failedFields,
  frameDiff,
  gameStatus,
  optionalRungField,
  reviewed,
  runConfig,
  rungField,
  scores,
  startedFields,
  verdict,
  wordPair,
} from './shapes';

const callsField = () => z.int().describe('calls that the answer took');
const stepsField = () => z.int().nullable().describe('turns to play; null: until the run ends');
const gameFields = () => ({
  snapshot: jsonObject.describe('the game as it can be gone on with'),
  state: gameStatus().describe('`NOT_FINISHED`, `GAME_OVER` or `WIN`'),
  level: z.int().describe('levels completed'),
  winLevels: z.int().optional().describe('levels of the game; absent: it does not say'),
  available: z.array(actionId).describe('actions that the game offers now'),
});
const CLICK = 'of a click (`ACTION6`), else absent';
const doubtField = () =>
  z
    .boolean()
    .describe('true: nobody knows whether the game did it; no frame follows, and it is never evidence');
const noteField = () =>
  z.string().nullable().describe('what the game did that it should not have; null as a rule');
const fallbackField = () =>
  z.boolean().describe('true: nothing usable was answered, and the service went on without');

/** Events of a run, in the order in which a turn has them. */
export const RUN_EVENTS = eventsOf('run', {
  'run.created': {
    about: 'The first event: the complete configuration. It never changes.',
    payload: () =>
      z.object({
        id: runId.describe('of the run'),
        title: z.string().describe('its title'),
        config: runConfig().describe(
          '`game`, `profiles`, `budgets`, `seed`; of an adventure `story` (hash of its file) and `options`, too',
        ),
        forkedFrom: z
          .object({ run: z.string(), turn: z.int() })
          .optional()
          .describe('`{run, turn}` of a fork; absent for others'),
      }),
  },
  'run.changed': {
    about: 'The owner changed it.',
    payload: () =>
      z.object({
        title: z.string().optional().describe('absent when it stays'),
        budgets: budgetsNow()
          .optional()
          .describe('`actions` or `turns`, `calls`, `tokens`, `money`; absent when they stay'),
        play: z
          .boolean()
          .optional()
          .describe('of a grid game: whether it goes on to play; absent when that stays'),
        player: z
          .enum(['agent', 'person'])
          .optional()
          .describe('of a text adventure: who plays from now on; absent when that stays'),
      }),
  },
  'run.started': { about: 'It begins.', payload: () => z.object({ steps: stepsField() }) },
  'run.paused': {
    about: 'No further turn begins.',
    payload: () =>
      z.object({
        reason: z
          .enum(['asked', 'forked', 'budget', 'unanswered', 'refused', 'imported', 'person'])
          .describe(
            '`asked`: by the owner; `forked`: a fork begins so; `imported`: so does a run that was imported; `budget`: its turn failed as a budget is spent; ' +
              '`person`: a person plays, and has typed nothing yet; `unanswered`: three turns in a row had no usable answer of a model; `refused`: the game refused three actions, or resets, in a row, or every action on a board',
          ),
        detail: z.string().describe('why, in words; of `unanswered` and `refused` also what to do'),
      }),
  },
  'run.resumed': {
    about: 'It goes on; a turn that failed is tried again.',
    payload: () => z.object({ steps: stepsField() }),
  },
  'run.finished': {
    rooms: 'both',
    about: 'The run is over; in a scene: its table game is, and the scene with it.',
    payload: () =>
      z.object({
        reason: z
          .enum([
            'all_actions_settled',
            'nothing_left_to_test',
            'win',
            'action_budget',
            'call_budget',
            'turn_budget',
            'stopped',
            'won',
            'died',
            'quit',
            'error',
            'stuck',
            'turns',
            'verdict',
            'no_contest',
          ])
          .describe(
            'of a grid game: `all_actions_settled`, `nothing_left_to_test`, `win`, `action_budget`, `call_budget` or `stopped`; ' +
              'of an adventure: how its last episode ended, `turn_budget`, `call_budget` or `stopped`; ' +
              'of a game: `verdict` or `no_contest`',
          ),
        winner: z.string().nullable().optional().describe('of a game: id of a player, or null'),
        scores: scores().optional().describe('of a game: by id of a player, as far as the judge gave any'),
        reveal: z
          .object({ words: wordPair(), odd: z.string() })
          .optional()
          .describe('of a game: `words` and `odd`, which were secret until now'),
      }),
  },
  'turn.started': {
    about: 'A turn is being played, or played again.',
    payload: () =>
      z.object({
        ...startedFields(),
        by: z
          .int()
          .describe(
            'seq of the control that has the run go on, or of the command or move that it is to make',
          ),
      }),
  },
  'move.given': {
    about: 'A person who plays the run says what to do next.',
    payload: () =>
      z.object({
        action: gameAction.nullable().describe('`{id, x?, y?}`; null: start the game, or its level again'),
      }),
  },
  'action.suggested': {
    about: 'What the explorer proposed, and what the service made of it.',
    payload: () =>
      z.object({
        step: z.enum(['suggest', 'suggest_again']).describe('`suggest`, or `suggest_again` after a refusal'),
        suggestion: suggestion
          .nullable()
          .describe('the answer, its actions by their ids; null: nothing usable was answered'),
        fallback: fallbackField(),
        slip: z
          .literal(true)
          .optional()
          .describe(
            'true: there was an answer, with a slip in it (an action of another name, say), also when asked again; else absent',
          ),
        decision: z
          .enum(['accepted', 'refused', 'service'])
          .describe('`accepted`; `refused`: it is asked once more; `service`: the service picked'),
        refusals: z
          .array(z.object({ pointer: z.string(), message: z.string() }))
          .describe('what was wrong with it'),
        dropped: z
          .array(z.object({ action: z.string(), reason: z.string() }))
          .describe('set-up actions that were left out, and why'),
        target: actionId.nullable().describe('the action to be learnt about; null: none, or refused'),
        targetX: z.int().optional().describe(`column ${CLICK}`),
        targetY: z.int().optional().describe(`row ${CLICK}`),
        setup: z.array(z.string()).describe('actions that come before it'),
        reason: z.string().describe('why this choice'),
        frame: z.int().nullable().describe('the frame it was made at; null before the first'),
        ...answererFields(),
        rung: optionalRungField(),
        calls: callsField(),
        play: z
          .literal(true)
          .optional()
          .describe('the run plays on: the service planned the action; else absent'),
        survey: z
          .literal(true)
          .optional()
          .describe('every action is settled, and the service chose the next test; else absent'),
        wish: followedWish
          .optional()
          .describe(
            'of a run that plays on for a model: the wish that this turn follows, or that was refused; else absent',
          ),
        wishEnded: endedWish
          .optional()
          .describe('what became of the wish that was followed until now; absent: none has ended'),
      }),
  },
  'answer.failed': {
    about:
      'A model gave nothing usable, and its calls count all the same. The turn fails, but for agents behind an adventurer.',
    payload: () =>
      z.object({
        step: z.string().describe('the step that asked'),
        ...answererFields(),
        calls: callsField(),
        usage: usage.optional().describe('tokens of them; absent in a grid game'),
      }),
  },
  'game.reset': {
    about: 'The game was started, or started again.',
    payload: () =>
      z.object({
        reason: z
          .enum(['start', 'game_over', 'refused', 'session_lost', 'asked'])
          .describe(
            '`start`, `game_over`, `refused`; `asked`: who plays wanted the level anew; `session_lost`: the server had lost it, this is a new one from its beginning',
          ),
        ...gameFields(),
        inDoubt: doubtField(),
        note: noteField(),
      }),
  },
  'game.replayed': {
    about:
      'A new session was opened, and what the run had done in the lost one was done again (`action.executed` with the role `replay`), to come back to where it was.',
    payload: () =>
      z.object({
        sent: z.int().describe('actions that were sent again'),
        of: z.int().describe('actions that the way back has'),
        stopped: z
          .enum(['frame', 'level', 'game_over', 'refused', 'doubt', 'budget'])
          .nullable()
          .describe(
            '`frame`: the game showed another board than the first time; `level`: it was at another level; `game_over`; `refused`; `doubt`: nobody knows whether it did one; `budget`: too few actions are left, and none was sent; null: the run is where it was',
          ),
      }),
  },
  'action.executed': {
    about: 'What was sent to the game, and its state after it.',
    payload: () =>
      z.object({
        action: actionId.describe('the action'),
        x: z.int().optional().describe(`column ${CLICK}`),
        y: z.int().optional().describe(`row ${CLICK}`),
        role: actionRole().describe(
          '`setup`, `target`; `refresh`: sent only to see again where the game stands; `replay`: sent again in a new session; `person`: a person played it',
        ),
        beforeFrame: z.int().describe('frame before it'),
        ...gameFields(),
        inDoubt: doubtField(),
        note: noteField(),
      }),
  },
  'action.refused': {
    about: 'The game answered, and did nothing. After the second in a row it is started again.',
    payload: () =>
      z.object({
        action: actionId.describe('the action'),
        x: z.int().optional().describe(`column ${CLICK}`),
        y: z.int().optional().describe(`row ${CLICK}`),
        role: actionRole().describe('`setup`, `target`, `refresh`, `replay` or `person`'),
        message: z.string().describe('what the game said'),
        gone: z
          .literal(true)
          .optional()
          .describe('true: its server has lost the session, and the game is started anew; else absent'),
        snapshot: gameFields().snapshot,
      }),
  },
  'action.requested': {
    about: 'In a game that the caller plays: do this, then post what the game shows to `…/observations`.',
    payload: () =>
      z.object({
        n: z.int().describe('number of the observation that is asked for, from 1'),
        role: actionRequest.shape.role.describe(
          '`start` (show the game from its beginning), `reset` (show the level again), `setup`, `target` or `refresh`',
        ),
        action: gameAction.nullable().describe('`{id, x?, y?}`; null for `start` and `reset`'),
      }),
  },
  'observation.received': {
    about: 'The caller posted what its game shows.',
    payload: () =>
      z.object({
        n: z.int().describe('number of the observation'),
        frames: z.array(z.string()).describe('packed frames, the last one settled'),
        state: gameFields().state,
        level: gameFields().level,
        available: gameFields().available,
      }),
  },
  'hud.learned': {
    about: 'Cells that change whatever the action (a step bar, a counter) are masked from here on.',
    payload: () =>
      z.object({
        cells: z.array(z.int()).describe('every masked cell, as row × columns + column'),
        rekeyed: z.record(z.string(), z.string()).describe('states that have another key under this mask'),
        reviewed: z
          .record(z.string(), reviewed())
          .describe('observations that look different under it, by the number of their frame after'),
      }),
  },
  'frame.captured': {
    about: 'What the game showed. As a picture: `GET …/frames/{n}.png`.',
    payload: () =>
      z.object({
        n: z.int().describe('number of the frame'),
        label: z
          .enum(['start', 'reset', 'setup', 'after', 'refresh'])
          .describe(
            '`start`, `reset`, `setup` (also of what was replayed, or played by a person), `after` or `refresh`',
          ),
        cells: z
          .string()
          .describe('the settled frame, packed: a hexadecimal digit for each cell, rows joined by `/`'),
        animation: z.array(z.string()).describe('packed frames that were shown before it'),
        action: z.string().nullable().describe('the action that led here; null after a reset'),
        fromKey: z.string().nullable().describe('key of the state before that action; null after a reset'),
        walkable: z.boolean().describe('whether that way may be taken again'),
      }),
  },
  'action.analyzed': {
    about: 'What the analyst made of the target action.',
    payload: () =>
      z.object({
        step: z.literal('analyze').describe('`analyze`'),
        action: actionId.describe('the action'),
        x: z.int().optional().describe(`column ${CLICK}`),
        y: z.int().optional().describe(`row ${CLICK}`),
        beforeFrame: z.int().describe('frame before it'),
        afterFrame: z.int().describe('frame after it'),
        diff: frameDiff().describe(
          '`summary`, `count`, `touched`, `region`, `hasChanges`, the first 30 cells `changed`, `objects`, `animation` in words',
        ),
        analysis: analysis
          .nullable()
          .describe('the answer; null: nothing usable was answered, and what was seen counts for nothing'),
        fallback: fallbackField(),
        hadEffect: z
          .boolean()
          .describe('what counts: a difference of zero is no effect, whatever the model says'),
        modelSaidEffect: z.boolean().describe('what the model said'),
        consistent: z
          .boolean()
          .nullable()
          .describe('whether the definition predicted it; null: it predicted nothing'),
        counted: z.boolean().describe('whether it counts for the standing of the action'),
        asExpected: z
          .boolean()
          .optional()
          .describe('whether the board changed, or not, as the explorer expected; absent: it did not say'),
        ...answererFields(),
        rung: rungField(),
        calls: callsField(),
      }),
  },
  'knowledge.updated': {
    about: 'The new standing of the action, and what is new about the environment.',
    payload: () =>
      z.object({
        action: actionId.describe('the action'),
        verdict: verdict().describe(
          '`status`, `definition`, `streak`, `attempts`, `noEffect`, `observation`',
        ),
        environment: z
          .array(environmentUpdate)
          .describe('objects, relationships and rules, `{kind, name, text, confidence}`'),
        previousStatus: z.enum(ACTION_STATUS).describe('its standing before'),
        ...answererFields(),
      }),
  },
  'predictions.checked': {
    about: 'What was predicted of the newest executions before they were seen, against what happened.',
    payload: () =>
      z.object({
        predictions: z
          .array(prediction.extend({ action: actionId }))
          .describe('One for each execution since the last check, oldest first'),
        actions: z
          .array(checkedAction())
          .describe('Actions whose standing or inferred definition changed with them'),
      }),
  },
  'level.completed': {
    about: 'An action completed a level.',
    payload: () =>
      z.object({
        level: z.int().describe('levels completed'),
        action: actionId.describe('the action'),
        role: actionRole().describe('`setup`, `target`, `refresh`, `replay` or `person`'),
        frame: z.int().describe('the frame after it'),
      }),
  },
  'turn.completed': {
    about: 'The turn is over.',
    payload: () =>
      z.object({
        n: z.int().describe('its number'),
        outcome: z
          .enum(['played', 'ended', 'observed', 'interrupted', 'refused', 'doubtful'])
          .describe(
            '`played` or `ended` in an adventure; in a grid game `played`: a person did; `observed`; `interrupted`: a set-up action completed a level, ended the game or took away what was to come next; ' +
              '`refused`: the game refused an action; `doubtful`: nobody knows whether it did one; `ended`: nothing was left to do',
          ),
        action: actionId
          .nullable()
          .optional()
          .describe('in a grid game the target, when it was sent; else null; absent in an adventure'),
        answered: z
          .boolean()
          .nullable()
          .describe(
            'false: an agent gave no usable answer, and the service went on without; null: none was asked',
          ),
        move: z.int().optional().describe('seq of the move of a person that was made; absent: none was'),
        used: z
          .object({ actions: z.int().optional(), turns: z.int().optional(), calls: z.int() })
          .describe('`actions` (or `turns`) and `calls` so far'),
        paused: z
          .boolean()
          .optional()
          .describe('whether no further turn begins; absent when the run is over'),
      }),
  },
  'turn.failed': {
    about: 'The turn ended without an end; the run waits for `POST …/resume`, or for `retryAt`.',
    payload: () =>
      z.object({
        ...failedFields(),
        retryAt: z.iso
          .datetime()
          .optional()
          .describe('when it is tried again by itself, as what it needs is away; absent when it is not'),
      }),
  },
  'turn.cancelled': {
    about: 'The run was stopped, or its calls were spent, in the middle of it.',
    payload: () => z.object({ n: z.int().describe('its number') }),
  },
});
