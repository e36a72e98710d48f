import type { AfterBrief, CriticBrief, PeriodicBrief } from '../../adventure/briefs';
import { isDeath } from '../../adventure/command/endings';
import { firstSentence, isRefusal, isUnderstood } from '../../adventure/command/refusal';
import { isFair } from '../../adventure/fair/play';
import { DIRECTIONS } from '../../adventure/map/directions';
import { writePlace } from '../../adventure/map/map';
import { isActive } from '../../adventure/objectives/fold';
import { currentPlace, placeKey } from '../../adventure/state';
import type { AdventureState, Move, Note } from '../../adventure/state-types';
import type {
  ChroniclerAnswer,
  CriticAnswer,
  ExtractorAnswer,
  ScholarAnswer,
} from '../../contract/adventure-agents';
import { isReached } from './goals';
import { hasReason, isDark } from './lexicon';
import { changedWorld, NOTE, readWorked, recallRun } from './scene';
import { isSameStep } from './steps';
import { findUseless } from './supplies';
import { darkWay } from './travel';
import { flatten } from './tries';

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

const NOTHING: ChroniclerAnswer = { keep: false, category: null, text: null, corrects: null };

/** Notes points, deaths, effective commands, and dark or blocked ways. */
export function noteTurn({ state, moves }: AfterBrief): ChroniclerAnswer {
  const keep = (category: ChroniclerAnswer['category'], text: string): ChroniclerAnswer => ({
    keep: true,
    category,
    text,
    corrects: null,
  });
  const move = moves.at(-1);
  if (!move) return NOTHING;
  if (move.died) return keep('danger', NOTE.deadly(move.command, firstSentence(move.text)));
  const points = countPoints(state, move);
  if (points > 0) return keep('success', NOTE.award(move.command, points));
  const droppedThing = /^drop (.+)$/.exec(move.command)?.[1];
  if (droppedThing !== undefined && changedWorld(move)) {
    const things = droppedThing === 'all' ? describeAll(state) : droppedThing;
    return things === '' ? NOTHING : keep('note', NOTE.left(things));
  }
  // After an implicit action, even a refused command may have changed the world.
  if (changedWorld(move) && !isRefusal(move.text) && !/^(?:take|drop|get)\b/.test(move.command)) {
    const isWritten = state.notes.some((note) => {
      const before = note.place === move.from && note.correctedBy === null ? readWorked(note.text) : null;
      return before !== null && isSameStep(before, move);
    });
    // For a dial, only the first step is noted.
    return isWritten ? NOTHING : keep('success', NOTE.worked(move.command, firstSentence(move.text)));
  }
  const names = (state.story?.reading.inventory ?? []).map(({ name }) => name);
  const useless =
    move.moved && move.from !== null ? findUseless(recallRun(state), state.notes, move.from, names) : [];
  if (useless.length > 0) return keep('failure', NOTE.useless(useless));
  const way = describeWay(state, move.from);
  return way ? keep(way.category, way.text) : NOTHING;
}

function describeAll({ story, progress }: AdventureState): string {
  const here = (story?.reading.visible ?? []).filter(({ id }) => progress.carried.includes(id));
  return here.map(({ name }) => name).join(', ');
}

/** Points of a move: its score minus the previous move's, or the curve's. */
function countPoints({ curve, recent }: AdventureState, move: Move): number {
  if (move.score === null) return 0;
  const before =
    recent[recent.indexOf(move) - 1]?.score ?? curve.findLast(([turn]) => turn < move.turn)?.[1] ?? null;
  return before === null ? 0 : move.score - before;
}

/** A dark or blocked way of the place just left or stayed in, without a note yet. */
function describeWay(
  state: AdventureState,
  from: number | null,
): { category: 'danger' | 'failure'; text: string } | null {
  const { map, notes, exits } = state;
  // A note's place is the place of its command.
  if (from === null || currentPlace(state) !== from) return null;
  const writtenTexts = new Set(notes.filter(({ place }) => place === from).map(({ text }) => text));
  const dark = (exits ?? []).find(
    ({ to, text, direction }) => to !== null && isDark(text) && !writtenTexts.has(darkWay(direction)),
  );
  if (dark) return { category: 'danger', text: darkWay(dark.direction) };
  for (const { direction, text } of map.blocked.filter((way) => way.from === from && hasReason(way.text))) {
    const noteText = `The way ${direction} is blocked: ${firstSentence(text, 100)}`;
    if (!writtenTexts.has(noteText)) return { category: 'failure', text: noteText };
  }
  return null;
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
  const here = placeKey(currentPlace(state));
  if (Object.hasOwn(state.vain[here] ?? {}, command)) {
    const isSame = state.vain[here]?.[command] === state.world;
    return answer(isSame ? -0.7 : -0.1, 'It was tried here before, and did nothing.');
  }
  if (!isUnderstood(step.text))
    return answer(-0.5, `The story does not take it: ${firstSentence(step.text)}`);
  return answer(0, 'It changes nothing, but may tell something.');
}
