import { MAX_OBJECTIVE } from '../../../api/adventure-agents';
import type { Event, PayloadOf } from '../../../events/events';
import type { AdventureState, Refusal } from '../state-types';
import { MAX_ACTIVE } from './declare';

/** Most refusals that wait to be shown; the newest stay. */
const MAX_TOLD = 8;

type Known = Pick<AdventureState, 'objectives' | 'refusals'>;

/** Returns the refusals to show to the adventurer after an event: why its declaration or completion was not accepted. */
export function foldRefusal({ objectives, refusals = [] }: Known, event: Event): Refusal[] {
  if (event.kind !== 'objective.refused') return refusals;
  const refusal = event.payload;
  if (refusal.source !== 'agent') return refusals;
  const entry = { text: refusal.text, why: explain(refusal, objectives) };
  return [...refusals, entry].slice(-MAX_TOLD);
}

function explain(
  { why, of }: PayloadOf<'objective.refused'>,
  objectives: AdventureState['objectives'],
): string {
  switch (why) {
    case 'empty':
      return 'was not added: it says nothing';
    case 'too_long':
      return `was not added: it has more than ${MAX_OBJECTIVE} characters`;
    case 'vague':
      return 'was not added: it names nothing in particular; say what to do, and where';
    case 'duplicate': {
      const status = objectives.find(({ id }) => id === of)?.status ?? 'active';
      return status === 'active'
        ? `was not added: ${of} says the same and is active`
        : `was not added: ${of} said the same and is ${status}`;
    }
    case 'too_many':
      return `was not added: ${MAX_ACTIVE} of yours are active, as many as there may be; complete some first`;
    case 'unknown':
      return 'completed nothing: no active objective has this id or text';
    case 'no_parent':
      return `is no active objective: ${of} was added as a part of nothing`;
  }
}
