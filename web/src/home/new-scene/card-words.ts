import { toSlug } from '../../../../src/base/slug';
import type { LibraryItem } from '../../../../src/contract/library';
import { fillMacros } from '../../../../src/scene/lore/macros';

/** A chosen card with its name in this scene. */
export interface Member {
  /** Id in the library. */
  card: string;
  /** Its ID in the scene; empty if the name makes none. */
  id: string;
  name: string;
  /** Replaces `{{char}}` in its texts. */
  called: string;
  scenario: string;
  /** Possible opening lines with their position in the card; empty ones are left out. */
  greetings: { at: number; text: string }[];
  /** Entries of the book in its card; null without one. */
  entries: number | null;
}

/** Reads a card as the scene will have it. */
export function toMember(
  { id: card, body }: LibraryItem<'character'>,
  { names }: { names: Record<string, string> },
): Member {
  const ownName = names[card]?.trim() ?? '';
  const name = ownName === '' ? body.name : ownName;
  const texts = [body.firstMessage, ...body.alternateGreetings, ...body.groupGreetings];
  return {
    ...{ card, id: toSlug(name), name, scenario: body.scenario },
    // A card's nickname replaces the card's name, not a custom one.
    called: ownName === '' ? body.nickname || name : name,
    greetings: texts.flatMap((text, at) => (text.trim() === '' ? [] : [{ at, text }])),
    entries: body.lorebook?.entries.length ?? null,
  };
}

/** Fills in the placeholders of a card: the character's name and the player's. */
export const readAs = (text: string, { called }: Member, you: string): string =>
  fillMacros(text, { char: called, user: you.trim() || ['you'], pick: '', dice: '' }).trim();

/** Finds the opening character and greeting; null: none. By default a scene uses the first greeting, a game none. */
export function findOpening(
  { opening, isGame }: { opening: string | null; isGame: boolean },
  members: readonly Member[],
): { member: Member; at: number } | null {
  if (opening === '' || (opening === null && isGame)) return null;
  const able = members.filter(({ greetings, id }) => greetings.length > 0 && id !== '');
  const [card, at] = (opening ?? '').split('/');
  const member = able.find((one) => one.card === card) ?? able[0];
  const [first] = member?.greetings ?? [];
  if (!member || !first) return null;
  const isThere = member.card === card && member.greetings.some((one) => one.at === Number(at));
  return { member, at: isThere ? Number(at) : first.at };
}

/** The scenarios of the cards, as the scene puts them together. @param you null: its other macros stay, for editing */
export function joinScenarios(members: readonly Member[], you: string | null): string {
  const texts = members.map((member) =>
    you === null
      ? fillMacros(member.scenario, { char: member.called }).trim()
      : readAs(member.scenario, member, you),
  );
  return [...new Set(texts.filter((text) => text !== ''))].join('\n\n');
}

/** A title made of the names: "Mara", "Mara and Tom", "Mara, Tom and two more". */
export function nameScene(members: readonly Member[]): string {
  const names = members.map(({ name }) => name);
  if (names.length < 3) return names.join(' and ');
  return names.length === 3
    ? `${names[0]}, ${names[1]} and ${names[2]}`
    : `${names[0]}, ${names[1]} and ${names.length - 2} more`;
}
