import type { CharacterInput } from '../api/create-scene';
import type { LibraryCharacter } from '../api/library';
import type { Json } from '../base/json';
import { isObject } from '../base/json';
import { fillMacros } from '../lore/macros';

/** Limits of a character in a scene, where a card may be longer. */
const MAX = { description: 8000, personality: 2000, instructions: 8000, voice: 20, line: 400 } as const;
const CUT = ' […]';

/**
 * A character of the library as a member of a cast: what a model plays. `{{char}}` and `{{user}}` are filled in; what is
 * too long is cut, with a mark; a card's scenario is part of who it is, and its
 * character's note stands last among the instructions.
 */
export function cardToCharacter(card: LibraryCharacter, player: string): CharacterInput {
  const fill = (text: string): string => fillMacros(text, card.name, player);
  const description = [card.description, card.scenario].filter((text) => text.trim() !== '').join('\n\n');
  const instructions = [card.systemPrompt, card.postHistoryInstructions, readNote(card)]
    // `{{original}}` stands for a prompt of the card's first home, which is not this one.
    .map((text) => text.replaceAll(/\{\{original\}\}/gi, '').trim())
    .filter((text) => text !== '')
    .join('\n\n');
  return {
    name: card.name,
    description: cut(fill(description), MAX.description),
    personality: cut(fill(card.personality), MAX.personality),
    goals: fill(card.goals),
    secrets: fill(card.secrets),
    instructions: cut(fill(instructions), MAX.instructions),
    voice: card.voice.slice(0, MAX.voice).map((line) => cut(fill(line), MAX.line)),
    location: '',
    mood: '',
    active: true,
  };
}

/**
 * The "character's note" of an imported card (`data.extensions.depth_prompt`): what SillyTavern says among the last
 * messages. Here it has no depth and no role.
 */
function readNote({ extra }: LibraryCharacter): string {
  const inside = (value: Json | undefined, field: string): Json | undefined =>
    isObject(value) ? value[field] : undefined;
  const note = ['data', 'extensions', 'depth_prompt', 'prompt'].reduce(inside, extra.card);
  return typeof note === 'string' ? note : '';
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most - CUT.length).trimEnd() + CUT;
