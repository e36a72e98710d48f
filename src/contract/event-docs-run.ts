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
const CLICK = 'of a click (`ACTION6`), else absent';
const DOUBT = 'true: nobody knows whether the game did it; no frame follows, and it is never evidence';
const NOTE = 'what the game did that it should not have; null as a rule';

/** Events of a run, in the order in which a turn has them. */
export const RUN_EVENT_DOCS = {
  'run.created': {
    rooms: 'run',
    about: 'The first event: the whole configuration, frozen.',
    payload: {
      id: 'of the run',
      title: 'its title',
      config:
        '`game`, `profiles`, `budgets`, `seed`; of an adventure `story` (hash of its file) and `options`, too',
      forkedFrom: '`{run, turn}` of a fork; absent for others',
    },
  },
  'run.changed': {
    rooms: 'run',
    about: 'The owner changed it.',
    payload: {
      title: 'absent when it stays',
      budgets: '`actions` or `turns`, `calls`, `tokens`, `money`; absent when they stay',
    },
  },
  'run.started': { rooms: 'run', about: 'It begins.', payload: { steps: STEPS } },
  'run.paused': {
    rooms: 'run',
    about: 'No further turn begins.',
    payload: {
      reason:
        '`asked`: by the owner; `forked`: a fork begins so; `budget`: its turn failed as a budget is spent',
    },
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
        'of a grid game: `all_actions_settled`, `target_null`, `win`, `action_budget`, `call_budget` or `stopped`; ' +
        'of an adventure: how its last episode ended, `turn_budget`, `call_budget` or `stopped`; ' +
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
  'answer.failed': {
    rooms: 'run',
    about:
      'A model gave nothing usable, and its calls count all the same. The turn fails, but for agents behind an adventurer.',
    payload: {
      step: 'the step that asked',
      provider: PROVIDER,
      calls: CALLS,
      usage: 'tokens of them; absent in a grid game',
    },
  },
  'game.reset': {
    rooms: 'run',
    about: 'The game was started, or started again.',
    payload: { reason: '`start`, `game_over` or `refused`', ...GAME, inDoubt: DOUBT, note: NOTE },
  },
  'action.executed': {
    rooms: 'run',
    about: 'What was sent to the game, and its state after it.',
    payload: {
      action: 'the action',
      x: `column ${CLICK}`,
      y: `row ${CLICK}`,
      role: '`setup`, `target`, or `resync`: sent only to see again where the game stands',
      beforeFrame: 'frame before it',
      ...GAME,
      inDoubt: DOUBT,
      note: NOTE,
    },
  },
  'action.refused': {
    rooms: 'run',
    about: 'The game answered, and did nothing. After the second in a row it is started again.',
    payload: {
      action: 'the action',
      x: `column ${CLICK}`,
      y: `row ${CLICK}`,
      role: '`setup`, `target` or `resync`',
      message: 'what the game said',
      snapshot: GAME.snapshot,
    },
  },
  'action.requested': {
    rooms: 'run',
    about: 'In a game that the caller plays: do this, then post what the game shows to `…/observations`.',
    payload: {
      n: 'number of the observation that is asked for, from 1',
      role: '`start` (show the game from its beginning), `reset` (show the level again), `setup`, `target` or `resync`',
      action: '`{id, x?, y?}`; null for `start` and `reset`',
    },
  },
  'observation.received': {
    rooms: 'run',
    about: 'The caller posted what its game shows.',
    payload: {
      n: 'number of the observation',
      frames: 'packed frames, the last one settled',
      state: GAME.state,
      level: GAME.level,
      available: GAME.available,
    },
  },
  'hud.learned': {
    rooms: 'run',
    about: 'Cells that change whatever the action (a step bar, a counter) are masked from here on.',
    payload: {
      cells: 'every masked cell, as row × columns + column',
      rekeyed: 'states that have another key under this mask',
      reviewed: 'observations that look different under it, by the number of their frame after',
    },
  },
  'frame.captured': {
    rooms: 'run',
    about: 'What the game showed. As a picture: `GET …/frames/{n}.png`.',
    payload: {
      n: 'number of the frame',
      label: '`start`, `reset`, `setup`, `after` or `resync`',
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
      diff: '`summary`, `count`, `touched`, `region`, `hasChanges`, the first 30 cells `changed`, `objects`, `animation` in words',
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
        '`played` or `ended` in an adventure; in a grid game `observed`; `interrupted`: a set-up action completed a level, ended the game or took away what was to come next; ' +
        '`refused`: the game refused an action; `doubtful`: nobody knows whether it did one; `ended`: nothing was left to do',
      action: 'in a grid game the target, when it was sent; else null; absent in an adventure',
      used: '`actions` (or `turns`) and `calls` so far',
      paused: 'whether no further turn begins; absent when the run is over',
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
