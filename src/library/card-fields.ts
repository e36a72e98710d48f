import type { LibraryCharacter } from '../api/library';
import type { Json, JsonObject } from '../base/json';
import { readVoice, writeVoice } from './card-voice';

/** The fields of a character that one field of a card holds. */
type Part = Partial<LibraryCharacter>;

/** A field of a card's `data`, and what it is to us. The book and our own extension have rules of their own. */
export interface CardField {
  /** Reads a character's part from the field; a value of the wrong type counts as empty. */
  read(value: Json, name: string): Part;
  /** Writes the field from a character. */
  write(character: LibraryCharacter): Json;
}

type TextField = {
  [F in keyof LibraryCharacter]: LibraryCharacter[F] extends string ? F : never;
}[keyof LibraryCharacter];
type ListField = 'alternateGreetings' | 'tags';

/** `most`: what is longer is cut, as it is a label; the card keeps the whole. Texts without it are never cut. */
const text = (field: TextField, most = Number.POSITIVE_INFINITY): CardField => ({
  read: (value) => ({ [field]: typeof value === 'string' ? value.slice(0, most) : '' }),
  write: (character) => character[field],
});

const list = (field: ListField, most = Number.POSITIVE_INFINITY, items = most): CardField => ({
  read: (value) => ({
    [field]: (Array.isArray(value) ? value : [])
      .filter((item) => typeof item === 'string')
      .slice(0, items)
      .map((item) => item.slice(0, most)),
  }),
  write: (character) => character[field],
});

/** Fields by their names in `data` of a V2 or V3 card. */
export const CARD_FIELDS: Readonly<Record<string, CardField>> = {
  name: {
    read: (value) => ({ name: typeof value === 'string' ? value.trim().slice(0, 80).trim() : '' }),
    write: ({ name }) => name,
  },
  description: text('description'),
  personality: text('personality'),
  scenario: text('scenario'),
  first_mes: text('firstMessage'),
  mes_example: {
    read: (value, name) => ({ voice: typeof value === 'string' ? readVoice(value, name) : [] }),
    write: ({ voice }) => writeVoice(voice),
  },
  creator_notes: text('creatorNotes'),
  system_prompt: text('systemPrompt'),
  post_history_instructions: text('postHistoryInstructions'),
  alternate_greetings: list('alternateGreetings'),
  tags: list('tags', 100, 100),
  creator: text('creator', 400),
  character_version: text('version', 100),
};

/** Required fields of a V2 card, empty. */
export const EMPTY_CARD: Readonly<JsonObject> = {
  name: '',
  description: '',
  personality: '',
  scenario: '',
  first_mes: '',
  mes_example: '',
  creator_notes: '',
  system_prompt: '',
  post_history_instructions: '',
  alternate_greetings: [],
  tags: [],
  creator: '',
  character_version: '',
  extensions: {},
};

/** Our fields that have another name in a card. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    firstMessage: 'first_mes',
    voice: 'mes_example',
    creatorNotes: 'creator_notes',
    systemPrompt: 'system_prompt',
    postHistoryInstructions: 'post_history_instructions',
    alternateGreetings: 'alternate_greetings',
    version: 'character_version',
    lorebook: 'character_book',
    goals: 'extensions/proscenium/goals',
    secrets: 'extensions/proscenium/secrets',
  }),
);

/** A pointer into a character as one into its card, whose fields are at `at`. */
export function toCardPointer(pointer: string, at: string): string {
  const [, field = '', ...inside] = pointer.split('/');
  return [at, NAMES.get(field) ?? field, ...inside].join('/');
}
