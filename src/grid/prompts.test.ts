import { toProviderSchema } from 'answer-reader';
import { RULE_WORDS } from 'rule-learner';
import { describe, expect, it } from 'vitest';
import { playedRun } from '../../test/support/explore-run';
import { ACTION_IDS, suggestion, suggestionOf } from '../contract/agents';
import type { Message } from '../contract/calls';
import type { Ask } from '../room/step-context';
import type { ExplorerBrief } from './briefs';

const room = await playedRun({ seed: 's1' });
const asks = room.asks.map(({ ask }) => ask);

const textOf = (messages: Message[]): string =>
  messages
    .flatMap(({ content }) =>
      typeof content === 'string'
        ? [content]
        : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
    )
    .join('\n');

/** Counts the cells in the list of changes, which has one line for each run of cells in a row. */
const countCells = (text: string): number =>
  [...text.matchAll(/^\(\d+,(\d+)\)(?:-\(\d+,(\d+)\))?: [a-z ]+ -> [a-z ]+$/gm)]
    .map(([, first, last = first]) => Number(last) - Number(first) + 1)
    .reduce((sum, cells) => sum + cells, 0);

describe('the prompts of a run', () => {
  it('never hint what an action or a colour means before anything was learnt', () => {
    const hints =
      /\b(walls?|player|avatar|character|moves?|moved|movement|blocked|corridor|goal is|door|edge)\b/i;
    // Any effect may have a rule: the words for rules are the same in every game.
    const neutral = (text: string) =>
      text.replace(RULE_WORDS, '').replace(/a rule of your own as JSON: .*/, '');
    for (const ask of [asks[0], asks[1]]) expect(neutral(textOf(ask?.messages ?? []))).not.toMatch(hints);
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

  it('show every changed pixel, in runs named by colour, and the last 3 observations', () => {
    const texts = asks.filter((ask) => ask.role === 'analyst').map((ask) => textOf(ask.messages));
    const moved = texts.filter((text) => text.includes('FRAME CHANGES:\n32 pixels changed in region'));
    expect(moved.length).toBeGreaterThan(5);
    for (const text of moved) expect(countCells(text)).toBe(32);
    for (const text of texts) expect((text.match(/^- turn \d+: /gm) ?? []).length).toBeLessThanOrEqual(3);
  });

  it('say how many effects a definition predicted', () => {
    const texts = asks.filter((ask) => ask.role === 'explorer').map((ask) => textOf(ask.messages));
    expect(texts.at(-1)).toMatch(
      /verified\. Definition: "ACTION\d moves .*" Inferred by code\. Of the last \d+ effects, \d+ were predicted/,
    );
  });

  it('show the analyst the rules that code inferred, with how often each was seen, and the last actions', () => {
    const text = textOf(asks.findLast(({ role }) => role === 'analyst')?.messages ?? []);
    expect(text).toMatch(/^RULES INFERRED BY CODE:\n- rule \d+: ACTION\d .* \(seen \d+ times/m);
    expect(text).toMatch(/^LAST ACTIONS:\n- turn \d+, ACTION\d: /m);
  });

  it('are not what the understudy works from: its brief holds no prompt text', () => {
    for (const ask of asks) expect(JSON.stringify(ask.brief)).not.toContain('YOUR TASK');
  });

  it('say NO CHANGES DETECTED when nothing changed', () =>
    expect(textOf(asks[1]?.messages ?? [])).toContain('NO CHANGES DETECTED'));
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
      // The target, an action of the setup, and an action with a place.
      expect(lists).toEqual(Array(3).fill(`"enum":${JSON.stringify(available)}`));
      // A model that answers with another action gets an error, because validation uses the whole schema.
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
