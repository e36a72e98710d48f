import type { Line } from './state';
import { listCast, type SceneState } from './state';

/**
 * Returns the audience of a character's answer. An answer to a whisper goes to that whisper's audience; an
 * answer to several whispers, to members of all their audiences. So an answer never spreads a whisper.
 *
 * @param inputs of the round
 * @returns an audience; null: everyone
 */
export function answerAudience(inputs: readonly Line[], character: string): string[] | null {
  const self = `character:${character}`;
  const whispers = inputs.filter((line) => isWhisper(line) && line.audience.includes(self));
  const [first, ...others] = whispers;
  if (!first) return null;
  return first.audience.filter((who) => who === self || others.every((line) => line.audience.includes(who)));
}

export const isWhisper = ({ audience }: Pick<Line, 'audience'>): boolean => !audience.includes('*');

/** The audience of a character's whisper; unknown names are ignored. */
export function whisperAudience(state: SceneState, character: string, names: readonly string[]): string[] {
  const hearers = names.flatMap((name) => {
    const isNamed = (one: { name: string }) => one.name === name;
    const member = listCast(state).find(isNamed);
    if (member) return `character:${member.id}`;
    const persona = state.personas.find(isNamed);
    return persona ? `persona:${persona.id}` : [];
  });
  return [...new Set([`character:${character}`, ...hearers])];
}

export function listNames(state: SceneState, audience: readonly string[], but: string): string[] {
  const people = [
    ...listCast(state).map(({ id, name }) => ({ who: `character:${id}`, name })),
    ...state.personas.map(({ id, name }) => ({ who: `persona:${id}`, name })),
  ];
  return people.flatMap(({ who, name }) => (who !== but && audience.includes(who) ? name : []));
}
