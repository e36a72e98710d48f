import { quote } from '../../base/quote';
import type { ObjectiveList } from '../../contract/adventures';
import { shorten } from '../lines';
import type { AdventureState, Objective } from '../state-types';
import { findActive, isActive, listAncestors } from './fold';

export interface ListedObjective {
  objective: Objective;
  /** Number of nested parents. */
  depth: number;
}

/**
 * All active objectives in display order (see `foldObjective`), each followed by its parts. If a parent ended, its own
 * parent takes its place.
 */
export function listActive(objectives: readonly Objective[]): ListedObjective[] {
  const listedById = new Map<string, ListedObjective>();
  const active = objectives.filter(isActive);
  const holders = new Map(
    active.map(({ id }) => [
      id,
      listAncestors(objectives, id).find((above) => findActive(objectives, above)),
    ]),
  );
  const list = (objective: Objective, depth: number): void => {
    if (listedById.has(objective.id)) return;
    listedById.set(objective.id, { objective, depth });
    for (const part of active) if (holders.get(part.id) === objective.id) list(part, depth + 1);
  };
  for (const objective of active) if (holders.get(objective.id) === undefined) list(objective, 0);
  // List all, even if a damaged state has cyclic parents.
  for (const objective of active) list(objective, 0);
  return [...listedById.values()];
}

/** Minimum length of a shortened text; below it only ids are listed. */
const MIN_TEXT = 16;
/** Deeper levels are indented like this one. */
const MAX_INDENT = 4;

/**
 * Writes the active objectives as lines of a prompt: `- A2 [high] "find the key at L42" (since turn 4)`; parts are
 * indented, a person's are marked. To fit the limit, shortens the longest texts first, then lists the rest by id on a
 * last line. `''` if none is active.
 * @param maxCharacters of all lines; exceeded only if not even the number of objectives fits
 */
export function renderObjectives(
  objectives: readonly Objective[],
  { maxCharacters }: { maxCharacters: number },
): string {
  const entries = listActive(objectives);
  if (entries.length === 0) return '';
  const longest = Math.max(...entries.map(({ objective }) => objective.text.length));
  let [low, high] = [MIN_TEXT, Math.max(MIN_TEXT, longest)];
  const write = (most: number): string => entries.map((one) => writeLine(one, most)).join('\n');
  const fits = (most: number): boolean => write(most).length <= maxCharacters;
  if (!fits(low)) return writeIds(entries, maxCharacters);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return write(low);
}

function writeLine({ objective, depth }: ListedObjective, most: number): string {
  const { id, priority, text, source, turn } = objective;
  const askedNote = source === 'player' ? ' (asked by the player)' : '';
  const indent = '  '.repeat(Math.min(depth, MAX_INDENT));
  return `${indent}- ${id} [${priority}] ${quote(shorten(text, most))}${askedNote} (since turn ${turn})`;
}

/** Writes as many lines as possible while leaving space for the ids of the others. */
function writeIds(listed: readonly ListedObjective[], maxCharacters: number): string {
  for (let shown = listed.length - 1; shown >= 0; shown -= 1) {
    const lines = listed.slice(0, shown).map((one) => writeLine(one, MIN_TEXT));
    const rest = listed.slice(shown).map(({ objective }) => objective.id);
    const whole = [...lines, `- and ${rest.length} more: ${rest.join(', ')}`].join('\n');
    if (whole.length <= maxCharacters) return whole;
  }
  const ids = listed.map(({ objective }) => objective.id);
  const head = `- ${ids.length} objectives`;
  for (let named = ids.length - 1; named > 0; named -= 1) {
    const line = `${head}: ${ids.slice(0, named).join(', ')}, …`;
    if (line.length <= maxCharacters) return line;
  }
  return head;
}

/** Minimum turns before judging the use of objectives, and declarations before judging repeats. */
const MIN_TURNS = 10;
const MIN_DECLARED = 4;
/** Turns per declaration; goals declared more often cannot span several turns. */
const TURNS_EACH = 3;

export function reportObjectives({
  objectives,
  declared,
  rounds,
}: Pick<AdventureState, 'objectives' | 'declared' | 'rounds'>): ObjectiveList['report'] {
  const count = (status: Objective['status']): number =>
    objectives.filter((one) => one.status === status).length;
  const { refused, repeated } = declared.byAgent;
  const declaredByAgent = declared.agent + refused;
  return {
    active: count('active'),
    completed: count('completed'),
    merged: count('merged'),
    dropped: count('dropped'),
    refused: declared.refused,
    declaredByAgent,
    perTurn: Math.round((100 * declaredByAgent) / Math.max(1, rounds)) / 100,
    overused: warn(declaredByAgent, repeated, rounds),
  };
}

function warn(declared: number, repeated: number, turns: number): string | null {
  if (turns < MIN_TURNS) return null;
  const tooMany = declared * TURNS_EACH > turns;
  const tooAlike = declared >= MIN_DECLARED && repeated * 2 > declared;
  if (!tooMany && !tooAlike) return null;
  const many = `${declared} objectives declared in ${turns} turns, more than one in ${TURNS_EACH}`;
  const alike = `${repeated} of ${declared} declared objectives repeated another`;
  const faults = [...(tooMany ? [many] : []), ...(tooAlike ? [alike] : [])].join('; ');
  return `${faults}: the adventurer should declare one only to begin a goal of several turns`;
}
