import { lazy } from '../../base/memoize';
import { fnv1a } from '../../base/random';
import type { Notes } from '../../contract/create-scene';
import { fillMacros, type MacroValues } from '../lore/macros';
import type { CardField } from '../state';
import { type CastMember, listCast, type Persona, type SceneState } from '../state';

/**
 * Scenes store texts with their macros, and fill them in on each read, so that they follow a renamed player.
 */

type NamedText = { name: string; nickname?: string | undefined };

export const characterMacros = ({ name, nickname }: NamedText): string => nickname || name;

interface Source {
  cast: readonly NamedText[];
  personas: readonly Persona[];
  scenario: string;
  seed: string;
  /**
   * Time of the input that the scene answers or answered last, so that a replay fills in the same. Unset:
   * unknown.
   */
  time?: string | undefined;
}

export const readSource = (state: SceneState): Source => ({
  ...{ cast: listCast(state), personas: state.personas, scenario: state.scenario, seed: state.seed },
  time: state.answering.at(-1)?.at ?? state.createdAt,
});

export interface Reading {
  /** Persona that reads the text: `{{user}}` becomes "you" for it if there are others. */
  reader?: string | null | undefined;
  /** The persona for `{{user}}` and `{{persona}}`. Default: all of them. */
  speaker?: Persona | null | undefined;
  /** Seed of `{{random:…}}` and `{{roll:…}}`. Default: the scene's, for constant results. */
  dice?: string | undefined;
}

/** Returns the macro values for the texts of a character; null: for texts of the scene. */
export function readMacros(
  { cast, personas, scenario, seed, time }: Source,
  owner: NamedText | null,
  { reader, speaker, dice }: Reading = {},
): MacroValues {
  const others = personas.filter(({ id }) => id !== reader);
  const isReader = personas.length > 1 && others.length < personas.length;
  const names = [...(isReader ? ['you'] : []), ...(isReader ? others : personas).map(({ name }) => name)];
  const own = owner ?? cast[0];
  const char = own ? characterMacros(own) : '';
  const values: MacroValues = { char, user: speaker?.name ?? names, pick: seed, dice: dice ?? seed };
  const group = cast.map(({ name }) => name).join(', ');
  const everybody = [...cast.map(characterMacros), ...personas.map(({ name }) => name)];
  const base = {
    ...{ group, groupnotmuted: group, charifnotgroup: cast.length > 1 ? group : char },
    notchar: everybody.filter((name) => name !== char).join(', '),
    ...(time !== undefined && timeWords(new Date(time))),
  };
  // Neither may contain itself.
  const inner = { ...base, persona: '', scenario: '' };
  // Lazy and cached, because a text may use the macro often.
  const fillPersona = lazy(() =>
    (speaker ? [speaker] : personas)
      .map((one) => fillMacros(one.description, { ...values, user: one.name, words: inner }))
      .join('\n'),
  );
  const fillScenario = lazy(() => fillMacros(scenario, { ...values, words: inner }));
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

/**
 * Times in UTC. Formatted by hand: runtimes may change their format, and a replay must build the same prompt.
 */
function timeWords(time: Date): Record<string, string> {
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

/** Fills in the texts with several readers: scenario, notes, facts, personas, and card descriptions. */
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
  // Once filled in, it could differ from the same line in an example, and the prompt would contain both.
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

/** Hash of a text with its macros, and of the names in it: a summary belongs to one of them. */
export const summaryKey = (text: string, { user = '' }: MacroValues): number => fnv1a(`${text}\n${user}`);

/** Label for `{{user}}` in an example with several players. */
const SOMEONE = 'Someone';

/**
 * Fills in the texts that only the character's own prompts contain; their dice are rolled again in each
 * round.
 */
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
