import { type EventDoc, FAILED, PROVIDER, RUNG, STARTED } from './event-doc';
import type { EventKind } from './events';

const CALLS = 'calls that the answer took';
const STEPS = 'turns to play; null: until the run ends';
const GAME = {
  snapshot: 'the game as it can be gone on with',
  state: '`NOT_FINISHED`, `GAME_OVER` or `WIN`',
  level: 'levels completed',
  available: 'actions that the game offers now',
};

/** Events of a run, in the order in which a turn has them. */
export const RUN_EVENT_DOCS = {
  'run.created': {
    rooms: 'run',
    about: 'The first event: the whole configuration, frozen.',
    payload: { id: 'of the run', title: 'its title', config: '`game`, `profiles`, `budgets`, `seed`' },
  },
  'run.changed': {
    rooms: 'run',
    about: 'The owner changed it.',
    payload: { title: 'absent when it stays', budgets: '`actions`, `calls`; absent when they stay' },
  },
  'run.started': { rooms: 'run', about: 'It begins.', payload: { steps: STEPS } },
  'run.paused': {
    rooms: 'run',
    about: 'No further turn begins.',
    payload: { reason: '`asked`: by the owner' },
  },
  'run.resumed': {
    rooms: 'run',
    about: 'It goes on; a turn that failed is tried again.',
    payload: { steps: STEPS },
  },
  'run.finished': {
    rooms: 'both',
    about: 'The run is over; in a scene: its table game is, and the scene with it.',
    payload: {
      reason:
        'of a run: `all_actions_settled`, `target_null`, `win`, `action_budget`, `call_budget` or `stopped`; ' +
        'of a game: `verdict` or `no_contest`',
      winner: 'of a game: id of a player, or null',
      scores: 'of a game: by id of a player, as far as the judge gave any',
      reveal: 'of a game: `words` and `odd`, which were secret until now',
    },
  },
  'turn.started': { rooms: 'run', about: 'A turn is being played, or played again.', payload: STARTED },
  'action.suggested': {
    rooms: 'run',
    about: 'What the explorer proposed, and what the service made of it.',
    payload: {
      step: '`suggest`, or `resuggest` after a refusal',
      suggestion: 'the answer, as it was given',
      decision: '`accepted`; `refused`: it is asked once more; `service`: the service picked',
      refusals: 'what was wrong with it',
      dropped: 'set-up actions that were left out, and why',
      target: 'the action to be learnt about; null: none, or refused',
      setup: 'actions that come before it',
      reason: 'why this choice',
      frame: 'the frame it was made at; null before the first',
      provider: PROVIDER,
      rung: RUNG,
      calls: CALLS,
    },
  },
  'game.reset': {
    rooms: 'run',
    about: 'The game was started, or started again.',
    payload: { reason: '`start` or `game_over`', ...GAME },
  },
  'action.executed': {
    rooms: 'run',
    about: 'What was sent to the game, and its state after it.',
    payload: {
      action: 'the action',
      role: '`setup` or `target`',
      beforeFrame: 'frame before it',
      ...GAME,
    },
  },
  'frame.captured': {
    rooms: 'run',
    about: 'What the game showed. As a picture: `GET …/frames/{n}.png`.',
    payload: {
      n: 'number of the frame',
      label: '`start`, `reset`, `setup` or `after`',
      cells: 'the settled frame, packed: a hexadecimal digit for each cell, rows joined by `/`',
      animation: 'packed frames that were shown before it',
      action: 'the action that led here; null after a reset',
      fromKey: 'key of the state before that action; null after a reset',
      walkable: 'whether that way may be taken again',
    },
  },
  'action.analyzed': {
    rooms: 'run',
    about: 'What the analyst made of the target action.',
    payload: {
      step: '`analyze`',
      action: 'the action',
      beforeFrame: 'frame before it',
      afterFrame: 'frame after it',
      diff: '`summary`, `count`, `touched`, `region`, `hasChanges`, the first 30 cells `changed`, `objects`',
      analysis: 'the answer, as it was given',
      hadEffect: 'what counts: a difference of zero is no effect, whatever the model says',
      modelSaidEffect: 'what the model said',
      consistent: 'with what was known; null on a first observation',
      counted: 'whether it counts for the standing of the action',
      provider: PROVIDER,
      rung: RUNG,
      calls: CALLS,
    },
  },
  'knowledge.updated': {
    rooms: 'run',
    about: 'The new standing of the action, and what is new about the environment.',
    payload: {
      action: 'the action',
      verdict: '`status`, `definition`, `streak`, `attempts`, `noEffect`, `observation`',
      environment: 'objects, relationships and rules, `{kind, name, text, confidence}`',
      previousStatus: 'its standing before',
      provider: PROVIDER,
    },
  },
  'level.completed': {
    rooms: 'run',
    about: 'An action completed a level.',
    payload: {
      level: 'levels completed',
      action: 'the action',
      role: '`setup` or `target`',
      frame: 'the frame after it',
    },
  },
  'turn.completed': {
    rooms: 'run',
    about: 'The turn is over.',
    payload: {
      n: 'its number',
      outcome:
        '`observed`; `interrupted`: a set-up action completed a level or ended the game; `ended`: nothing was left to do',
      action: 'the target, when it was observed; else null',
      used: '`actions` and `calls` so far',
    },
  },
  'turn.failed': {
    rooms: 'run',
    about: 'The turn ended without an end; the run waits for `POST …/resume`.',
    payload: FAILED,
  },
  'turn.cancelled': {
    rooms: 'run',
    about: 'The run was stopped in the middle of it.',
    payload: { n: 'its number' },
  },
} as const satisfies { [K in EventKind]?: EventDoc };
