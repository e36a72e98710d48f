/**
 * Answers of the fake model that leak the whole prompt into every field, to find leaks. Leaks are detected by
 * canaries: unique phrases of five words.
 */

/** The words of a canary; `name` in lower-case letters. */
export const canary = (name: string): string =>
  ['a', 'b', 'c', 'd', 'e'].map((end) => `zq${name}x${end}`).join(' ');

/** Sorted names of the canaries with at least one word in a text. */
export const findCanaries = (text: string): string[] =>
  [...new Set([...text.matchAll(/zq([a-z]+?)x[a-e]\b/gi)].map(([, name = '']) => name.toLowerCase()))].sort();

type Answer = Record<string, unknown>;

export function echo(answer: unknown, prompt: string): unknown {
  const value = answer as Answer;
  const told = findCanaries(prompt);
  if (Array.isArray(value.actingCharacters)) return directing(value, told);
  if ('remainingActors' in value || 'worldUpdates' in value)
    return { ...value, worldUpdates: facts('late', told), trackers: facts('later', told) };
  if ('text' in value && 'kind' in value) return speaking(value, prompt, told);
  return value;
}

/** A director leaks every secret and every whisper to everyone, and has guidance for each character. */
function directing(value: Answer, told: string[]): Answer {
  const acting = value.actingCharacters as { id: string }[];
  const all = told.filter(isSecret).map(canary).join('. ');
  return {
    ...value,
    openGuidance: told.some((name) => name.startsWith('whisper')) ? all : canary('openguidance'),
    actingCharacters: acting.map((one) => ({
      ...one,
      guidance: /\d/.test(one.id) ? null : `${canary(`guidance${one.id}`)}. `,
    })),
    stateUpdates: acting.flatMap(({ id }) => [
      { id, field: 'mood', value: all },
      { id, field: 'intentions', value: canary(`intention${id}`) },
    ]),
    worldUpdates: facts('early', told),
    trackers: facts('earlier', told),
  };
}

const isSecret = (name: string): boolean => /^(?:secret|whisper|lore)/.test(name);
const facts = (key: string, told: string[]) =>
  told.filter(isSecret).map((name) => ({ key: `${key} ${name.slice(0, 3)}`, value: canary(name) }));

/** A character leaks all it knows in its thought, and whispers in a whisper. Its public line stays clean. */
function speaking(value: Answer, prompt: string, told: string[]): Answer {
  const [, name = 'somebody'] = /^You are "(\w+)"(?:\.$|, a player)/m.exec(prompt) ?? [];
  const who = name.toLowerCase();
  const thought = [...told, `thought${who}`].map(canary).join('. ');
  if (!prompt.includes('Whisper back')) return { ...value, thought };
  const heard = told.filter((one) => one.startsWith('whisper'));
  const said = [...heard, `whisperback${who}`].map(canary).join(', and ');
  return { ...value, thought, text: `${String(value.text)} So: ${said}.` };
}
