import { STREAK_TO_VERIFY } from '../../../../src/contract/confirmations';
import type { Event, EventOf } from '../../../../src/contract/events/events';
import type {
  ActionKnowledge,
  EnvironmentEntry,
  Knowledge,
  KnowledgeReading,
} from '../../../../src/contract/run-knowledge';
import { readOr } from '../../api/event';

type KnownAction = Omit<ActionKnowledge, 'repeats' | 'stated'> &
  Partial<Pick<KnowledgeReading['actions'][string], 'maxAttempts'>>;

/** What a run knows at the step on show. */
export interface Known extends Pick<KnowledgeReading, 'environment' | 'masked' | 'needed'> {
  actions: Record<string, KnownAction>;
  /** Null: the rules at this step are unknown. */
  rules: KnowledgeReading['rules'] | null;
}

const NOT_MASKED: Known['masked'] = { count: 0, region: null };

/** Returns the events up to a frame: all that follow it, until the game moves on or the next turn starts. */
export function eventsUpTo(events: readonly Event[], frame: number): readonly Event[] {
  const at = events.findIndex(({ kind, payload }) => kind === 'frame.captured' && payload.n === frame);
  const end = events.findIndex(
    ({ kind, turn }, i) =>
      i > at &&
      (kind === 'game.reset' ||
        kind === 'action.executed' ||
        (kind === 'turn.started' && turn !== events[at]?.turn)),
  );
  return at < 0 || end < 0 ? events : events.slice(0, end);
}

/**
 * Folds events into what the run knew after the last of them. The API knows only today's state, which must not show at an
 * earlier step.
 *
 * @param latest the knowledge of today, of which only the masked region is taken, once all of it is masked
 */
export function foldKnown(
  events: readonly Event[],
  latest: Pick<KnowledgeReading, 'masked'> | null = null,
  verifyAfter: number = STREAK_TO_VERIFY,
): Known {
  const known: Known = {
    actions: {},
    environment: { objects: [], relationships: [], rules: [], history: [] },
    rules: null,
    masked: NOT_MASKED,
    needed: { streak: verifyAfter, attempts: 8, noEffect: 8 },
  };
  for (const event of events) readOr(undefined, () => learn(known, event, latest));
  return known;
}

const unobserved = (): KnownAction => ({
  ...{ status: 'unobserved', definition: null, basis: null, definitions: [] },
  ...{ streak: 0, attempts: 0, noEffect: 0, predictions: [], observations: [] },
});

function learn(known: Known, event: Event, latest: Pick<KnowledgeReading, 'masked'> | null): void {
  const { actions } = known;
  switch (event.kind) {
    case 'game.reset':
    case 'action.executed':
      for (const id of event.payload.available) actions[id] ??= unobserved();
      return;
    case 'hud.learned':
      known.masked = event.payload.cells.length === latest?.masked.count ? latest.masked : NOT_MASKED;
      return;
    case 'predictions.checked':
      for (const { action, ...prediction } of event.payload.predictions) {
        const before = actions[action] ?? unobserved();
        actions[action] = { ...before, predictions: [...before.predictions, prediction] };
      }
      for (const { action, ...standing } of event.payload.actions) {
        const before = actions[action] ?? unobserved();
        actions[action] = {
          ...before,
          ...standing,
          ...define(before, standing.definition, event.turn ?? 0, event.at),
        };
      }
      return;
    case 'knowledge.updated':
      addVerdict(known, event);
  }
}

function addVerdict(known: Known, { payload, at }: EventOf<'knowledge.updated'>): void {
  const { observation, repeats: _, stated: __, ...standing } = payload.verdict;
  const before = known.actions[payload.action] ?? unobserved();
  // What a model states is tested from then on.
  const isTestedAnew = observation.redefined && [before.basis, standing.basis].includes('stated');
  known.actions[payload.action] = {
    ...before,
    ...standing,
    ...define(before, standing.definition, observation.turn, at),
    predictions: isTestedAnew ? [] : before.predictions,
    observations: [...before.observations, { ...observation, at }],
  };
  for (const update of payload.environment) believe(known.environment, update, observation.turn);
}

const define = ({ definition, definitions }: KnownAction, text: string | null, turn: number, at: string) => ({
  definitions: text === null || text === definition ? definitions : [...definitions, { turn, at, text }],
});

const LISTS = { object: 'objects', relationship: 'relationships', rule: 'rules' } as const;
const normalName = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ');

function believe(
  environment: Knowledge['environment'],
  update: EventOf<'knowledge.updated'>['payload']['environment'][number],
  turn: number,
): void {
  const entries = environment[LISTS[update.kind]];
  const at = entries.findIndex(({ name }) => normalName(name) === normalName(update.name));
  const old = entries[at];
  const entry: EnvironmentEntry = {
    ...update,
    name: old?.name ?? update.name,
    firstSeenTurn: old?.firstSeenTurn ?? turn,
    observations: [...new Set([...(old?.observations ?? []), update.text])],
  };
  entries.splice(at < 0 ? entries.length : at, 1, entry);
}
