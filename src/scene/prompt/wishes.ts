import { NUMBER_WORDS } from '../../base/number-words';
import { quoteBlock } from '../../base/quote';
import type { LineLength } from '../../contract/context';
import type { AgentContextEnvelope } from './envelope';
import { label } from './parts';

/** Wishes of a scene's owner in a prompt, whatever its layout: how long lines are, how to play, how to direct. */

const LENGTHS: Record<Exclude<LineLength, number>, string> = {
  short: 'one or two sentences',
  medium: 'one or two short paragraphs',
  long: 'three or four paragraphs',
};

/** Says how long a line is to be. */
export const sayLength = (length: LineLength): string =>
  typeof length === 'string'
    ? LENGTHS[length]
    : `${NUMBER_WORDS[length] ?? length} paragraph${length === 1 ? '' : 's'}`;

/** The rules of an agent that speaks: the author's, where the scene has some. */
export const showRules = (own: string | null, builtIn: string, between = ''): string =>
  own === null || own.trim() === '' ? builtIn : `${between}The rules of this scene:\n${quoteBlock(own)}`;

const PACING = { slow: 'Take your time: let moments stand.', even: '', fast: 'Keep it moving.' };
const SPOTLIGHT = {
  players: 'The players are the heart of the scene: what happens turns on them.',
  even: '',
  cast: 'Let the characters have affairs of their own, also with each other.',
};
const YIELDS = {
  soon: 'Leave the word to the players soon: one who answers is often enough.',
  even: '',
  late: 'Let the characters carry on among themselves before the players have the word again.',
};

/** Says how the scene's owner wants the director to lead. */
export function sayDirection({ direction }: AgentContextEnvelope): string[] {
  const { tone, pacing, spotlight, yields } = direction;
  const wishes = [PACING[pacing], SPOTLIGHT[spotlight], YIELDS[yields], label('The tone', tone ?? '')].filter(
    (text) => text !== '',
  );
  return wishes.length > 0 ? [wishes.join('\n')] : [];
}
