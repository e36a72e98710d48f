import { cutAtLetter } from '../../base/fold-text';
import type { StateField } from '../../contract/agents';
import type { SuggestedDelta } from '../prompt/envelope';
import type { CastMember, Line } from '../state';
import { type Clause, collectNames, readClauses } from './clauses';
import { readClause } from './rules';

/** In characters. */
const MAX_EVIDENCE = 120;
const MAX_LINES = 200;

/**
 * Suggests state changes of the speakers from their lines; the director's second pass decides on them
 * (docs/direct.md#suggested-changes). Reads a character's actions (between asterisks) and its statements
 * about itself in the present, with word lists and clause patterns. It prefers missing a change to suggesting
 * a wrong one, and ignores statements about or to others, quotations, questions, negations, hypotheses and
 * the past.
 *
 * @param lines of a round, oldest first; lines of players and the narrator are ignored
 * @param cast with its current state
 * @returns at most one change per character and field, the latest, in the order of the text; none that
 * already holds
 */
export function inferDeltas(lines: readonly Line[], cast: readonly CastMember[]): SuggestedDelta[] {
  const members = new Map(cast.map((member) => [`character:${member.id}`, member]));
  const parts = cast.map(({ id, name }) => ({ id, names: collectNames(name) }));
  const suggestions = new Map<string, SuggestedDelta>();
  for (const line of lines.slice(-MAX_LINES)) {
    const member = members.get(line.actor);
    if (!member) continue;
    const own = new Set(collectNames(member.name));
    const others = new Set(
      parts.flatMap(({ id, names }) => (id === member.id ? [] : names)).filter((name) => !own.has(name)),
    );
    for (const clause of readClauses(line, { own, others })) note(suggestions, member.id, clause);
  }
  return [...suggestions.values()].filter(
    ({ id, field, value }) => !isCurrent(members.get(`character:${id}`), field, value),
  );
}

function note(found: Map<string, SuggestedDelta>, id: string, clause: Clause): void {
  for (const { field, value } of readClause(clause)) {
    const key = `${id}/${field}`;
    // Delete first, so that the map keeps the order of the text.
    found.delete(key);
    if (value !== null)
      found.set(key, { id, field, value, evidence: cutAtLetter(clause.source, MAX_EVIDENCE) });
  }
}

const isCurrent = (member: CastMember | undefined, field: StateField, value: string): boolean =>
  member?.state[field].trim().toLowerCase() === value.toLowerCase();
