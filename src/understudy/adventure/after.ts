import type { ChroniclerAnswer, CompletionAnswer, ExtractorAnswer } from '../../api/adventure-agents';
import type { AfterBrief } from '../../engines/adventure/briefs';
import { DIRECTIONS } from '../../engines/adventure/map/directions';
import type { AdventureState, Move } from '../../engines/adventure/state-types';
import { isReached } from './goals';
import { changedWorld, NOTE, recallRun } from './recall';
import { findUseless } from './stores';
import { firstSentence, hasReason, isDark } from './text';
import { darkWay } from './travel';
import { flatten } from './tries';

const DANGER =
  /[^.!?\n]*\b(?:deadly|danger(?:ous)?|careful|beware|warning|kill|attack|drown|poison|trap|one more step|last)\b[^.!?\n]*[.!?]/i;
/** Things that are named at most. */
const MAX_OBJECTS = 20;

/** What the turn's text shows: the things the tree has here, and the directions the text speaks of. */
export function extractText({ state, moves }: AfterBrief): ExtractorAnswer {
  const reading = state.story?.reading;
  const text = moves.map((move) => move.text).join('\n');
  const things = flatten([...(reading?.visible ?? []), ...(reading?.inventory ?? [])]);
  const exits = DIRECTIONS.filter((direction) => new RegExp(`\\b${direction}\\b`, 'i').test(text));
  return {
    objects: [...new Set(things.map(({ name }) => name))].slice(0, MAX_OBJECTS),
    exits,
    characters: null,
    danger: DANGER.exec(text)?.[0].trim() ?? null,
    summary: firstSentence(text) || 'Nothing was said.',
  };
}

const NOTHING: ChroniclerAnswer = { keep: false, category: null, text: null, supersedes: null };

/** What of the turn is worth keeping: points, deaths, what had an effect, and ways that are dark or blocked. */
export function keepTurn({ state, moves }: AfterBrief): ChroniclerAnswer {
  const keep = (category: ChroniclerAnswer['category'], text: string): ChroniclerAnswer => ({
    keep: true,
    category,
    text,
    supersedes: null,
  });
  const move = moves.at(-1);
  if (!move) return NOTHING;
  if (move.died) return keep('danger', NOTE.deadly(move.command, firstSentence(move.text)));
  const points = countPoints(state, move);
  if (points > 0) return keep('success', NOTE.award(move.command, points));
  const left = /^drop (.+)$/.exec(move.command)?.[1];
  if (left !== undefined && changedWorld(move)) {
    const things = left === 'all' ? describeAll(state) : left;
    return things === '' ? NOTHING : keep('note', NOTE.left(things));
  }
  if (changedWorld(move) && !/^(?:take|drop|get)\b/.test(move.command)) {
    return keep('success', NOTE.worked(move.command, firstSentence(move.text)));
  }
  const names = (state.story?.reading.inventory ?? []).map(({ name }) => name);
  const useless =
    move.moved && move.from !== null ? findUseless(recallRun(state), state.notes, move.from, names) : [];
  if (useless.length > 0) return keep('failure', NOTE.useless(useless));
  const way = describeWay(state, move.from);
  return way ? keep(way.category, way.text) : NOTHING;
}

/** What lies here that was carried. */
function describeAll({ story, progress }: AdventureState): string {
  const here = (story?.reading.visible ?? []).filter(({ id }) => progress.carried.includes(id));
  return here.map(({ name }) => name).join(', ');
}

/** Points that a move brought: the score before it is that of the move before, or where the curve stood. */
function countPoints({ curve, recent }: AdventureState, move: Move): number {
  if (move.score === null) return 0;
  const before =
    recent[recent.indexOf(move) - 1]?.score ?? curve.findLast(([turn]) => turn < move.turn)?.[1] ?? null;
  return before === null ? 0 : move.score - before;
}

/** A dark or blocked way of the place that was just left or stood in, of which nothing is written yet. */
function describeWay(
  { map, notes, exits, story }: AdventureState,
  from: number | null,
): { category: 'danger' | 'failure'; text: string } | null {
  const here = story?.reading.location?.id ?? null;
  // A note belongs to the place where the command was given.
  if (from === null || here !== from) return null;
  const known = new Set(notes.filter(({ place }) => place === from).map(({ text }) => text));
  const dark = (exits ?? []).find(
    ({ to, text, direction }) => to !== null && isDark(text) && !known.has(darkWay(direction)),
  );
  if (dark) return { category: 'danger', text: darkWay(dark.direction) };
  for (const { direction, text } of map.blocked.filter((way) => way.from === from && hasReason(way.text))) {
    const said = `The way ${direction} is blocked: ${firstSentence(text, 100)}`;
    if (!known.has(said)) return { category: 'failure', text: said };
  }
  return null;
}

/** Objectives that the map shows to be reached. */
export function findCompleted({ state }: AfterBrief): CompletionAnswer {
  const active = state.objectives.filter(({ status }) => status === 'active');
  return {
    completed: active.flatMap((objective) => {
      const evidence = isReached(state, objective);
      return evidence === null ? [] : [{ id: objective.id, evidence }];
    }),
  };
}
