import { toProviderSchema } from 'answer-reader';
import { describe, expect, it } from 'vitest';
import { createMemoryRun, playToEnd } from '../../test/support/explore-run';
import { ACTION_IDS, suggestion, suggestionOf } from '../contract/agents';
import type { Message } from '../contract/calls';
import type { Ask } from '../room/step-context';
import type { ExplorerBrief } from './briefs';
import { explorerPrompts } from './prompts';

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

  it('say how much of what was recorded a definition foretells', () => {
    const texts = asks.filter((ask) => ask.role === 'explorer').map((ask) => textOf(ask.messages));
    expect(texts.at(-1)).toMatch(/VERIFIED \("Moves .*" Foretells (\d+) of \1 effects, on /);
  });

  it('count a streak towards the twelve boards that an exception asks for', () => {
    const brief = asks.findLast(({ role }) => role === 'explorer')?.brief as ExplorerBrief;
    const { ACTION1 } = brief.situation.actions;
    if (!ACTION1) throw new Error('ACTION1 was offered');
    const coverage = { effects: 9, foretold: 8, states: 8, since: 5, wrong: 0, exceptions: 1 };
    const withException = { ...ACTION1, status: 'testing' as const, streak: 3, coverage };
    const situation = { ...brief.situation, actions: { ACTION1: withException } };
    const window = { maxContextTokens: 16_000, maxTokens: 800 };
    const countText = (text: string) => Math.ceil(text.length / 4);
    const { messages } = explorerPrompts({ ...brief, situation }, window, countText);
    expect(textOf(messages)).toContain('ACTION1: 5/12 consistent, ');
  });

  it('are not what the understudy works from: its brief holds no prompt text', () => {
    for (const ask of asks) expect(JSON.stringify(ask.brief)).not.toContain('YOUR TASK');
  });

  it('say NO CHANGES DETECTED when nothing changed', () => {
    expect(textOf(asks[1]?.messages ?? [])).toContain('NO CHANGES DETECTED');
  });
});

describe('the schema that an explorer is sent', () => {
  const schemaOf = ({ sentSchema }: Pick<Ask<unknown>, 'sentSchema'>) => {
    if (!sentSchema) throw new Error('no schema is sent');
    return sentSchema;
  };

  it('lists the actions that the game offers, and no others', () => {
    const explorers = asks.filter(({ role }) => role === 'explorer');
    expect(explorers.length).toBeGreaterThan(5);
    for (const ask of explorers) {
      const { available } = (ask.brief as ExplorerBrief).situation;
      expect(available.length).toBeLessThan(7);
      const lists = JSON.stringify(toProviderSchema(schemaOf(ask))).match(/"enum":\[[^\]]*\]/g);
      // The target, an action of the setup, and one with a place.
      expect(lists).toEqual(Array(3).fill(`"enum":${JSON.stringify(available)}`));
      // A model that writes another one is told so: the answer goes by the whole schema.
      expect(JSON.stringify(toProviderSchema(ask.schema))).toContain('"ACTION7"');
    }
  });

  it('is made once for the same actions, as schemas are cached by identity', () => {
    const schema = suggestionOf(['ACTION6', 'ACTION1']);
    expect(suggestionOf(['ACTION1', 'ACTION6'])).toBe(schema);
    expect(suggestionOf(['ACTION1'])).not.toBe(schema);
    expect(suggestionOf([])).toBe(suggestion);
    expect(suggestionOf(ACTION_IDS)).toBe(suggestion);
  });
});
