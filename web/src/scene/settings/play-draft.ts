import type { ChangeScene } from '../../../../src/contract/change-scene';
import type { Direction, LineLength, SceneSettings } from '../../../../src/contract/context';
import { CHARACTER_RULES, NARRATOR_RULES } from '../../../../src/contract/scene-rules';

/** The rules that a scene has unless its owner writes others. */
export const BUILT_IN_RULES = { character: CHARACTER_RULES, narrator: NARRATOR_RULES } as const;
export type RuleOf = keyof typeof BUILT_IN_RULES;

/** Talkativeness of a character of which nothing else is said, in percent. */
export const USUAL_TALK = 50;

/** A length as a choice: a name, or a number of paragraphs. */
export type LengthChoice = string;

/** Fields of who leads, who speaks, how long and how. */
export interface PlayDraft {
  director: SceneSettings['director'];
  speakers: SceneSettings['speakers'];
  /** Null: an empty field, which changes nothing. */
  maxActors: number | null;
  length: LengthChoice;
  /** By id of a character; empty: as `length` says. */
  lengths: Record<string, LengthChoice>;
  playersChoose: boolean;
  /** In percent, by id of a character; null: {@link USUAL_TALK}. */
  talkativeness: Record<string, number | null>;
  /** Null: the built-in ones. */
  rules: Record<RuleOf, string | null>;
  direction: Omit<Direction, 'tone'> & { tone: string };
}

/** Settings of a scene about which nothing was said. A test compares them with the server's. */
export const DEFAULT_PLAY: PlayDraft = {
  ...{ director: 'full', speakers: 'natural', maxActors: 3, length: 'medium', playersChoose: false },
  ...{ lengths: {}, talkativeness: {} },
  rules: { character: null, narrator: null },
  direction: { tone: '', pacing: 'even', spotlight: 'even', yields: 'even' },
};

export const playOf = (settings: SceneSettings): PlayDraft => ({
  director: settings.director,
  speakers: settings.speakers,
  maxActors: settings.maxActors,
  length: String(settings.length),
  playersChoose: settings.playersChoose,
  lengths: mapValues(settings.lengths, String),
  talkativeness: mapValues(settings.talkativeness, (share) => Math.round(share * 100)),
  rules: settings.rules,
  direction: { ...settings.direction, tone: settings.direction.tone ?? '' },
});

type SettingsChange = NonNullable<ChangeScene['settings']>;

/** Returns what was changed, key by key; null where a character, or a text, is as usual again. */
export function changedPlay(before: PlayDraft, now: PlayDraft): SettingsChange {
  const { maxActors } = now;
  const lengths = changedKeys(before.lengths, now.lengths, (choice) => (choice ? toLength(choice) : null));
  const talkativeness = changedKeys(before.talkativeness, now.talkativeness, (percent) =>
    percent == null ? null : percent / 100,
  );
  const rules = changedKeys(before.rules, now.rules, (text) => (text?.trim() ? text : null));
  const direction = changedKeys<unknown, unknown>(
    { ...before.direction },
    { ...now.direction },
    (value, key) => (key === 'tone' && String(value).trim() === '' ? null : value),
  );
  return {
    ...(now.director !== before.director && { director: now.director }),
    ...(now.speakers !== before.speakers && { speakers: now.speakers }),
    ...(maxActors !== null && maxActors !== before.maxActors && { maxActors }),
    ...(now.length !== before.length && { length: toLength(now.length) }),
    ...(now.playersChoose !== before.playersChoose && { playersChoose: now.playersChoose }),
    ...(lengths && { lengths }),
    ...(talkativeness && { talkativeness }),
    ...(rules && { rules }),
    ...(direction && { direction: direction as SettingsChange['direction'] }),
  };
}

/** The same without what is said of characters that are not in the cast. @param ids of the cast */
export function keepCast(play: PlayDraft, ids: readonly string[]): PlayDraft {
  const ofCast = <T>(map: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(map).filter(([id]) => ids.includes(id)));
  return { ...play, lengths: ofCast(play.lengths), talkativeness: ofCast(play.talkativeness) };
}

const toLength = (choice: LengthChoice): LineLength =>
  /^\d+$/.test(choice) ? Number(choice) : (choice as LineLength);

const mapValues = <A, B>(map: Record<string, A>, to: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, to(value)]));

/** Returns the keys whose value is another one, with what is sent for it; null when there are none. */
function changedKeys<A, B>(
  before: Record<string, A>,
  now: Record<string, A>,
  send: (value: A | undefined, key: string) => B,
): Record<string, B> | null {
  const [old, current] = [new Map(Object.entries(before)), new Map(Object.entries(now))];
  const keys = [...new Set([...old.keys(), ...current.keys()])];
  const changes = keys.flatMap((key) => {
    const [past, present] = [send(old.get(key), key), send(current.get(key), key)];
    return past === present ? [] : [[key, present] as const];
  });
  return changes.length > 0 ? Object.fromEntries(changes) : null;
}
