import type { CallStatus, CallSummary, Role, Rung } from '../../../src/contract/calls';
import { readDay } from '../usage/usage-query';

/** Filters of the call list; an empty text matches all calls. */
export interface CallFilter {
  room: string;
  role: string;
  status: string;
  rung: string;
  model: string;
  /** Part of the role, purpose, step or model. */
  text: string;
  /** Text inside the prompt or the reply. */
  inside: string;
  from: string;
  to: string;
}

export const NO_FILTER: CallFilter = {
  ...{ room: '', role: '', status: '', rung: '', model: '', text: '', inside: '', from: '', to: '' },
};

/** Lists every name of a union; the type ensures that none is missing. */
const optionNames = <T extends string>(all: Record<T, true>): T[] => Object.keys(all) as T[];

/** Choices of the fixed filters. (Importing the contract's lists would pull its checks into the page.) */
export const CHOICES = {
  role: optionNames<Role>({
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
  status: optionNames<CallStatus>({
    open: true,
    answered: true,
    refused: true,
    timeout: true,
    unreachable: true,
    lost: true,
    discarded: true,
  }),
  rung: optionNames<Rung>({
    json_schema: true,
    json_object: true,
    prompt: true,
    repaired: true,
    retried: true,
    prose: true,
    understudy: true,
    unusable: true,
  }),
};

const NAMES = Object.keys(NO_FILTER) as (keyof CallFilter)[];

/** Parses a filter from a URL, such as `room=scn_…&status=refused`; drops invalid values. */
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

/** Builds the query for the address and the API; leaves out empty filters. */
export function toCallQuery(filter: CallFilter): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of NAMES) {
    const text = filter[name].trim();
    if (text) query.set(name, text);
  }
  return query;
}

export function callsAddress(filter: CallFilter): string {
  const query = toCallQuery(filter);
  return query.size > 0 ? `/calls?${query}` : '/calls';
}

/** Returns the previous and next call in the room, or null. `items` are calls of that room in any order. */
export function neighborCalls(
  items: readonly Pick<CallSummary, 'id' | 'round' | 'n'>[],
  id: string,
): { earlier: string | null; later: string | null } {
  const inOrder = items.toSorted((a, b) => a.n - b.n);
  const at = inOrder.findIndex((call) => call.id === id);
  if (at < 0) return { earlier: null, later: null };
  return { earlier: inOrder[at - 1]?.id ?? null, later: inOrder[at + 1]?.id ?? null };
}
