import { z } from 'zod';
import { actionId, analysis, environmentUpdate, gameAction, suggestion } from '../agents';
import { usage } from '../calls';
import { runId } from '../ids';
import { jsonObject } from '../json';
import { ACTION_STATUS, codeWorld, prediction, worldMiss } from '../run-knowledge';
import { actionRequest } from '../runs';
import { endedWish, followedWish } from '../wishes';
import {
  actionRole,
  answererFields,
  checkedAction,
  currentBudgets,
  defineEvents,
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

const callsField = () => z.int().describe('Number of calls for this answer');
const stepsField = () => z.int().nullable().describe('Number of turns to play. Null: until the run ends');
const gameFields = () => ({
  snapshot: jsonObject.describe('Game state that the run can resume from'),
  state: gameStatus().describe('`NOT_FINISHED`, `GAME_OVER` or `WIN`'),
  level: z.int().describe('Number of completed levels'),
  winLevels: z.int().optional().describe('Number of levels of the game. Absent if unknown'),
  available: z.array(actionId).describe('Actions the game currently offers'),
});
const CLICK = 'of a click (`ACTION6`). Absent otherwise';
const doubtField = () =>
  z
    .boolean()
    .describe(
      'True if it is unknown whether the game executed the action. The event has no frame, and the action does not count as evidence',
    );
const noteField = () => z.string().nullable().describe('Unexpected behavior of the game. Usually null');
const fallbackField = () =>
  z.boolean().describe('True if no usable answer came and the service continued without one');

/** Events of a run, in the order in which a turn writes them. */
export const RUN_EVENTS = defineEvents('run', {
  'run.created': {
    about: 'The run was created. This is always the first event and holds the complete configuration.',
    payload: () =>
      z.object({
        id: runId.describe('Id of the run'),
        title: z.string().describe('Title'),
        config: runConfig().describe(
          '`game`, `profiles`, `budgets` and `seed`; adventures also have `story` (hash of the story file) and `options`',
        ),
        forkedFrom: z
          .object({ run: z.string(), turn: z.int() })
          .optional()
          .describe('Forks: the source, as `{run, turn}`. Absent otherwise'),
      }),
  },
  'run.changed': {
    about: 'The owner changed the run.',
    payload: () =>
      z.object({
        title: z.string().optional().describe('New title. Absent if unchanged'),
        budgets: currentBudgets()
          .optional()
          .describe('`actions` or `turns`, `calls`, `tokens`, `money`. Absent if unchanged'),
        play: z
          .boolean()
          .optional()
          .describe('Grid games: whether the run keeps playing after exploring. Absent if unchanged'),
        player: z
          .enum(['agent', 'person'])
          .optional()
          .describe('Text adventures: who plays from now on. Absent if unchanged'),
      }),
  },
  'run.started': { about: 'The run started.', payload: () => z.object({ steps: stepsField() }) },
  'run.paused': {
    about: 'The run paused. No further turn starts.',
    payload: () =>
      z.object({
        reason: z
          .enum(['asked', 'forked', 'budget', 'unanswered', 'refused', 'imported', 'person'])
          .describe(
            '`asked`: by the owner; `forked` and `imported`: forks and imports start paused; `budget`: a turn failed because a budget was exhausted; `person`: a person plays and no command is waiting; `unanswered`: three turns in a row had no usable model answer; `refused`: the game refused three actions or resets in a row, or every action on a board',
          ),
        detail: z.string().describe('Explanation. For `unanswered` and `refused`, also how to continue'),
      }),
  },
  'run.resumed': {
    about: 'The run resumed. A failed turn is retried.',
    payload: () => z.object({ steps: stepsField() }),
  },
  'run.finished': {
    rooms: 'both',
    about: 'The run ended. In a scene: the table game ended, and the scene with it.',
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
            'Grid games: `all_actions_settled`, `nothing_left_to_test`, `win`, `action_budget`, `call_budget` or `stopped`. Adventures: how the last episode ended, `turn_budget`, `call_budget` or `stopped`. Table games: `verdict` or `no_contest`',
          ),
        winner: z
          .string()
          .nullable()
          .optional()
          .describe('Table games: id of the winner, or null. Absent in runs'),
        scores: scores()
          .optional()
          .describe('Table games: scores by player id, as far as the judge gave any. Absent in runs'),
        reveal: z
          .object({ words: wordPair(), odd: z.string() })
          .optional()
          .describe('Table games: the secret `words` and `odd`, now public. Absent in runs'),
      }),
  },
  'turn.started': {
    about: 'A turn started, or is being played again.',
    payload: () =>
      z.object({
        ...startedFields(),
        by: z
          .int()
          .describe('Seq of the event that started it: a control, or the command or move to execute'),
      }),
  },
  'move.given': {
    about: 'A person playing the run chose the next move.',
    payload: () =>
      z.object({
        action: gameAction
          .nullable()
          .describe('The move, as `{id, x?, y?}`. Null: start the game, or restart the level'),
      }),
  },
  'action.suggested': {
    about: 'The explorer suggested an action, and the service decided on it.',
    payload: () =>
      z.object({
        step: z.enum(['suggest', 'suggest_again']).describe('`suggest`, or `suggest_again` after a refusal'),
        suggestion: suggestion.nullable().describe('The answer, with actions by id. Null if it was unusable'),
        fallback: fallbackField(),
        slip: z
          .literal(true)
          .optional()
          .describe(
            'True if the answer contained an error, such as an unknown action, even after asking again. Absent otherwise',
          ),
        decision: z
          .enum(['accepted', 'refused', 'service'])
          .describe(
            '`accepted`; `refused`: the explorer gets another call; `service`: the service chose the action',
          ),
        refusals: z
          .array(z.object({ pointer: z.string(), message: z.string() }))
          .describe('Reasons for refusing the suggestion'),
        dropped: z
          .array(z.object({ action: z.string(), reason: z.string() }))
          .describe('Setup actions that were removed, with the reason'),
        target: actionId.nullable().describe('Action to test. Null if there is none or it was refused'),
        targetX: z.int().optional().describe(`Column ${CLICK}`),
        targetY: z.int().optional().describe(`Row ${CLICK}`),
        setup: z.array(z.string()).describe('Actions to execute before the target'),
        reason: z.string().describe('Reason for the choice'),
        frame: z
          .int()
          .nullable()
          .describe('Number of the frame the choice is based on. Null before the first frame'),
        ...answererFields(),
        rung: optionalRungField(),
        calls: callsField(),
        play: z
          .literal(true)
          .optional()
          .describe(
            'True if the run plays after exploring and the service planned the action. Absent otherwise',
          ),
        survey: z
          .literal(true)
          .optional()
          .describe(
            'True if every action is understood and the service chose the next test. Absent otherwise',
          ),
        wish: followedWish
          .optional()
          .describe(
            'Play after exploring with a model: the wish this turn follows, or that was refused. Absent otherwise',
          ),
        wishEnded: endedWish.optional().describe('Outcome of the previous wish. Absent if none ended'),
      }),
  },
  'answer.failed': {
    about:
      'A model gave no usable answer. Its calls still count. The turn fails, unless the agent only assists the adventurer.',
    payload: () =>
      z.object({
        step: z.string().describe('Step that made the call'),
        ...answererFields(),
        calls: callsField(),
        usage: usage.optional().describe('Tokens of those calls. Absent in a grid game'),
      }),
  },
  'game.reset': {
    about: 'The game was started or restarted.',
    payload: () =>
      z.object({
        reason: z
          .enum(['start', 'game_over', 'refused', 'session_lost', 'asked'])
          .describe(
            '`start`, `game_over`, `refused`; `asked`: the player restarted the level; `session_lost`: the game server lost the session, and a new one started from the beginning',
          ),
        ...gameFields(),
        inDoubt: doubtField(),
        note: noteField(),
      }),
  },
  'game.replayed': {
    about:
      'The game server lost the session. A new session was opened and the earlier actions were sent again (`action.executed` with role `replay`) to restore the position.',
    payload: () =>
      z.object({
        sent: z.int().describe('Number of actions sent again'),
        of: z.int().describe('Number of actions in the replay'),
        stopped: z
          .enum(['frame', 'level', 'game_over', 'refused', 'doubt', 'budget'])
          .nullable()
          .describe(
            'Why the replay stopped. `frame`: a different board than before; `level`: a different level; `game_over`; `refused`; `doubt`: it is unknown whether the game executed an action; `budget`: too few actions left, none was sent. Null: the position is restored',
          ),
      }),
  },
  'action.executed': {
    about: 'An action was sent to the game.',
    payload: () =>
      z.object({
        action: actionId.describe('Id of the action'),
        x: z.int().optional().describe(`Column ${CLICK}`),
        y: z.int().optional().describe(`Row ${CLICK}`),
        role: actionRole().describe(
          '`setup`, `target`; `refresh`: sent only to observe the current board again; `replay`: sent again in a new session; `person`: played by a person',
        ),
        beforeFrame: z.int().describe('Number of the frame before the action'),
        ...gameFields(),
        inDoubt: doubtField(),
        note: noteField(),
      }),
  },
  'action.refused': {
    about: 'The game refused an action and did nothing. After two refusals in a row, it is restarted.',
    payload: () =>
      z.object({
        action: actionId.describe('Id of the action'),
        x: z.int().optional().describe(`Column ${CLICK}`),
        y: z.int().optional().describe(`Row ${CLICK}`),
        role: actionRole().describe('`setup`, `target`, `refresh`, `replay` or `person`'),
        message: z.string().describe('Message from the game'),
        gone: z
          .literal(true)
          .optional()
          .describe('True if the game server lost the session and the game restarts. Absent otherwise'),
        snapshot: gameFields().snapshot,
      }),
  },
  'action.requested': {
    about: 'In a game that the caller plays: execute this action, then post the result to `…/observations`.',
    payload: () =>
      z.object({
        n: z.int().describe('Number of the requested observation, from 1'),
        role: actionRequest.shape.role.describe(
          '`start` (show the game from its beginning), `reset` (restart the level), `setup`, `target` or `refresh`',
        ),
        action: gameAction.nullable().describe('The action, as `{id, x?, y?}`. Null for `start` and `reset`'),
      }),
  },
  'observation.received': {
    about: 'The caller posted an observation of its game.',
    payload: () =>
      z.object({
        n: z.int().describe('Number of the observation'),
        frames: z.array(z.string()).describe('Packed frames; the last one is the settled board'),
        state: gameFields().state,
        level: gameFields().level,
        available: gameFields().available,
      }),
  },
  'hud.learned': {
    about: 'Cells that change with every action, such as a step bar or a counter, are ignored from now on.',
    payload: () =>
      z.object({
        cells: z.array(z.int()).describe('All ignored cells, as row × columns + column'),
        rekeyed: z
          .record(z.string(), z.string())
          .describe('New keys of states whose key changed, by old key'),
        reviewed: z
          .record(z.string(), reviewed())
          .describe('Observations that changed, by the number of the frame after the action'),
      }),
  },
  'frame.captured': {
    about: 'The game showed a new frame. As a picture: `GET …/frames/{n}.png`.',
    payload: () =>
      z.object({
        n: z.int().describe('Number of the frame'),
        label: z
          .enum(['start', 'reset', 'setup', 'after', 'refresh'])
          .describe(
            '`start`, `reset`, `setup` (also replayed actions and moves by a person), `after` or `refresh`',
          ),
        cells: z
          .string()
          .describe('The settled frame, packed: one hexadecimal digit per cell, rows separated by `/`'),
        animation: z.array(z.string()).describe('Packed frames of the animation before it'),
        action: z.string().nullable().describe('Action that led to this frame. Null after a reset'),
        fromKey: z.string().nullable().describe('Key of the state before the action. Null after a reset'),
        walkable: z.boolean().describe('True if the run may take this path again'),
      }),
  },
  'action.analyzed': {
    about: 'The analyst interpreted the target action.',
    payload: () =>
      z.object({
        step: z.literal('analyze').describe('Always `analyze`'),
        action: actionId.describe('Id of the action'),
        x: z.int().optional().describe(`Column ${CLICK}`),
        y: z.int().optional().describe(`Row ${CLICK}`),
        beforeFrame: z.int().describe('Number of the frame before the action'),
        afterFrame: z.int().describe('Number of the frame after the action'),
        diff: frameDiff().describe(
          'Difference of the two frames: `summary`, `count`, `touched`, `region`, `hasChanges`, the first 30 `changed` cells, `objects`, `animation` in words',
        ),
        analysis: analysis
          .nullable()
          .describe('The answer. Null if it was unusable; the observation then does not count'),
        fallback: fallbackField(),
        hadEffect: z
          .boolean()
          .describe('True if the action changed the board. Decided by comparing frames, not by the model'),
        modelSaidEffect: z.boolean().describe('True if the model reported an effect'),
        consistent: z
          .boolean()
          .nullable()
          .describe('True if the rule predicted the result. Null if it made no prediction'),
        counted: z.boolean().describe('True if the observation counts for the status of the action'),
        asExpected: z
          .boolean()
          .optional()
          .describe(
            'True if the board changed, or did not, as the explorer expected. Absent if it gave no expectation',
          ),
        ...answererFields(),
        rung: rungField(),
        calls: callsField(),
      }),
  },
  'knowledge.updated': {
    about: 'The knowledge about an action or the environment was updated.',
    payload: () =>
      z.object({
        action: actionId.describe('Id of the action'),
        verdict: verdict().describe(
          '`status`, `definition`, `streak`, `attempts`, `noEffect`, `observation`',
        ),
        environment: z
          .array(environmentUpdate)
          .describe('New objects, relationships and rules, as `{kind, name, text, confidence}`'),
        previousStatus: z.enum(ACTION_STATUS).describe('Previous status of the action'),
        ...answererFields(),
      }),
  },
  'predictions.checked': {
    about: 'Predictions made before the newest actions were compared with the results.',
    payload: () =>
      z.object({
        predictions: z
          .array(prediction.extend({ action: actionId }))
          .describe('One per action since the last check, oldest first'),
        actions: z.array(checkedAction()).describe('Actions whose status or inferred rule changed'),
        world: z
          .object({ right: z.int(), wrong: z.int(), misses: z.array(worldMiss) })
          .optional()
          .describe(
            'Predictions of the accepted program. After one wrong prediction, it is no longer accepted. Absent if no program is accepted',
          ),
      }),
  },
  'world.revised': {
    about: 'The analyst wrote the world as a program, and code replayed it on every recorded transition.',
    payload: () =>
      z.object({
        step: z
          .string()
          .describe('The step of the call: `world:1`, or `world:2` for the second attempt in a turn'),
        purpose: z
          .enum(['first', 'counterexample', 'shorter'])
          .describe(
            '`first`: the run had no program; `counterexample`: the last program gets a transition wrong; `shorter`: the accepted program is long',
          ),
        source: z
          .string()
          .nullable()
          .describe('The program. Null: the answer was not usable, and the last program stays'),
        outcome: z
          .enum(['accepted', 'refuted', 'longer', 'none'])
          .describe(
            '`accepted`: it reproduces every transition; `refuted`: it does not; `longer`: it does, but the shorter accepted program stays; `none`: no usable program',
          ),
        fits: codeWorld.shape.fits,
        transitions: codeWorld.shape.transitions,
        misses: codeWorld.shape.misses,
        actions: z.array(checkedAction()).describe('Actions that the program now defines'),
        ...answererFields(),
        rung: rungField(),
        calls: callsField(),
      }),
  },
  'level.completed': {
    about: 'An action completed a level.',
    payload: () =>
      z.object({
        level: z.int().describe('Number of completed levels'),
        action: actionId.describe('Id of the action'),
        role: actionRole().describe('`setup`, `target`, `refresh`, `replay` or `person`'),
        frame: z.int().describe('Number of the frame after the action'),
      }),
  },
  'turn.completed': {
    about: 'The turn is complete.',
    payload: () =>
      z.object({
        n: z.int().describe('Number of the turn'),
        outcome: z
          .enum(['played', 'ended', 'observed', 'interrupted', 'refused', 'doubtful'])
          .describe(
            'Adventures: `played` or `ended`. Grid games: `played`: by a person; `observed`; `interrupted`: a setup action completed a level, ended the game or made the next action unavailable; `refused`: the game refused an action; `doubtful`: it is unknown whether the game executed an action; `ended`: no action was left to take',
          ),
        action: actionId
          .nullable()
          .optional()
          .describe('Grid games: the target action if it was sent, otherwise null. Absent in an adventure'),
        answered: z
          .boolean()
          .nullable()
          .describe(
            'False if an agent gave no usable answer and the service continued without one. Null if no agent was called',
          ),
        move: z.int().optional().describe('Seq of the executed move of a person. Absent if there was none'),
        used: z
          .object({ actions: z.int().optional(), turns: z.int().optional(), calls: z.int() })
          .describe('`actions` (or `turns`) and `calls` used so far'),
        paused: z.boolean().optional().describe('True if the run is now paused. Absent if it ended'),
      }),
  },
  'turn.failed': {
    about: 'The turn failed. The run waits for `POST …/resume`, or until `retryAt`.',
    payload: () =>
      z.object({
        ...failedFields(),
        retryAt: z.iso
          .datetime()
          .optional()
          .describe(
            'Time of the automatic retry, if a required service is unavailable. Absent if there is none',
          ),
      }),
  },
  'turn.cancelled': {
    about: 'The turn was cancelled: the run was stopped, or its call budget was exhausted.',
    payload: () => z.object({ n: z.int().describe('Number of the turn') }),
  },
});
