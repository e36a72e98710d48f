import { STREAK_TO_VERIFY } from '../../contract/confirmations';
import type { Event, PayloadOf } from '../../contract/events/events';
import type { KnowledgeReading } from '../../contract/run-knowledge';
import type { GridRun, TurnView } from '../../contract/runs';
import { addAnswer, joinProviders, readTurn, runParts } from '../../runs/views';
import { readBoard } from '../frame/board';
import { boundingBox } from '../frame/boxes';
import { MAX_ATTEMPTS, MAX_NO_EFFECT, maxAttempts } from '../knowledge';
import { listRules, readLearner } from '../learner';
import { findPhase } from '../situation';
import { currentMask, type RunState } from '../state';
import { readActionKey } from '../transition';
import type { RunRecord } from './evidence';
import { readAction } from './replay';

/** Response of `GET /v1/runs/{id}`. */
export function runView(state: RunState): GridRun {
  return {
    kind: 'grid',
    ...runParts(state),
    provider: joinProviders([state.config.profiles.explorer, state.config.profiles.analyst]),
    phase: findPhase(state),
    play: state.config.play ?? false,
    explore: state.config.explore ?? 'settled',
    verifyAfter: state.config.verifyAfter ?? STREAK_TO_VERIFY,
    world: state.config.world ?? 'rules',
    waitsFor: state.open ? state.requests.open : null,
    budgets: { tokens: null, money: null, ...state.config.budgets },
    used: { ...state.used },
    level: state.game?.level ?? 0,
    winLevels: state.game?.winLevels ?? null,
    gameState: state.game?.state ?? 'NOT_STARTED',
    frame: state.frames > 0 ? state.frames : null,
    actions: Object.fromEntries(
      Object.entries(state.knowledge.actions).map(([id, known]) => {
        const { status, definition, streak, attempts, noEffect } = known;
        return [id, { status, definition, streak, attempts, noEffect }];
      }),
    ),
  };
}

export function knowledgeView({ state, transitions }: RunRecord): KnowledgeReading {
  const { actions, environment } = state.knowledge;
  const mask = currentMask(state);
  return {
    actions: Object.fromEntries(
      Object.entries(actions).map(([id, known]) => [id, { ...known, maxAttempts: maxAttempts(known) }]),
    ),
    rules: listRules(readLearner(transitions, mask).model),
    world: state.world?.program ?? null,
    environment,
    masked: describeMasked(state),
    phase: findPhase(state),
    needed: {
      streak: state.config.verifyAfter ?? STREAK_TO_VERIFY,
      attempts: MAX_ATTEMPTS,
      noEffect: MAX_NO_EFFECT,
    },
  };
}

export function describeMasked({ hud, game }: Pick<RunState, 'hud' | 'game'>): KnowledgeReading['masked'] {
  const { cols } = readBoard(game?.cells ?? '');
  return { count: hud.length, region: cols > 0 && hud.length > 0 ? boundingBox(hud, cols) : null };
}

/**
 * One turn, see {@link readTurn}. If the turn was restarted, the newest suggestion and analysis replace
 * earlier ones; executed actions and their frames remain, because they happened.
 */
export const turnView = (events: Event[]): TurnView =>
  readTurn<TurnView>(
    events,
    (parts, before) => ({
      ...parts,
      suggestion: null,
      setup: [],
      target: null,
      click: null,
      sent: before?.sent ?? [],
      frames: before?.frames ?? [],
      diff: null,
      analysis: null,
      provider: null,
      answeredBy: [],
    }),
    fold,
  );

function fold(view: TurnView, event: Event): TurnView {
  const { kind, payload } = event;
  switch (kind) {
    case 'action.suggested':
      return {
        ...view,
        suggestion: payload,
        setup: payload.setup.map((key) => readActionKey(key).id),
        target: payload.target,
        click: readClick(payload),
        ...addAnswer(view, payload),
      };
    case 'action.executed': {
      const { role, action, inDoubt, note } = payload;
      const next = addSent(view, inDoubt ? 'doubt' : 'action', payload, note);
      return role === 'target' ? { ...next, target: action } : next;
    }
    case 'action.refused':
      return addSent(view, 'refused', payload, payload.message);
    case 'frame.captured':
      return { ...view, frames: [...view.frames, { n: payload.n, label: payload.label }] };
    case 'action.analyzed': {
      const { diff, ...analysis } = payload;
      return { ...view, diff, analysis, ...addAnswer(view, payload) };
    }
    default:
      return view;
  }
}

const readClick = ({ targetX: x, targetY: y }: PayloadOf<'action.suggested'>): TurnView['click'] =>
  x === undefined || y === undefined ? null : { x, y };

const addSent = (
  view: TurnView,
  kind: TurnView['sent'][number]['kind'],
  what: PayloadOf<'action.executed'> | PayloadOf<'action.refused'>,
  message: string | null,
): TurnView => ({
  ...view,
  sent: [...view.sent, { kind, role: what.role, action: readAction(what), message }],
});
