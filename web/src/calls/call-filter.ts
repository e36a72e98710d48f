import type { CallStatus, CallSummary, Role, Rung } from '../../../src/api/calls';
import { readDay } from '../usage/usage-query';

/** Which calls are listed; an empty text: all. */
export interface CallFilter {
  room: string;
  role: string;
  status: string;
  rung: string;
  model: string;
  /** Part of the role, purpose, step or model. */
  text: string;
  from: string;
  to: string;
}

export const NO_FILTER: CallFilter = {
  ...{ room: '', role: '', status: '', rung: '', model: '', text: '', from: '', to: '' },
};

/** Every name of a closed list; the type makes sure that none is forgotten. */
const namesOf = <T extends string>(all: Record<T, true>): T[] => Object.keys(all) as T[];

/** What the filters of a closed list choose from. (The contract's own lists would bring its checks into the page.) */
export const CHOICES = {
  role: namesOf<Role>({
    director: true,
    character: true,
    narrator: true,
    world: true,
    summarizer: true,
    judge: true,
    explorer: true,
    analyst: true,
    adventurer: true,
    critic: true,
    extractor: true,
    chronicler: true,
    keeper: true,
    scholar: true,
    embedder: true,
  }),
  status: namesOf<CallStatus>({
    open: true,
    answered: true,
    refused: true,
    timeout: true,
    unreachable: true,
    lost: true,
    discarded: true,
  }),
  rung: namesOf<Rung>({
    schema: true,
    object: true,
    instruction: true,
    repaired: true,
    reasked: true,
    prose: true,
    understudy: true,
    none: true,
  }),
};

const NAMES = Object.keys(NO_FILTER) as (keyof CallFilter)[];

/** `room=scn_…&status=refused`, as an address has it; what makes no sense is left out. */
export function readCallFilter(query: URLSearchParams): CallFilter {
  const filter = { ...NO_FILTER };
  for (const name of NAMES) {
    const text = query.get(name) ?? '';
    const isDay = name === 'from' || name === 'to';
    const choices: readonly string[] | null = name in CHOICES ? CHOICES[name as keyof typeof CHOICES] : null;
    filter[name] = isDay ? (readDay(text) ?? '') : choices && !choices.includes(text) ? '' : text;
  }
  return filter;
}

/** The same for the address and for the API: what is not asked for is not there. */
export function callQueryOf(filter: CallFilter): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of NAMES) {
    const text = filter[name].trim();
    if (text) query.set(name, text);
  }
  return query;
}

/** The address of a list of calls, behind `#`. */
export function callsAddress(filter: CallFilter): string {
  const query = callQueryOf(filter);
  return query.size > 0 ? `/calls?${query}` : '/calls';
}

/** The calls made just before and just after another in its room, or null. `items` are of that room, in any order. */
export function neighboursOf(
  items: readonly Pick<CallSummary, 'id' | 'round' | 'n'>[],
  id: string,
): { earlier: string | null; later: string | null } {
  const inOrder = items.toSorted((a, b) => a.n - b.n);
  const at = inOrder.findIndex((call) => call.id === id);
  if (at < 0) return { earlier: null, later: null };
  return { earlier: inOrder[at - 1]?.id ?? null, later: inOrder[at + 1]?.id ?? null };
}
