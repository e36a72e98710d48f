import { findGoals, isReached, isSameObstacle, noteTurn } from 'story-player';
import { currentPlace, placeName, writePlace } from 'story-player/memory';
import { DIRECTIONS, firstSentence, isDeath, isUnderstood, listThings } from 'zmachine-story';
import type { AfterBrief, CriticBrief, PeriodicBrief } from '../../adventure/briefs';
import { isFair } from '../../adventure/fair/play';
import { isActive } from '../../adventure/objectives/fold';
import { isSameObjective } from '../../adventure/objectives/same';
import type { Note } from '../../adventure/state-types';
import type {
  ChroniclerAnswer,
  CompletionAnswer,
  CriticAnswer,
  DiscoveryAnswer,
  ExtractorAnswer,
  RefinementAnswer,
  ScholarAnswer,
} from '../../contract/adventure-agents';

/** Lines of each kind in a digest. */
const MAX_LINES = 14;

/** A digest of the run: successes with their places, dangers, open problems. */
export function digestRun({ state }: PeriodicBrief): ScholarAnswer {
  const { notes, map, objectives } = state;
  const of = (categories: readonly Note['category'][]): string[] =>
    notes
      .filter(({ category, correctedBy }) => correctedBy === null && categories.includes(category))
      .toSorted((a, b) => textImportance(b) - textImportance(a))
      .slice(0, MAX_LINES)
      .map(({ place, text }) => `- ${place === null ? '' : `${writePlace(map, place)}: `}${text}`);
  const open = objectives
    .filter((objective) => isActive(objective) && isReached(state, objective) === null)
    .slice(0, MAX_LINES)
    .map(({ text }) => `- ${text}`);
  const visitCount = map.rooms.filter(({ visits }) => visits > 0).length;
  const best = Math.max(0, ...state.episodes.map((episode) => episode.best ?? 0));
  const parts = [
    [`Places visited: ${visitCount}. Best score: ${best}.`],
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

/** Notes about points first, then the newest. */
const textImportance = ({ text, turn }: Note): number => (/ brought \d+ points/.test(text) ? 1e6 : 0) + turn;

const titled = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [title, ...lines] : [];

const DANGER =
  /[^.!?\n]*\b(?:deadly|danger(?:ous)?|careful|beware|warning|kill|attack|drown|poison|trap|one more step|last)\b[^.!?\n]*[.!?]/i;
const MAX_OBJECTS = 20;

/** Things from the object tree, and directions named in the text. */
export function extractText({ state, moves }: AfterBrief): ExtractorAnswer {
  const reading = state.story?.reading;
  const text = moves.map((move) => move.text).join('\n');
  const things = listThings([...(reading?.visible ?? []), ...(reading?.inventory ?? [])]);
  const exits = DIRECTIONS.filter((direction) => new RegExp(`\\b${direction}\\b`, 'i').test(text));
  return {
    objects: [...new Set(things.map(({ name }) => name))].slice(0, MAX_OBJECTS),
    exits,
    characters: null,
    danger: DANGER.exec(text)?.[0].trim() ?? null,
    summary: firstSentence(text) || 'Nothing was said.',
  };
}

/** Notes points, deaths, effective commands, and dark or blocked ways. */
export function recordTurn({ state, moves }: AfterBrief): ChroniclerAnswer {
  const move = moves.at(-1);
  const note = move ? noteTurn(state, move) : null;
  return { keep: note !== null, category: note?.category ?? null, text: note?.text ?? null, corrects: null };
}

/** Scores a command by a reverted trial. */
export function judgeCommand({ state, command, attempt }: CriticBrief): CriticAnswer {
  if (isFair(state)) return { score: 0, reason: 'Nothing is tried in a fair run.', suggestion: null };
  const { step, effect, moved } = attempt([command]);
  const before = state.story?.reading.score ?? null;
  const after = step.reading.score;
  const points = before === null || after === null ? 0 : after - before;
  const answer = (score: number, reason: string): CriticAnswer => ({ score, reason, suggestion: null });
  if (points > 0) return answer(1, `It would bring ${points} points.`);
  if (isDeath(step)) return answer(-1, `It would be deadly: ${firstSentence(step.text)}`);
  if (points < 0) return answer(-0.6, `It would cost ${-points} points.`);
  if (moved) return answer(0.6, 'It leads to another place.');
  if (effect) return answer(0.5, 'It changes something.');
  if (/^(?:z|wait)$/.test(command)) return answer(0, 'Time passes.');
  const here = placeName(currentPlace(state));
  if (Object.hasOwn(state.vain[here] ?? {}, command)) {
    const isSame = state.vain[here]?.[command] === state.world;
    return answer(isSame ? -0.7 : -0.1, 'It was tried here before, and did nothing.');
  }
  if (!isUnderstood(step.text))
    return answer(-0.5, `The story does not take it: ${firstSentence(step.text)}`);
  return answer(0, 'It changes nothing, but may tell something.');
}

/** Obstacles without an objective. */
export const discoverGoals = ({ state }: PeriodicBrief): DiscoveryAnswer => ({
  objectives: findGoals(state),
});

/** Merges duplicate objectives and those with the same obstacle; drops none. */
export function refineGoals({ state }: PeriodicBrief): RefinementAnswer {
  const active = state.objectives.filter(isActive);
  const mergedIds = new Set<string>();
  const merge = active.flatMap((into, i) => {
    if (mergedIds.has(into.id)) return [];
    const same = active.slice(i + 1).filter((other) => {
      if (mergedIds.has(other.id) || other.source === 'player') return false;
      return isSameObstacle(state, into.text, other.text) || isSameObjective(into.text, other.text);
    });
    for (const { id } of same) mergedIds.add(id);
    return same.length === 0 ? [] : [{ into: into.id, from: same.map(({ id }) => id), text: null }];
  });
  return { merge, drop: null };
}

/** Objectives reached since they were set. */
export const findCompleted = ({ state }: AfterBrief): CompletionAnswer => ({
  completed: state.objectives.filter(isActive).flatMap((objective) => {
    const evidence = isReached(state, objective);
    return evidence === null ? [] : [{ id: objective.id, evidence }];
  }),
});
