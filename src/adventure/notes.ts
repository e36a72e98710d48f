import type { ChroniclerAnswer } from '../contract/adventure-agents';
import type { SharedMemory } from '../contract/stories';
import { fitLines, flatten } from './lines';
import { placeName } from './map/map';
import type { AdventureMap, Note, NotePayload } from './state-types';

/** Most characters of a note; a longer one is cut. */
export const MAX_NOTE = 300;
/** Notes that hold and that a run keeps, notes that were corrected, and notes of other runs among all. */
const MAX_ACTIVE = 400;
const MAX_CORRECTED = 200;
export const MAX_ADOPTED = 100;

/** Memory of other runs of a story. */
export interface Shared {
  notes: Note[];
  knowledge: string | null;
}

/** Converts the stored memory of a story. @param memory null: the store did not answer */
export const fromShared = (memory: SharedMemory | null): Shared => ({
  notes: (memory?.notes ?? []).map(({ id, place, category, text, turn, episode }) => ({
    ...{ id, place, category, text, turn, episode },
    correctedBy: null,
  })),
  knowledge: memory?.knowledge?.text ?? null,
});

/** A note as it is decided; who else may use it is the run's to say. */
type Written = Omit<NotePayload, 'story' | 'placeName'>;

const isActive = ({ correctedBy }: Note): boolean => correctedBy === null;

/** Returns the text that equal notes share: case, spacing and marks make no difference. */
const sayingOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * The note that the chronicler's answer makes; null when there is nothing to keep: it says so, says nothing, or says
 * what an active note of the place says already. It corrects active notes of its own place only; other ids are
 * ignored.
 */
export function writeNote(
  notes: readonly Note[],
  { keep, category, text, corrects }: ChroniclerAnswer,
  { episode, place }: Pick<Note, 'episode' | 'place'>,
): Written | null {
  const newText = flatten(text ?? '', MAX_NOTE);
  const saying = sayingOf(newText);
  if (!keep || saying === '') return null;
  const here = notes.filter((note) => isActive(note) && note.place === place);
  if (here.some((note) => sayingOf(note.text) === saying)) return null;
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

/** The notes with one more. Those that it corrects are kept, marked, and shown no longer. */
export function foldNote(notes: readonly Note[], written: Written, turn: number): Note[] {
  const { id, place, category, text, episode, corrects } = written;
  const newNotes = notes.map((note) =>
    isActive(note) && corrects.includes(note.id) ? { ...note, correctedBy: id } : note,
  );
  return bound([...newNotes, { id, place, category, text, turn, episode, correctedBy: null }]);
}

/** Lets the oldest go, dangers last. The newest note stays: the number of the next one is counted from it. */
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
 * Active notes that matter at a place, the most useful first: its own, then dangers at the places that a known way leads
 * to, then what holds nowhere in particular; of each the newest first.
 */
export function notesFor(
  notes: readonly Note[],
  place: number | null,
  map: Pick<AdventureMap, 'edges'>,
): Note[] {
  const active = notes.filter(isActive).reverse();
  const near = new Set(map.edges.filter(({ from }) => from === place).map(({ to }) => to));
  const own = active.filter((note) => place !== null && note.place === place);
  const dangers = active.filter(
    (note) => isDanger(note) && note.place !== null && note.place !== place && near.has(note.place),
  );
  return [...own, ...dangers, ...active.filter((note) => note.place === null)];
}

/**
 * Notes for a prompt, in the order given, as far as the characters go: `[danger] The troll attacks. (L7, turn 31)`.
 * Corrected notes are left out; those of other runs are marked.
 *
 * @param options.ids whether each begins with its id, so that it can be named
 */
export function writeNotes(
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
 * A run's notes with those of other runs of its story, under ids of their own (`S1`…). Dangers come first, then as they
 * are given (the newest first, as a rule); what the run has noted or corrected already is left out, and there are never
 * more than {@link MAX_ADOPTED}.
 */
export function adoptNotes(notes: readonly Note[], others: readonly Note[]): Note[] {
  const keyOf = ({ place, text }: Note): string => `${place} ${sayingOf(text)}`;
  const ownKeys = new Set(notes.map(keyOf));
  const newNotes: Note[] = [];
  let room = MAX_ADOPTED - notes.filter(({ id }) => id.startsWith('S')).length;
  let n = lastNumber(notes, 'S');
  const active = others.filter(isActive);
  for (const other of [...active.filter(isDanger), ...active.filter((note) => !isDanger(note))]) {
    const text = flatten(other.text, MAX_NOTE);
    const key = keyOf({ ...other, text });
    if (room <= 0) break;
    if (sayingOf(text) === '' || ownKeys.has(key)) continue;
    ownKeys.add(key);
    room -= 1;
    n += 1;
    newNotes.push({ ...other, text, id: `S${n}` });
  }
  // Before the run's own: they are older. The order within is kept by going from the oldest to the newest.
  return [...newNotes.reverse(), ...notes];
}
