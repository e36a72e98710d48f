import { quote } from '../../base/quote';
import type { CountTokens } from '../../base/tokens';
import { MATERIAL_RULES, SUMMARY_ROLE } from '../../contract/scene-rules';
import type { Line } from '../state';
import { assemble, type Prompt } from './assemble';
import { chatWithSummarizer } from './chat-prompts';
import type { AgentContextEnvelope } from './envelope';
import { type Block, block } from './fit-evenly';
import { quoteLines, renderPersonas, section } from './parts';

/**
 * Builds a prompt that asks only for the rounds it shows. Rounds that don't fit wait for the next summary.
 *
 * @param messages lines without a summary, oldest first
 * @param layout of the prompt; `running` is the newest summary, which the small layout shows with the others
 * @returns the prompt, and the messages of the rounds that it asks for
 */
export function renderSummaryPrompt<L extends Line>(
  envelope: AgentContextEnvelope,
  messages: readonly L[],
  count: CountTokens,
  layout: { isSmall: boolean; running: string | null },
): { prompt: Prompt; asked: L[] } {
  const render = (some: readonly L[]): Prompt => {
    const asked = [...new Set(some.map(({ round }) => round))];
    const rounds = asked.map((n) =>
      quoteLines(
        `Round ${n}`,
        some.filter(({ round }) => round === n),
      ),
    );
    return layout.isSmall
      ? renderSmallSummary(envelope, { asked, rounds }, count)
      : chatWithSummarizer(envelope, { asked, rounds, running: layout.running }, count);
  };
  const whole = render(messages);
  const text = whole.messages.map(({ content }) => content).join('\n');
  const titles = new Set(text.split('\n').filter((line) => line.startsWith('# ')));
  const shownMessages = messages.filter(({ round }) => titles.has(`# Round ${round}`));
  // A window too small for a single round cannot work at all, so ask for everything.
  if (shownMessages.length === messages.length || shownMessages.length === 0)
    return { prompt: whole, asked: [...messages] };
  return { prompt: render(shownMessages), asked: shownMessages };
}

function renderSmallSummary(
  envelope: AgentContextEnvelope,
  { asked, rounds }: { asked: readonly number[]; rounds: Block[] },
  count: CountTokens,
): Prompt {
  // The conversation is the task itself here, so leave it out of the context.
  const bare: AgentContextEnvelope = {
    ...envelope,
    history: { ...envelope.history, raw: [], isCut: false, turnsFrom: 0 },
    lastRound: [],
    lore: { raw: [], formatted: '', unsearched: [] },
  };
  return assemble(bare, count, {
    head: [`${SUMMARY_ROLE}\n\n${MATERIAL_RULES}`],
    cards: [
      block(
        'Cast',
        envelope.cast.map(({ name }) => `- ${quote(name)}`),
      ),
      renderPersonas(envelope),
    ],
    now: [],
    // Not in the task: the room for the cards must not depend on the number of rounds.
    thisRound: [block('Request', [`Summarize rounds ${asked.join(', ')}.`]), ...rounds],
    task: section('Your task', ['Write the requested summary.']),
  });
}
