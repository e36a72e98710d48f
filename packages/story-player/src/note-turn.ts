import { firstSentence, isRefusal } from 'zmachine-story';
import { hasReason, isDark } from './lexicon';
import { currentPlace } from './memory';
import { changedWorld, NOTE, readWorked, recallRun } from './scene';
import { isSameStep } from './steps';
import { findUseless } from './supplies';
import { darkWay } from './travel';
import type { Memory, Move, Note } from './types';

type NewNote = Pick<Note, 'category' | 'text'>;

/**
 * The note to keep of a move: points, a death, an effective command, a dark or blocked way; null if none. The player reads
 * its notes in later turns and lives.
 * @param state the memory after the move
 */
export function noteTurn(state: Memory, move: Move): NewNote | null {
  const keep = (category: NewNote['category'], text: string): NewNote => ({ category, text });
  if (move.died) return keep('danger', NOTE.deadly(move.command, firstSentence(move.text)));
  const points = countPoints(state, move);
  if (points > 0) return keep('success', NOTE.award(move.command, points));
  const droppedThing = /^drop (.+)$/.exec(move.command)?.[1];
  if (droppedThing !== undefined && changedWorld(move)) {
    const things = droppedThing === 'all' ? describeAll(state) : droppedThing;
    return things === '' ? null : keep('note', NOTE.left(things));
  }
  // After an implicit action, even a refused command may have changed the world.
  if (changedWorld(move) && !isRefusal(move.text) && !/^(?:take|drop|get)\b/.test(move.command)) {
    const isWritten = state.notes.some((note) => {
      const before = note.place === move.from && note.correctedBy === null ? readWorked(note.text) : null;
      return before !== null && isSameStep(before, move);
    });
    // For a dial, only the first step is noted.
    return isWritten ? null : keep('success', NOTE.worked(move.command, firstSentence(move.text)));
  }
  const names = (state.story?.reading.inventory ?? []).map(({ name }) => name);
  const useless =
    move.moved && move.from !== null ? findUseless(recallRun(state), state.notes, move.from, names) : [];
  if (useless.length > 0) return keep('failure', NOTE.useless(useless));
  return describeWay(state, move.from);
}

function describeAll({ story, progress }: Memory): string {
  const here = (story?.reading.visible ?? []).filter(({ id }) => progress.carried.includes(id));
  return here.map(({ name }) => name).join(', ');
}

/** Points of a move: its score minus the previous move's, or the curve's. */
function countPoints({ curve, recent }: Memory, move: Move): number {
  if (move.score === null) return 0;
  const before =
    recent[recent.indexOf(move) - 1]?.score ?? curve.findLast(([turn]) => turn < move.turn)?.[1] ?? null;
  return before === null ? 0 : move.score - before;
}

/** A dark or blocked way of the place just left or stayed in, without a note yet. */
function describeWay(state: Memory, from: number | null): NewNote | null {
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
