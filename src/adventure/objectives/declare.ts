import { MAX_OBJECTIVE, type Priority } from '../../contract/adventure-agents';
import type { Event, PayloadOf } from '../../contract/events/events';
import { shorten } from '../lines';
import type { AdventureState, Objective, ObjectiveSource, Refusal } from '../state-types';
import { isActive } from './fold';
import { findNamed } from './read-fields';
import { isSameObjective } from './same';
import { isSameGoal } from './same-goal';
import { cleanObjective, isVague } from './words';

export const MAX_ACTIVE = 40;
/** Turns before an agent may declare a completed objective again. */
export const REPEAT_AFTER = 20;

type DeclarationState = Pick<AdventureState, 'objectives' | 'declared' | 'rounds' | 'episodes'>;

/** `parent` may be any name of an objective, and `priority` null. */
export type DeclaredObjective = Omit<PayloadOf<'objective.added'>, 'id' | 'priority'> & {
  priority: Priority | null;
};

type Declaration =
  | { kind: 'added'; payload: PayloadOf<'objective.added'> }
  | { kind: 'refused'; payload: PayloadOf<'objective.refused'> };

const PREFIX: Readonly<Record<ObjectiveSource, string>> = { agent: 'A', discovered: 'D', player: 'P' };

/**
 * Accepts or refuses a declared objective. Refuses a text that is empty (`empty`), longer than {@link MAX_OBJECTIVE}
 * (`too_long`), unspecific (`vague`; allowed for persons) or repeated (`duplicate`, see {@link findRepeated}), and more
 * than {@link MAX_ACTIVE} active ones per source (`too_many`). Never changes an existing objective. Ids are counted per
 * source and never reused. An unknown or ended parent is dropped; a merged parent is replaced by the objective that
 * absorbed it.
 */
export function declareObjective(state: DeclarationState, declared: DeclaredObjective): Declaration {
  const { source, place } = declared;
  const text = cleanObjective(declared.text);
  const refuse = (why: PayloadOf<'objective.refused'>['why'], of: string | null = null): Declaration => ({
    kind: 'refused',
    payload: { source, text: shorten(text, MAX_OBJECTIVE), why, of },
  });
  if (text === '') return refuse('empty');
  if (text.length > MAX_OBJECTIVE) return refuse('too_long');
  if (source !== 'player' && isVague(text)) return refuse('vague');
  const duplicate = findRepeated(state, text, source);
  if (duplicate) return refuse('duplicate', duplicate.id);
  const own = state.objectives.filter((one) => isActive(one) && one.source === source);
  if (own.length >= MAX_ACTIVE) return refuse('too_many');
  return {
    kind: 'added',
    payload: {
      id: `${PREFIX[source]}${state.declared[source] + 1}`,
      text,
      source,
      priority: declared.priority ?? 'normal',
      parent: declared.parent === null ? null : findParent(state.objectives, declared.parent),
      place,
    },
  };
}

/**
 * Finds the objective that a text repeats; undefined if it is new. A person's text repeats only current wordings. An
 * agent's text also repeats the same goal in other words ({@link isSameGoal}), and:
 * - earlier wordings of an active objective, and objectives merged into it;
 * - objectives completed in the last {@link REPEAT_AFTER} turns;
 * - dropped objectives of its own source, and any that a person dropped.
 *
 * Objectives that ended in an earlier episode don't count, because the story restarts.
 */
function findRepeated(
  { objectives, rounds, episodes }: DeclarationState,
  text: string,
  source: ObjectiveSource,
): Objective | undefined {
  const began = episodes.at(-1)?.turn ?? 0;
  const counts = ({ status, ended, source: from }: Objective): boolean => {
    if (status === 'active') return true;
    if (source === 'player' || !ended || ended.turn < began) return false;
    if (status === 'completed') return rounds - ended.turn <= REPEAT_AFTER;
    return status === 'dropped' && (from === source || ended.by === 'player');
  };
  const textsOf = (one: Objective): string[] =>
    source === 'player'
      ? [one.text]
      : [
          one.text,
          ...one.wordings.map((wording) => wording.text),
          ...one.absorbed.flatMap((id) => objectives.find((part) => part.id === id)?.text ?? []),
        ];
  // Active objectives must not be repeated in other words; ended ones may return in other words.
  const isSame = (one: Objective): typeof isSameGoal =>
    source !== 'player' && one.status === 'active' ? isSameGoal : isSameObjective;
  const repeats = objectives.filter(
    (one) => counts(one) && textsOf(one).some((known) => isSame(one)(known, text)),
  );
  return repeats.find(isActive) ?? repeats[0];
}

function findParent(objectives: readonly Objective[], named: string): string | null {
  const active = objectives.filter(isActive);
  const [parent] = findNamed(active, named);
  if (parent) return parent.id;
  const mergedIds = findNamed(objectives, named).map(({ id }) => id);
  return active.find(({ absorbed }) => absorbed.some((id) => mergedIds.includes(id)))?.id ?? null;
}

/** Limit of refusals to show; the newest stay. */
const MAX_SHOWN = 8;

/** Refusals to show to the adventurer after an event. */
export function foldRefusal(
  { objectives, refusals }: Pick<AdventureState, 'objectives' | 'refusals'>,
  event: Event,
): Refusal[] {
  if (event.kind !== 'objective.refused') return refusals;
  const refusal = event.payload;
  if (refusal.source !== 'agent') return refusals;
  const entry = { text: refusal.text, why: explain(refusal, objectives) };
  return [...refusals, entry].slice(-MAX_SHOWN);
}

function explain(
  { why, of }: PayloadOf<'objective.refused'>,
  objectives: AdventureState['objectives'],
): string {
  switch (why) {
    case 'empty':
      return 'was not added: it is empty';
    case 'too_long':
      return `was not added: it has more than ${MAX_OBJECTIVE} characters`;
    case 'vague':
      return 'was not added: it is too vague; say what to do, and where';
    case 'duplicate': {
      const status = objectives.find(({ id }) => id === of)?.status ?? 'active';
      return status === 'active'
        ? `was not added: ${of} says the same and is active`
        : `was not added: ${of} said the same and is ${status}`;
    }
    case 'too_many':
      return `was not added: ${MAX_ACTIVE} of yours are active, which is the limit; complete some first`;
    case 'no_place':
      return `is not a place on the map, but ${of} names it: declare it again with the right place`;
    case 'no_evidence':
      return `${of} was not completed: the story has shown no evidence for it since it was set`;
    case 'unknown':
      return 'completed nothing: no active objective has this id or text';
    case 'no_parent':
      return `is not an active objective: ${of} was added without a parent`;
  }
}
