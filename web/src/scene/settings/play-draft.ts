import type { Json } from '../../../../src/base/json';
import type { Direction, LineLength, SceneSettings } from '../../../../src/contract/context';
import type { CreateScene } from '../../../../src/contract/create-scene';
import { CHARACTER_RULES, NARRATOR_RULES } from '../../../../src/contract/scene-rules';
import { isSame } from '../../library/item-draft';

/** The instructions of a scene whose owner has not customized them. */
export const BUILT_IN_RULES = { character: CHARACTER_RULES, narrator: NARRATOR_RULES } as const;
export type RuleOption = keyof typeof BUILT_IN_RULES;

/** Talkativeness of a character without a setting, in percent. */
export const USUAL_TALK = 50;

/** A length as a choice: a name, or a number of paragraphs. */
export type LengthChoice = string;

/** Fields for director, turn order, reply length and style. */
export interface PlayDraft {
  director: SceneSettings['director'];
  approvePlans: boolean;
  speakers: SceneSettings['speakers'];
  /** Null: an empty field, which changes nothing. */
  maxActors: number | null;
  length: LengthChoice;
  /** By character ID; empty: use `length`. */
  lengths: Record<string, LengthChoice>;
  playersChoose: boolean;
  /** In percent, by id of a character; null: {@link USUAL_TALK}. */
  talkativeness: Record<string, number | null>;
  /** null: the defaults. */
  rules: Record<RuleOption, string | null>;
  direction: Omit<Direction, 'tone'> & { tone: string };
}

/** Default settings of a scene. A test compares them with the server's. */
export const DEFAULT_PLAY: PlayDraft = {
  ...{
    director: 'auto',
    approvePlans: false,
    speakers: 'natural',
    maxActors: 3,
    length: 'medium',
    playersChoose: false,
  },
  ...{ lengths: {}, talkativeness: {} },
  rules: { character: null, narrator: null },
  direction: { tone: '', pacing: 'even', spotlight: 'even', yields: 'even' },
};

export const toPlayDraft = (settings: SceneSettings): PlayDraft => ({
  director: settings.director,
  approvePlans: settings.approvePlans,
  speakers: settings.speakers,
  maxActors: settings.maxActors,
  length: String(settings.length),
  playersChoose: settings.playersChoose,
  lengths: mapValues(settings.lengths, String),
  talkativeness: mapValues(settings.talkativeness, (share) => Math.round(share * 100)),
  rules: settings.rules,
  direction: { ...settings.direction, tone: settings.direction.tone ?? '' },
});

/** The settings in API form; null resets a character or a text to its default. */
export const toSettings = (play: PlayDraft) => ({
  ...play,
  maxActors: play.maxActors ?? undefined,
  length: toLength(play.length),
  lengths: mapValues(play.lengths, (choice) => (choice ? toLength(choice) : null)),
  talkativeness: mapValues(play.talkativeness, (percent) => (percent === null ? null : percent / 100)),
  rules: mapValues(play.rules, (text) => (text?.trim() ? text : null)),
  direction: { ...play.direction, tone: play.direction.tone.trim() === '' ? null : play.direction.tone },
});

/** Returns the settings that differ from the defaults. */
export const unusualSettings = (play: PlayDraft): CreateScene['settings'] =>
  changedSettings(toSettings(DEFAULT_PLAY), toSettings(play)) as CreateScene['settings'];

/**
 * Returns the differences of two values by key; undefined: none. A removed key becomes null; undefined values are
 * ignored.
 */
export function changedSettings(before: unknown, now: unknown): unknown {
  if (!isRecord(before) || !isRecord(now))
    return now === undefined || isSame((before ?? null) as Json, now as Json) ? undefined : now;
  const [old, current] = [new Map(Object.entries(before)), new Map(Object.entries(now))];
  const changes = [...new Set([...old.keys(), ...current.keys()])].flatMap((key) => {
    const change = changedSettings(old.get(key), current.has(key) ? current.get(key) : null);
    return change === undefined ? [] : [[key, change] as const];
  });
  return changes.length > 0 ? Object.fromEntries(changes) : undefined;
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The same without settings of characters that are not in the cast.
 *
 * @param ids IDs of the cast
 */
export function mergeCast(play: PlayDraft, ids: readonly string[]): PlayDraft {
  const ofCast = <T>(map: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(map).filter(([id]) => ids.includes(id)));
  return { ...play, lengths: ofCast(play.lengths), talkativeness: ofCast(play.talkativeness) };
}

const toLength = (choice: LengthChoice): LineLength =>
  /^\d+$/.test(choice) ? Number(choice) : (choice as LineLength);

export const mapValues = <K extends string, A, B>(
  map: Record<K, A>,
  to: (value: A, key: K) => B,
): Record<K, B> =>
  Object.fromEntries(
    (Object.entries(map) as [K, A][]).map(([key, value]) => [key, to(value, key)]),
  ) as Record<K, B>;
