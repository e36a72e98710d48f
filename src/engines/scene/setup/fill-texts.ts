import type { DepthPrompt } from '../../../api/create-scene';
import { fillMacros, type MacroValues, nameOfPlayer } from '../../../lore/macros';

/** The owner of texts that are filled in. */
type Named = { name: string; nickname?: string | undefined };

/** Returns the name for `{{char}}` in the texts of a character. */
export const callCharacter = ({ name, nickname }: Named): string => nickname || name;

/** Values that all texts of a scene share. */
export interface SceneMacros {
  personas: readonly { name: string }[];
  /** Seed of the scene, for texts that leave something to chance. */
  seed: string;
}

/** Texts that others read, too, or that a scene goes by: they are filled in once. */
const FILLED_ONCE = ['description', 'personality', 'goals', 'secrets'] as const;
/** Texts that stand in the prompts of the character alone. */
const FILLED_EACH_TIME = ['instructions', 'postHistory'] as const;
type Texts = { [field in (typeof FILLED_ONCE | typeof FILLED_EACH_TIME)[number]]?: string | undefined };
type Lists = { voice?: string[] | undefined; examples?: string[] | undefined };
type Filled = Texts & Lists & { depthPrompt?: DepthPrompt | null | undefined };

/** The label of `{{user}}` in an example, where a plain "you" would be the character. */
const SOMEONE = 'Someone';

/** The values of all macros in texts that are filled in once. */
export const valuesOf = (owner: Named | undefined, { personas, seed }: SceneMacros): MacroValues => ({
  char: owner ? callCharacter(owner) : '',
  user: nameOfPlayer(personas),
  pick: seed,
  dice: seed,
});

/**
 * Fills in the texts of a character, all of them or those that change. In those for its own prompts alone stays what may
 * be something else in the next one: dice, and the player among several. {@link fillForPrompt} fills that in.
 */
export function fillCharacter<T extends Filled>(texts: T, owner: Named, scene: SceneMacros): T {
  const values = valuesOf(owner, scene);
  const once = (text: string) => fillMacros(text, values);
  const lasting: MacroValues = { ...values, user: values.user ?? undefined, dice: undefined };
  const filledTexts = mapTexts(texts, once, (text) => fillMacros(text, lasting));
  const { examples = [], voice = [] } = texts;
  const isAnother = (line: string, at: number): boolean =>
    examples.some(
      (example, n) =>
        example.includes(line) && !filledTexts.examples?.[n]?.includes(filledTexts.voice?.[at] ?? ''),
    );
  return {
    ...{ ...texts, ...filledTexts },
    // A line of an example that chance or the player's name would make another one is told there alone.
    ...(filledTexts.voice && { voice: filledTexts.voice.filter((_, at) => !isAnother(voice[at] ?? '', at)) }),
  };
}

/** Fills in what {@link fillCharacter} left for the prompt. */
export function fillForPrompt<T extends Filled>(texts: T, values: MacroValues): T {
  const fill = (text: string) => fillMacros(text, values);
  const label = (text: string) => fillMacros(text, { ...values, user: values.user ?? SOMEONE });
  return { ...texts, ...mapTexts(texts, (text) => text, fill, label) };
}

/** Fills in the shared texts, where `{{char}}` is the first of the cast. */
export const fillShared = (cast: readonly Named[], scene: SceneMacros) => (text: string) =>
  fillMacros(text, valuesOf(cast[0], scene));

function mapTexts(
  texts: Filled,
  once: (text: string) => string,
  eachTime: (text: string) => string,
  example = eachTime,
): Filled {
  const map = (fields: readonly (keyof Texts)[], fill: (text: string) => string) =>
    fields.flatMap((field) => {
      const text = texts[field];
      return text === undefined ? [] : [[field, fill(text)] as const];
    });
  const { voice, examples, depthPrompt } = texts;
  return {
    ...Object.fromEntries([...map(FILLED_ONCE, once), ...map(FILLED_EACH_TIME, eachTime)]),
    ...(voice && { voice: voice.map(once) }),
    ...(examples && { examples: examples.map(example) }),
    ...(depthPrompt && { depthPrompt: { ...depthPrompt, text: eachTime(depthPrompt.text) } }),
  };
}
