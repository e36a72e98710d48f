import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/api/calls';
import { createMemoryRun, playToEnd } from '../../support/explore-run';

const room = createMemoryRun({ seed: 's1' });
await playToEnd(room);
const asks = room.asks.map(({ ask }) => ask);

const textOf = (messages: Message[]): string =>
  messages
    .flatMap(({ content }) =>
      typeof content === 'string'
        ? [content]
        : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
    )
    .join('\n');

describe('the prompts of a run', () => {
  it('never hint what an action or a colour means before anything was learnt', () => {
    const hints =
      /\b(walls?|player|avatar|character|moves?|moved|movement|blocked|corridor|goal is|door|edge)\b/i;
    for (const ask of [asks[0], asks[1]]) expect(textOf(ask?.messages ?? [])).not.toMatch(hints);
  });

  it('show frames as frames, after the text, and the stable part first', () => {
    for (const ask of asks) {
      const [system, user] = ask.messages;
      const twin = asks.find((other) => other.role === ask.role);
      expect(system).toEqual(twin?.messages[0]);
      const types = Array.isArray(user?.content) ? user.content.map((part) => part.type) : [];
      expect(types).toEqual(ask.role === 'explorer' ? ['text', 'frame'] : ['text', 'frame', 'frame']);
    }
  });

  it('show at most 30 changed pixels, named by colour, and the last 3 observations', () => {
    const texts = asks.filter((ask) => ask.role === 'analyst').map((ask) => textOf(ask.messages));
    const moved = texts.filter(
      (text) => text.includes('32 pixels changed in region') && text.includes('and 2 more'),
    );
    expect(moved.length).toBeGreaterThan(10);
    for (const text of texts) {
      expect((text.match(/^\(\d+,\d+\): [a-z ]+ -> [a-z ]+$/gm) ?? []).length).toBeLessThanOrEqual(30);
      expect((text.match(/^- turn \d+: /gm) ?? []).length).toBeLessThanOrEqual(3);
    }
  });

  it('are not what the understudy works from: its brief holds no prompt text', () => {
    for (const ask of asks) expect(JSON.stringify(ask.brief)).not.toContain('YOUR TASK');
  });

  it('say NO CHANGES DETECTED when nothing changed', () => {
    expect(textOf(asks[1]?.messages ?? [])).toContain('NO CHANGES DETECTED');
  });
});
