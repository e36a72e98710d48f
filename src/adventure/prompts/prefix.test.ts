import { expect, it } from 'vitest';
import { playedAdventure } from '../../../test/support/adventure-run';
import { readText, showAsk } from '../../../test/support/every-prompt';
import { TO_THE_END } from '../../../test/support/tide-mill-walk';
import { loadTokenizer } from '../../base/tokens';

const count = await loadTokenizer();
/** Minimum prefix that providers cache, in tokens. */
const CACHED = 1_024;
const LONG = 1_500;

function sharedPrefix(before: string, text: string): string {
  let at = 0;
  while (at < text.length && text[at] === before[at]) at += 1;
  return text.slice(0, at);
}

it("the adventurer's prompts of 20 turns begin alike for as long as a provider caches, wherever they are long", async () => {
  const room = await playedAdventure(20, { commands: TO_THE_END });
  const prompts = room.asks
    .filter(({ ask }) => ask.role === 'adventurer')
    .map(({ ask }) => readText(showAsk('adventurer', ask).messages));
  const shared = prompts
    .slice(1)
    .map((text, at) => ({ tokens: count(text), prefix: count(sharedPrefix(prompts[at] ?? '', text)) }));
  const long = shared.filter(({ tokens }) => tokens >= LONG);
  expect(long.length).toBeGreaterThan(10);
  for (const one of long) expect(one.prefix).toBeGreaterThanOrEqual(CACHED);
});
