import { cutAtLetter } from '../../base/fold-text';
import type { StateField } from '../../contract/agents';
import type { SuggestedDelta } from '../prompt/envelope';
import type { CastMember, Line } from '../state';
import { type Clause, namesOf, readClauses } from './clauses';
import { readClause } from './rules';

/** Longest evidence, in characters. */
const MAX_EVIDENCE = 120;
/** Lines of a round that are read: the last ones. */
const MAX_LINES = 200;

/**
 * Suggests changes of the speakers from their lines; the director's second pass decides on them (docs/direct.md#suggested-changes). It reads what
 * a character does (between asterisks) and says of itself here and now, by word lists and the shape of clauses; it would
 * rather miss a change than suggest a wrong one. Nothing is read from what is said of or told to others, quoted, asked,
 * denied, supposed or past.
 *
 * @param lines of a round, oldest first; those of players and of the narrator suggest nothing
 * @param cast with its present state
 * @returns at most one change for each character and field, what the last words say, in the order they were read; none
 * that is so already
 */
export function inferDeltas(lines: readonly Line[], cast: readonly CastMember[]): SuggestedDelta[] {
  const members = new Map(cast.map((member) => [`character:${member.id}`, member]));
  const parts = cast.map(({ id, name }) => ({ id, names: namesOf(name) }));
  const suggestions = new Map<string, SuggestedDelta>();
  for (const line of lines.slice(-MAX_LINES)) {
    const member = members.get(line.actor);
    if (!member) continue;
    const own = new Set(namesOf(member.name));
    const others = new Set(
      parts.flatMap(({ id, names }) => (id === member.id ? [] : names)).filter((name) => !own.has(name)),
    );
    for (const clause of readClauses(line, { own, others })) note(suggestions, member.id, clause);
  }
  return [...suggestions.values()].filter(
    ({ id, field, value }) => !isSo(members.get(`character:${id}`), field, value),
  );
}

function note(found: Map<string, SuggestedDelta>, id: string, clause: Clause): void {
  for (const { field, value } of readClause(clause)) {
    const key = `${id}/${field}`;
    // Set anew rather than in place: the order is that of the words.
    found.delete(key);
    if (value !== null)
      found.set(key, { id, field, value, evidence: cutAtLetter(clause.source, MAX_EVIDENCE) });
  }
}

const isSo = (member: CastMember | undefined, field: StateField, value: string): boolean =>
  member?.state[field].trim().toLowerCase() === value.toLowerCase();
