import type { EnvironmentUpdate } from '../../../../src/contract/agents';
import { STREAK_TO_VERIFY } from '../../../../src/contract/confirmations';
import type { Event } from '../../../../src/contract/events/events';
import { foldCodeWorld, swapPredictions } from '../../../../src/contract/events/fold/code-world';
import type {
  ActionKnowledge,
  CodeWorld,
  EnvironmentEntry,
  KnowledgeReading,
} from '../../../../src/contract/run-knowledge';
import { readOr } from '../../api/event';

type KnownAction = ActionKnowledge & Partial<Pick<KnowledgeReading['actions'][string], 'maxAttempts'>>;

/** A run's knowledge at the visible step. */
export interface Known extends Pick<KnowledgeReading, 'environment' | 'masked' | 'needed'> {
  actions: Record<string, KnownAction>;
  world: CodeWorld | null;
  /** Null: the rules at this step are unknown. */
  rules: KnowledgeReading['rules'] | null;
}

/** Returns the events up to a frame, including those after it until the game moves or the next turn starts. */
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
 * Folds events into a run's knowledge after the last of them. The API only knows the current state, which must not show
 * at an earlier step.
 */
export function foldKnown(events: readonly Event[], verifyAfter: number = STREAK_TO_VERIFY): Known {
  const known: Known = {
    actions: {},
    environment: { objects: [], relationships: [], rules: [], history: [] },
    world: null,
    rules: null,
    masked: { count: 0, region: null },
    needed: { streak: verifyAfter, attempts: 8, noEffect: 8 },
  };
  for (const event of events) readOr(undefined, () => learn(known, event));
  return known;
}

const getAction = ({ actions }: Known, id: string): KnownAction =>
  (actions[id] ??= {
    ...{ status: 'unobserved', definition: null, basis: null, definitions: [], predictions: [] },
    ...{ streak: 0, attempts: 0, noEffect: 0, repeats: 0, observations: [] },
  });

const LISTS = { object: 'objects', relationship: 'relationships', rule: 'rules' } as const;

function learn(known: Known, event: Event): void {
  switch (event.kind) {
    case 'game.reset':
    case 'action.executed':
      for (const id of event.payload.available) getAction(known, id);
      return;
    case 'world.revised':
      known.world = foldCodeWorld(known.world, event);
      for (const { action, ...standing } of event.payload.actions)
        revise(getAction(known, action), standing, event);
      return;
    case 'predictions.checked':
      known.world = foldCodeWorld(known.world, event);
      for (const { action, ...one } of event.payload.predictions)
        getAction(known, action).predictions.push(one);
      for (const { action, ...standing } of event.payload.actions)
        revise(getAction(known, action), standing, event);
      return;
    case 'knowledge.updated': {
      const { action: id, environment } = event.payload;
      const { observation, ...standing } = event.payload.verdict;
      const action = getAction(known, id);
      // A rule that a model states is tested from then on.
      const bases = [action.basis, standing.basis];
      if (observation.redefined && (bases.includes('stated') || bases.includes('code')))
        action.predictions = [];
      action.observations.push({ ...observation, at: event.at });
      define(action, standing, event);
      for (const update of environment)
        setBelief(known.environment[LISTS[update.kind]], update, observation.turn);
    }
  }
}

type Standing = Partial<KnownAction> & Pick<KnownAction, 'definition'>;

/** What predictions or a new program make of an action. */
function revise(action: KnownAction, standing: Standing, event: Event): void {
  if (standing.basis !== undefined) {
    const counted = swapPredictions(action, standing.basis);
    delete action.rulePredictions;
    Object.assign(action, counted);
  }
  define(action, standing, event);
}

function define(action: KnownAction, standing: Standing, { turn = 0, at }: Event): void {
  const text = standing.definition;
  if (text !== null && text !== action.definition) action.definitions.push({ turn, at, text });
  Object.assign(action, standing);
}

const normalName = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ');

function setBelief(entries: EnvironmentEntry[], update: EnvironmentUpdate, turn: number): void {
  const old = entries.find(({ name }) => normalName(name) === normalName(update.name));
  if (!old) entries.push({ ...update, firstSeenTurn: turn, observations: [update.text] });
  else if (!Object.assign(old, update, { name: old.name }).observations.includes(update.text))
    old.observations.push(update.text);
}
