import { type ActionId, actionId } from '../../../api/agents';
import type { KnowledgeReading } from '../../../api/run-knowledge';
import type { GridRun, TurnView } from '../../../api/runs';
import type { Event, PayloadOf } from '../../../events/events';
import { readTurn, runParts } from '../../runs/views';
import { boundingBox } from '../frame/diff';
import { MAX_ATTEMPTS, MAX_NO_EFFECT, STREAK_TO_VERIFY } from '../knowledge';
import { phaseOf } from '../situation';
import type { RunState } from '../state';
import type { RunRecord } from './evidence';
import { readAction } from './replay';

/** A run as `GET /v1/runs/{id}` shows it. */
export function runView(state: RunState): GridRun {
  return {
    kind: 'grid',
    ...runParts(state),
    provider: providerOf(state),
    phase: phaseOf(state),
    waitsFor: state.open ? state.requests.open : null,
    budgets: { tokens: null, money: null, ...state.config.budgets },
    used: { ...state.used },
    level: state.game?.level ?? 0,
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

/** Names the provider of this run: one, or `explorer + analyst` when they differ. */
export function providerOf(state: RunState): string {
  const { explorer, analyst } = state.config.profiles;
  return [...new Set([explorer.provider, analyst.provider])].join(' + ');
}

/** Names the providers that answered so far; before one has, those that will. */
export const answeredBy = (state: RunState): string =>
  state.providers.length > 0 ? state.providers.join(' + ') : providerOf(state);

/** Everything learnt so far, with what became of every claim. */
export function knowledgeView({ state, claims }: RunRecord): KnowledgeReading {
  const { actions, environment } = state.knowledge;
  return {
    actions: Object.fromEntries(
      Object.entries(actions).map(([id, known]) => [id, { ...known, claims: claims[id] ?? [] }]),
    ),
    environment,
    masked: describeMasked(state),
    phase: phaseOf(state),
    needed: { streak: STREAK_TO_VERIFY, attempts: MAX_ATTEMPTS, noEffect: MAX_NO_EFFECT },
  };
}

/** Counts the masked cells, with the box that holds them. */
export function describeMasked({ hud, game }: Pick<RunState, 'hud' | 'game'>): KnowledgeReading['masked'] {
  const line = game?.cells.indexOf('/') ?? -1;
  const cols = line < 0 ? game?.cells.length : line;
  const region = cols
    ? boundingBox(hud.map((cell) => ({ row: Math.floor(cell / cols), col: cell % cols })))
    : null;
  return { count: hud.length, region };
}

/**
 * One turn, see {@link readTurn}. Of one that was begun anew, what an earlier try suggested and analysed gives way to
 * the newest; what was sent and its frames stay, because they were seen.
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
        setup: readActions(payload.setup),
        target: payload.target,
        click: readClick(payload.targetX, payload.targetY),
        provider: payload.provider,
      };
    case 'action.executed': {
      const execution = payload;
      const { role, action, inDoubt, note } = execution;
      const allSent = addSent(view, inDoubt ? 'doubt' : 'action', execution, note);
      return role === 'target' ? { ...view, sent: allSent, target: action } : { ...view, sent: allSent };
    }
    case 'action.refused': {
      const refusal = payload;
      return { ...view, sent: addSent(view, 'refused', refusal, refusal.message) };
    }
    case 'frame.captured': {
      const { n, label } = payload;
      return { ...view, frames: [...view.frames, { n, label }] };
    }
    case 'action.analyzed': {
      const { diff, ...analysis } = payload;
      const provider = joinProviders(view.provider, payload.provider);
      return { ...view, diff, analysis, provider };
    }
    default:
      return view;
  }
}

/** Setup actions are named by their keys: a click with its place. */
const readActions = (value: unknown): ActionId[] =>
  Array.isArray(value)
    ? value.flatMap((key) => {
        const id = actionId.safeParse(typeof key === 'string' ? key.split('@')[0] : key);
        return id.success ? [id.data] : [];
      })
    : [];

const readClick = (x: unknown, y: unknown): TurnView['click'] =>
  typeof x === 'number' && typeof y === 'number' ? { x, y } : null;

function addSent(
  view: TurnView,
  kind: TurnView['sent'][number]['kind'],
  what: PayloadOf<'action.executed'> | PayloadOf<'action.refused'>,
  message: string | null,
): TurnView['sent'] {
  return [...view.sent, { kind, role: what.role, action: readAction(what), message }];
}

const joinProviders = (a: string | null, b: string): string => (a === null || a === b ? b : `${a} + ${b}`);
