import type { DiscoveryAnswer, RefinementAnswer, ScholarAnswer } from '../../api/adventure-agents';
import type { PeriodicBrief } from '../../engines/adventure/briefs';
import { isSameObjective } from '../../engines/adventure/objectives/objectives';
import type { Note } from '../../engines/adventure/state-types';
import { isKnown, isReached, listGoals, readGoal } from './goals';
import { nameOf } from './travel';

/** Goals that are found at a time. */
const MAX_FOUND = 2;

/** Blocked ways that no objective speaks of yet. */
export function discoverGoals({ state }: PeriodicBrief): DiscoveryAnswer {
  const news = listGoals(state).filter((goal) => !isKnown(state.objectives, goal));
  return { objectives: news.slice(0, MAX_FOUND) };
}

/** Merges objectives that say the same, or ask for the same way; drops none. */
export function refineGoals({ state }: PeriodicBrief): RefinementAnswer {
  const active = state.objectives.filter(({ status }) => status === 'active');
  const merged = new Set<string>();
  const merge = active.flatMap((into, i) => {
    if (merged.has(into.id)) return [];
    const same = active.slice(i + 1).filter((other) => {
      if (merged.has(other.id) || other.source === 'player') return false;
      const [one, two] = [readGoal(into.text), readGoal(other.text)];
      const isSameWay = one !== null && one.place === two?.place && one.direction === two.direction;
      return isSameWay || isSameObjective(into.text, other.text);
    });
    for (const { id } of same) merged.add(id);
    return same.length === 0 ? [] : [{ into: into.id, from: same.map(({ id }) => id), text: null }];
  });
  return { merge, drop: null };
}

/** Lines of each kind that a digest holds. */
const MAX_LINES = 14;

/** A digest of what the run knows: what worked and where, what kills, what is still open. */
export function digestRun({ state }: PeriodicBrief): ScholarAnswer {
  const { notes, map, objectives } = state;
  const of = (categories: readonly Note['category'][]): string[] =>
    notes
      .filter(({ category, superseded }) => superseded === null && categories.includes(category))
      .toSorted((a, b) => weigh(b) - weigh(a))
      .slice(0, MAX_LINES)
      .map(({ place, text }) => `- ${place === null ? '' : `${nameOf(map, place)}: `}${text}`);
  const open = objectives
    .filter((objective) => objective.status === 'active' && isReached(state, objective) === null)
    .slice(0, MAX_LINES)
    .map(({ text }) => `- ${text}`);
  const visited = map.rooms.filter(({ visits }) => visits > 0).length;
  const best = Math.max(0, ...state.episodes.map((episode) => episode.best ?? 0));
  const parts = [
    [`Places visited: ${visited}. Best score: ${best}.`],
    titled('What worked:', of(['success', 'puzzle'])),
    titled('Dangers:', of(['danger'])),
    titled('Still open:', open),
  ];
  return {
    knowledge: parts
      .filter((part) => part.length > 0)
      .map((part) => part.join('\n'))
      .join('\n\n'),
  };
}

/** What brought points is told first, then what is newest. */
const weigh = ({ text, turn }: Note): number => (/ brought \d+ points/.test(text) ? 1e6 : 0) + turn;

const titled = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [title, ...lines] : [];
