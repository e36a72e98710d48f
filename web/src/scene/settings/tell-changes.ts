import type { ChangeScene } from '../../../../src/contract/change-scene';
import { lower, say } from '../../words/say';
import { ROLES } from './roles';

/** Sections of the settings, in their order, with their titles. */
export const SECTIONS = {
  scene: 'Scene',
  pace: 'Pace',
  play: 'Director and turn order',
  notes: 'Author’s notes',
  cast: 'Cast',
  players: 'Players',
  facts: 'Facts and trackers',
  books: 'Lorebooks',
  answers: 'Model profile',
  limits: 'Budget',
  prompts: 'Prompts and memory',
} as const;
export type SectionId = keyof typeof SECTIONS;

/** Changes of one section, in words. */
export interface DescribedChange {
  section: SectionId;
  words: string[];
}

const NOTES = { world: 'the world', campaign: 'the campaign', arc: 'the arc', scene: 'this scene' } as const;
const PACE = {
  turnMode: 'when a round starts',
  gatherSeconds: 'wait for players',
  hideLines: 'hidden lines',
  holdForTyping: 'wait for typing',
} as const;
const PLAY = {
  director: 'the director',
  speakers: 'turn order',
  talkativeness: 'talkativeness of characters',
  maxActors: 'max characters per round',
  length: 'length of replies',
  lengths: 'length per character',
  playersChoose: 'alternative replies',
} as const;
const RULES = { character: 'character instructions', narrator: 'narrator instructions' } as const;
const DIRECTION = {
  tone: say('tone'),
  pacing: 'pace of the story',
  spotlight: say('spotlight'),
  yields: 'hand back to players',
} as const;
const LIMITS = { calls: say('calls'), tokens: say('tokens'), money: say('money') } as const;
const PROMPTS = {
  summarizeAfter: 'lines between summaries',
  maxDirectorPasses: 'wrap-up by the director',
  worldAgent: 'world agent',
  thoughts: say('private thoughts'),
} as const;
const MEMORY = { enabled: say('memory'), topK: 'max memories', halfLife: 'fading of memories' } as const;

/** Names of people and things that a change holds by their ids. */
export interface NameLookup {
  cast: readonly { id: string; name: string }[];
  personas: readonly { id: string; name: string }[];
}

/** Formats the keys of a part of a change. */
const wordKeys = (names: Readonly<Record<string, string>>, part: object | undefined): string[] =>
  Object.entries(names).flatMap(([key, words]) => (part && key in part ? [words] : []));

/** Describes a change, section by section. */
export function describeChanges(
  change: ChangeScene | null,
  { cast, personas }: NameLookup,
): DescribedChange[] {
  if (change === null) return [];
  const { settings = {}, notes, world, trackers, characters, budgets, profiles } = change;
  const nameIn = (list: NameLookup['cast']) => (id: string) => list.find((one) => one.id === id)?.name ?? id;
  const countNew = (list: readonly unknown[] | undefined) =>
    list && list.length > 0 ? [`${list.length} new`] : [];
  const { perSeat, ...room } = budgets ?? {};
  const words: Record<SectionId, string[]> = {
    scene: wordKeys({ title: say('title'), scenario: say('scenario'), status: 'closing the scene' }, change),
    pace: wordKeys(PACE, change),
    play: [
      ...wordKeys(PLAY, settings),
      ...wordKeys(DIRECTION, settings.direction),
      ...wordKeys(RULES, settings.rules),
    ],
    notes: wordKeys(NOTES, notes).map((level) => `note of ${level}`),
    cast: [...Object.keys(characters?.change ?? {}).map(nameIn(cast)), ...countNew(characters?.add)],
    players: [
      ...Object.keys(change.personas?.change ?? {}).map(nameIn(personas)),
      ...countNew(change.personas?.add),
    ],
    facts: [...Object.keys(world ?? {}), ...Object.keys(trackers ?? {})],
    books: 'lorebooks' in change ? ['open books'] : [],
    answers: [
      ...wordKeys(ROLES, profiles).map(lower),
      ...Object.keys(profiles?.characters ?? {}).map(nameIn(cast)),
    ],
    limits: [...wordKeys(LIMITS, room), ...wordKeys(LIMITS, perSeat).map((what) => `${what} per player`)],
    prompts: [
      ...wordKeys({ historyWindow: 'recent lines kept' }, change),
      ...wordKeys(PROMPTS, settings),
      ...wordKeys(MEMORY, settings.memory),
    ],
  };
  return (Object.keys(SECTIONS) as SectionId[]).flatMap((section) =>
    words[section].length > 0 ? [{ section, words: words[section] }] : [],
  );
}
