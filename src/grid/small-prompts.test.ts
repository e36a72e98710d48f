import { RULE_WORDS } from 'rule-learner';
import { describe, expect, it } from 'vitest';
import { answerAsUnderstudy, createMemoryRun, playedRun, playOneTurn } from '../../test/support/explore-run';
import { loadTokenizer } from '../base/tokens';
import type { Suggestion } from '../contract/agents';
import type { ResolvedProfile } from '../contract/profiles';
import type { ExplorerBrief } from './briefs';
import { pickAction } from './choose';

const count = await loadTokenizer();
const SMALL: ResolvedProfile = {
  ...{ provider: 'local', model: 'tiny', promptStyle: 'small', temperature: 0, maxTokens: 120 },
  ...{ maxContextTokens: 2_048, timeoutSeconds: 10, mayEmit: ['say'] },
};
const profiles = { explorer: SMALL, analyst: SMALL };
/** An explorer that only repeats the example of its form. */
const copy = (ask: Parameters<typeof answerAsUnderstudy>[0]): unknown =>
  ask.role === 'explorer' ? ask.example : answerAsUnderstudy(ask);

describe('the prompts of a small explorer', () => {
  it('have short rules, no picture and no board, and stay short', async () => {
    const room = createMemoryRun({ seed: 's1', profiles, answer: copy });
    for (let turn = 0; turn < 12; turn++) await playOneTurn(room);
    for (const { ask } of room.asks) {
      const [system, user] = ask.messages;
      const texts = [system, user].map((message) => JSON.stringify(message?.content));
      expect(texts.join()).not.toContain('"frame"');
      expect(count(texts.join())).toBeLessThan(ask.role === 'explorer' ? 400 : 900);
      expect(texts.join()).not.toContain(RULE_WORDS.slice(0, 20));
      if (ask.role === 'explorer') expect(count(String(system?.content))).toBeLessThan(60);
    }
  });

  it('offer the actions of the game alone, and take an answer without thoughts', async () => {
    const room = createMemoryRun({ seed: 's1', profiles, answer: copy });
    await playOneTurn(room);
    const [first] = room.asks;
    if (!first) throw new Error('nothing was asked');
    const { situation } = first.ask.brief as ExplorerBrief;
    const { schema, example } = first.ask;
    expect(example).toEqual({ target_action: pickAction(situation).target?.id });
    const read = schema.parse({ target_action: situation.available[0] }) as Suggestion;
    expect(read).toMatchObject({
      target_action: situation.available[0],
      reasoning: '',
      setup_sequence: null,
    });
    for (const wrong of [null, 'JUMP'])
      expect(schema.safeParse({ target_action: wrong }).success).toBe(false);
  });

  it('learn a game from copies of the example, as the service would', async () => {
    const room = await playedRun({
      seed: 's1',
      profiles,
      answer: copy,
      budgets: { actions: 60, calls: 200 },
    });
    const { actions } = room.state.knowledge;
    expect(Object.values(actions).some(({ status }) => status === 'verified')).toBe(true);
  });
});
