import { NUMBER_WORDS } from '../../base/number-words';
import { quoteBlock } from '../../base/quote';
import type { LineLength } from '../../contract/context';
import type { AgentContextEnvelope } from './envelope';
import { label } from './parts';

/** The owner's settings in a prompt, for every layout: line length, rules, direction style. */

const LENGTHS: Record<Exclude<LineLength, number>, string> = {
  short: 'one or two sentences',
  medium: 'one or two short paragraphs',
  long: 'three or four paragraphs',
};

export const renderLength = (length: LineLength): string =>
  typeof length === 'string'
    ? LENGTHS[length]
    : `${NUMBER_WORDS[length] ?? length} paragraph${length === 1 ? '' : 's'}`;

/** The author's rules if the scene has some, otherwise the built-in ones. */
export const renderRules = (own: string | null, builtIn: string, between = ''): string =>
  own === null || own.trim() === '' ? builtIn : `${between}Rules of this scene:\n${quoteBlock(own)}`;

const PACING = { slow: 'Take your time. Let moments breathe.', even: '', fast: 'Keep it moving.' };
const SPOTLIGHT = {
  players: 'Keep the players at the center of the scene.',
  even: '',
  cast: 'Let the characters pursue their own business, also with each other.',
};
const YIELDS = {
  soon: 'Hand the turn back to the players soon. One reply is often enough.',
  even: '',
  late: 'Let the characters talk among themselves before the players get the next turn.',
};

export function renderDirection({ direction }: AgentContextEnvelope): string[] {
  const { tone, pacing, spotlight, yields } = direction;
  const wishes = [PACING[pacing], SPOTLIGHT[spotlight], YIELDS[yields], label('Tone', tone ?? '')].filter(
    (text) => text !== '',
  );
  return wishes.length > 0 ? [wishes.join('\n')] : [];
}
