import { quote, quoteBlock } from '../../base/quote';
import type { Line } from '../state';
import type { AgentContextEnvelope, CharacterCard, CharacterSummary } from './envelope';
import { type Block, block } from './fit-evenly';
import type { Entry } from './sections';

export type LineMode = 'json' | 'prose';

/** End of a prose task. In JSON mode, the format instruction follows the prompt instead. */
export const showLineOnly = (mode: LineMode): string =>
  mode === 'prose' ? ' Write nothing else, and no name in front.' : '';

/** Keeps the order; drops empty texts. */
export const inOrder = (texts: string[]): Entry[] =>
  texts.flatMap((text, place) => (text === '' ? [] : [{ text, place }]));

export const DISCRETION =
  'Whispers are private. Do not repeat them in guidance for others, states, facts or trackers.';
export const canHearWhispers = ({ request, replies, history }: AgentContextEnvelope): boolean =>
  [...request.inputs, ...replies, ...history.raw].some(({ audience }) => !audience.includes('*'));

const quoteLine = (line: Line, place = 0): Entry => ({ text: renderLine(line), place });

/** The newest lines come first, because they matter most. */
export const quoteLines = (title: string, lines: readonly Line[]): Block => ({
  title,
  entries: lines.map(quoteLine).reverse(),
});

export const renderLine = (line: Line): string => {
  const who = line.actor.startsWith('persona:') ? `${quote(line.name)} (player)` : quote(line.name);
  const how = line.audience.includes('*') || line.kind === 'handout' ? '' : ', whispering';
  return `- ${who}${how}: ${quote(line.text)}`;
};

export function renderStanding(member: CharacterSummary): string {
  const state = Object.entries(member.state).flatMap(([field, value]) =>
    value ? `${field}: ${quote(value)}` : [],
  );
  const exiting = member.exiting ? ['about to leave'] : [];
  return `- ${quote(member.name)} (${member.id})${[...exiting, ...state].map((part) => `; ${part}`).join('')}`;
}

/** Tables use another title, because characters are players there as well. */
export const renderPersonas = ({ personas }: AgentContextEnvelope, title = 'Players'): Block =>
  block(
    title,
    personas.map(({ name, description, secrets }) =>
      lines([introduce({ name, description }), secrets ? `  Secrets: ${quote(secrets)}` : '']),
    ),
  );

export function renderWorld({ world, trackers }: AgentContextEnvelope): Block[] {
  const facts = (map: Record<string, string>) =>
    Object.entries(map).map(([key, value]) => `- ${quote(key)}: ${quote(value)}`);
  return [block('World', facts(world)), block('Trackers', facts(trackers))];
}

export const renderSelf = (self: CharacterCard, isDescribed = true): Block =>
  block(`You, ${quote(self.name)}`, [
    isDescribed ? quoteBlock(self.description) : '',
    label('Personality', self.personality),
    label('Your goals (keep private)', self.goals),
    label('Your secrets (keep private)', self.secrets),
    renderVoice(self),
  ]);

/** Whole exchanges, then the lines that are in none of them. */
function renderVoice({ voice, examples }: CharacterCard): string {
  const lone = voice.filter((line) => !examples.some((example) => example.includes(line)));
  const shownTexts = [...examples.map(quoteBlock), ...lone.map((line) => `- ${quote(line)}`)];
  return shownTexts.length > 0 ? `You sound like this:\n${shownTexts.join('\n')}` : '';
}

export const listNotes = ({ scenario, notes }: AgentContextEnvelope): Entry[] =>
  inOrder([
    quoteBlock(scenario),
    label('World', notes.world),
    label('Campaign', notes.campaign),
    label('Arc', notes.arc),
    label('Scene', notes.scene),
  ]);

export const renderDirective = ({ directive }: AgentContextEnvelope): string =>
  directive
    ? lines([
        quoteBlock(directive.guidance ?? ''),
        label('You enter now', directive.entry ?? ''),
        label('You leave with this line', directive.exit ?? ''),
      ])
    : '';

/** `''` if the text is empty. */
export function label(name: string, text: string | undefined): string {
  const body = quoteBlock(text ?? '');
  return body === '' ? '' : `${name}:\n${body}`;
}

export const introduce = ({ name, description }: Pick<CharacterSummary, 'name' | 'description'>): string =>
  description === '' ? `- ${quote(name)}` : `- ${quote(name)}: ${quote(description)}`;

export const lines = (texts: string[]): string => texts.filter((text) => text !== '').join('\n');
export const join = (texts: string[]): string => texts.filter((text) => text !== '').join('\n\n');
/** `''` if all texts are empty. */
export const section = (title: string, texts: string[]): string => {
  const body = lines(texts);
  return body === '' ? '' : `# ${title}\n${body}`;
};
