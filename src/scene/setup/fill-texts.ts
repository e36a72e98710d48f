import { lazily } from '../../base/memoize';
import { fnv1a } from '../../base/random';
import type { Notes } from '../../contract/create-scene';
import { fillMacros, type MacroValues } from '../lore/macros';
import type { CardField } from '../state';
import { type CastMember, listCast, type Persona, type SceneState } from '../state';

/**
 * Scenes keep their texts as they were written, macros included. They are filled in wherever somebody reads them, so that
 * they follow a player who gets another name.
 */

/** The owner of texts that are filled in. */
type Named = { name: string; nickname?: string | undefined };

/** Returns the name for `{{char}}` in the texts of a character. */
export const callCharacter = ({ name, nickname }: Named): string => nickname || name;

/** The part of a scene that macros stand for. */
interface Source {
  cast: readonly Named[];
  personas: readonly Persona[];
  scenario: string;
  seed: string;
  /** That of the input which the scene answers, or answered last: a replay asks the same. Absent: not known. */
  time?: string | undefined;
}

export const readSource = (state: SceneState): Source => ({
  ...{ cast: listCast(state), personas: state.personas, scenario: state.scenario, seed: state.seed },
  time: state.answering.at(-1)?.at ?? state.createdAt,
});

/** Who reads a text, and when. */
export interface Reading {
  /** Id of the persona that reads it: `{{user}}` is "you" to them if there are others. */
  reader?: string | null | undefined;
  /** The persona that `{{user}}` and `{{persona}}` mean. Default: all of them. */
  speaker?: Persona | null | undefined;
  /** Seed of `{{random:…}}` and `{{roll:…}}`. Default: the scene's, so that they stay the same. */
  dice?: string | undefined;
}

/** Returns the values of macros in the texts of a character; null: texts of the whole scene. */
export function readMacros(
  { cast, personas, scenario, seed, time }: Source,
  owner: Named | null,
  { reader, speaker, dice }: Reading = {},
): MacroValues {
  const others = personas.filter(({ id }) => id !== reader);
  const isReader = personas.length > 1 && others.length < personas.length;
  const names = [...(isReader ? ['you'] : []), ...(isReader ? others : personas).map(({ name }) => name)];
  const own = owner ?? cast[0];
  const char = own ? callCharacter(own) : '';
  const values: MacroValues = { char, user: speaker?.name ?? names, pick: seed, dice: dice ?? seed };
  const group = cast.map(({ name }) => name).join(', ');
  const everybody = [...cast.map(callCharacter), ...personas.map(({ name }) => name)];
  const base = {
    ...{ group, groupnotmuted: group, charifnotgroup: cast.length > 1 ? group : char },
    notchar: everybody.filter((name) => name !== char).join(', '),
    ...(time !== undefined && wordsForTime(new Date(time))),
  };
  // Neither may hold itself.
  const inner = { ...base, persona: '', scenario: '' };
  // Each is filled in at most once, however often a text names it.
  const fillPersona = lazily(() =>
    (speaker ? [speaker] : personas)
      .map((one) => fillMacros(one.description, { ...values, user: one.name, words: inner }))
      .join('\n'),
  );
  const fillScenario = lazily(() => fillMacros(scenario, { ...values, words: inner }));
  const words = {
    ...base,
    get persona() {
      return fillPersona();
    },
    get scenario() {
      return fillScenario();
    },
  };
  return { ...values, words };
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** Times in UTC, written out here: a runtime may change how it writes them, and a replay must ask the same. */
function wordsForTime(time: Date): Record<string, string> {
  const iso = time.toISOString();
  const hour = time.getUTCHours();
  return {
    time: `${hour % 12 || 12}:${iso.slice(14, 16)} ${hour < 12 ? 'AM' : 'PM'}`,
    date: `${MONTHS[time.getUTCMonth()]} ${time.getUTCDate()}, ${time.getUTCFullYear()}`,
    weekday: DAYS[time.getUTCDay()] ?? '',
    isotime: iso.slice(11, 16),
    isodate: iso.slice(0, 10),
  };
}

/** Fills in the texts that several readers see: the scenario, notes, facts, personas, and what cards are about. */
export function fillTexts(state: SceneState, reading: Pick<Reading, 'reader'> = {}): SceneState {
  const source = readSource(state);
  const sceneMacros = readMacros(source, null, reading);
  const fill = (text: string) => fillMacros(text, sceneMacros);
  return {
    ...state,
    scenario: fill(state.scenario),
    notes: mapValues(state.notes, fill) as Notes,
    world: mapValues(state.world, fill),
    trackers: mapValues(state.trackers, fill),
    personas: state.personas.map((persona) => fillPersona(persona, sceneMacros)),
    cast: mapValues(state.cast, (member) => fillMember(member, readMacros(source, member, reading))),
  };
}

export const mapValues = <A, B>(
  map: Readonly<Record<string, A>>,
  change: (value: A) => B,
): Record<string, B> => Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));

function fillPersona(persona: Persona, shared: MacroValues): Persona {
  const fill = (text: string) => fillMacros(text, { ...shared, user: persona.name });
  const { description, secrets } = persona;
  return {
    ...persona,
    description: fill(description),
    ...(secrets !== undefined && { secrets: fill(secrets) }),
  };
}

function fillMember(member: CastMember, values: MacroValues): CastMember {
  const fill = (text: string) => fillMacros(text, values);
  const { description, personality, goals, secrets, voice, examples } = member;
  // Filled in, it could differ from the same line of an example, and would be told twice.
  const isInExample = (line: string): boolean =>
    fill(line) !== line && examples.some((example) => example.includes(line));
  const summaries = Object.fromEntries(
    Object.entries(member.summaries ?? {}).filter(
      ([field, { of }]) => of === summaryKey(member[field as CardField], values),
    ),
  );
  return {
    ...member,
    summaries,
    description: fill(description),
    personality: fill(personality),
    goals: fill(goals),
    secrets: fill(secrets),
    voice: voice.filter((line) => !isInExample(line)).map(fill),
    state: mapValues(member.state, fill) as CastMember['state'],
  };
}

/** The key of a text as it was written, and of the names in it: a summary holds for one of them. */
export const summaryKey = (text: string, { user = '' }: MacroValues): number => fnv1a(`${text}\n${user}`);

/** The label of `{{user}}` in an example among several players. */
const SOMEONE = 'Someone';

/** Fills in the texts for the prompts of a character alone, in which dice are thrown again for each round. */
export function fillForPrompt(
  { instructions, postHistory, depthPrompt, examples }: CastMember,
  values: MacroValues,
): Pick<CastMember, 'instructions' | 'postHistory' | 'depthPrompt' | 'examples'> {
  const fill = (text: string) => fillMacros(text, values);
  const isOne = typeof values.user === 'string' || values.user?.length === 1;
  const inExamples = isOne ? values : { ...values, user: SOMEONE };
  return {
    instructions: fill(instructions),
    postHistory: fill(postHistory),
    depthPrompt: depthPrompt && { ...depthPrompt, text: fill(depthPrompt.text) },
    examples: examples.map((text) => fillMacros(text, inExamples)),
  };
}
