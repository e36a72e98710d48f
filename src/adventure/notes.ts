import { placeName, type StoryMap } from 'story-player/memory';
import type { ChroniclerAnswer } from '../contract/adventure-agents';
import type { SharedMemory } from '../contract/stories';
import { fitLines, flatten } from './lines';
import type { Note, NotePayload } from './state-types';

/** In characters. */
export const MAX_NOTE = 300;
/** Limits: active notes, corrected notes, and notes from other runs. */
const MAX_ACTIVE = 400;
const MAX_CORRECTED = 200;
export const MAX_ADOPTED = 100;

export interface SharedNotes {
  notes: Note[];
  knowledge: string | null;
}

/**
 * Converts the stored memory of a story.
 * @param memory null if the store was unavailable
 */
export const fromShared = (memory: SharedMemory | null): SharedNotes => ({
  notes: (memory?.notes ?? []).map(({ id, place, category, text, turn, episode }) => ({
    ...{ id, place, category, text, turn, episode },
    correctedBy: null,
  })),
  knowledge: memory?.knowledge?.text ?? null,
});

/** A new note; the run decides who may use it. */
type WrittenNote = Omit<NotePayload, 'story' | 'placeName'>;

const isActive = ({ correctedBy }: Note): boolean => correctedBy === null;

/** Equal for notes that differ only in case, spacing and punctuation. */
const noteText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * The chronicler's note; null if it keeps none, is empty or repeats an active note of the place. It can correct only
 * active notes of its own place; other ids are ignored.
 */
export function writeNote(
  notes: readonly Note[],
  { keep, category, text, corrects }: ChroniclerAnswer,
  { episode, place }: Pick<Note, 'episode' | 'place'>,
): WrittenNote | null {
  const newText = flatten(text ?? '', MAX_NOTE);
  const saying = noteText(newText);
  if (!keep || saying === '') return null;
  const here = notes.filter((note) => isActive(note) && note.place === place);
  if (here.some((note) => noteText(note.text) === saying)) return null;
  const correctedIds = new Set(corrects?.map((id) => id.trim().toUpperCase()));
  return {
    id: `M${lastNumber(notes, 'M') + 1}`,
    place,
    category: category ?? 'note',
    text: newText,
    episode,
    corrects: here.filter(({ id }) => correctedIds.has(id)).map(({ id }) => id),
  };
}

const lastNumber = (notes: readonly Note[], letter: 'M' | 'S'): number =>
  notes.reduce(
    (last, { id }) => (id.startsWith(letter) ? Math.max(last, Number(id.slice(1)) || 0) : last),
    0,
  );

/** Adds a note and marks the notes that it corrects, which are no longer shown. */
export function foldNote(notes: readonly Note[], written: WrittenNote, turn: number): Note[] {
  const { id, place, category, text, episode, corrects } = written;
  const newNotes = notes.map((note) =>
    isActive(note) && corrects.includes(note.id) ? { ...note, correctedBy: id } : note,
  );
  return bound([...newNotes, { id, place, category, text, turn, episode, correctedBy: null }]);
}

/** Drops the oldest notes, dangers last. Keeps the newest, whose number determines the next id. */
function bound(notes: Note[]): Note[] {
  const newest = notes.at(-1);
  const active = notes.filter((note) => isActive(note) && note !== newest);
  const goes = [...active.filter((note) => !isDanger(note)), ...active.filter(isDanger)].slice(
    0,
    Math.max(0, active.length + 1 - MAX_ACTIVE),
  );
  const correctedNotes = notes.filter((note) => !isActive(note));
  const droppedNotes = new Set([
    ...goes,
    ...correctedNotes.slice(0, Math.max(0, correctedNotes.length - MAX_CORRECTED)),
  ]);
  return droppedNotes.size === 0 ? notes : notes.filter((note) => !droppedNotes.has(note));
}

const isDanger = ({ category }: Note): boolean => category === 'danger';

/**
 * Active notes for a place, most useful first: its own, then dangers at places that known ways lead to, then notes
 * without a place; newest first within each.
 */
export function notesFor(notes: readonly Note[], place: number | null, map: Pick<StoryMap, 'edges'>): Note[] {
  const active = notes.filter(isActive).reverse();
  const near = new Set(map.edges.filter(({ from }) => from === place).map(({ to }) => to));
  const own = active.filter((note) => place !== null && note.place === place);
  const dangers = active.filter(
    (note) => isDanger(note) && note.place !== null && note.place !== place && near.has(note.place),
  );
  return [...own, ...dangers, ...active.filter((note) => note.place === null)];
}

/**
 * Writes notes for a prompt as far as they fit, in the given order: `[danger] The troll attacks. (L7, turn 31)`. Omits
 * corrected notes and marks those from other runs.
 * @param options.ids start each note with its id, for reference
 */
export function renderNotes(
  notes: readonly Note[],
  { maxCharacters, ids = false }: { maxCharacters: number; ids?: boolean },
): string {
  const lines = notes.filter(isActive).map(({ id, place, category, text, turn }) => {
    const when = id.startsWith('S') ? 'earlier run' : `turn ${turn}`;
    const where = place === null ? '' : `${placeName(place)}, `;
    return `- ${ids ? `${id} ` : ''}[${category}] ${text} (${where}${when})`;
  });
  return fitLines(lines, maxCharacters);
}

/**
 * Adds notes from other runs of the story under new ids (`S1`…), at most {@link MAX_ADOPTED}: dangers first, then in
 * the given order. Skips notes that the run already has or corrected.
 */
export function adoptNotes(notes: readonly Note[], others: readonly Note[]): Note[] {
  const keyOf = ({ place, text }: Note): string => `${place} ${noteText(text)}`;
  const ownKeys = new Set(notes.map(keyOf));
  const newNotes: Note[] = [];
  let room = MAX_ADOPTED - notes.filter(({ id }) => id.startsWith('S')).length;
  let n = lastNumber(notes, 'S');
  const active = others.filter(isActive);
  for (const other of [...active.filter(isDanger), ...active.filter((note) => !isDanger(note))]) {
    const text = flatten(other.text, MAX_NOTE);
    const key = keyOf({ ...other, text });
    if (room <= 0) break;
    if (noteText(text) === '' || ownKeys.has(key)) continue;
    ownKeys.add(key);
    room -= 1;
    n += 1;
    newNotes.push({ ...other, text, id: `S${n}` });
  }
  // Before the run's own notes, because they are older; within them, oldest first.
  return [...newNotes.reverse(), ...notes];
}
