import { describe, expect, it } from 'vitest';
import type { Event } from '../../../src/contract/events/events';
import {
  advance,
  buildReplyTarget,
  formatResult,
  type Progress,
  turnProgress,
  writeReply,
} from '../../../src/webhooks/reply';
import { makeEvent } from '../../support/loose-events';

const queued = turnProgress({ inputSeq: 5, round: null, status: 'queued' });
let seq = 5;
const event = (kind: Event['kind'], round: number, payload: object = {}, audience = ['*']): Event => {
  seq += 1;
  return makeEvent(kind, payload, { seq, actor: 'character:ada', audience, round });
};
const started = (round: number, inputs: number[]) => event('round.started', round, { inputs });
const spoke = (round: number, text: string, audience = ['*']) =>
  event('character.spoke', round, { name: 'Ada', text }, audience);
const fold = (events: Event[], from: Progress = queued) => events.reduce(advance, from);

describe('the result of a delivery', () => {
  it('is what was said in its own round, and no other', () => {
    const end = fold([
      spoke(1, 'Before.'),
      event('round.completed', 1),
      started(2, [4]),
      spoke(2, 'To somebody else.'),
      event('round.completed', 2),
      started(3, [5]),
      spoke(3, 'Yes.'),
      spoke(3, 'A secret.', ['persona:bo']),
      event('round.completed', 3),
      spoke(4, 'After.'),
    ]);
    expect(end).toMatchObject({ isOver: true, state: { round: 3, status: 'completed' } });
    expect(formatResult(end)).toBe('Ada: Yes.');
  });

  it('takes back what a round said that began anew', () => {
    const begun = [started(3, [5]), spoke(3, 'No.'), event('round.rolledback', 3), started(3, [5])];
    expect(formatResult(fold([...begun, spoke(3, 'Yes.'), event('round.completed', 3)]))).toBe('Ada: Yes.');
  });

  it('says how it ended when nothing was said', () =>
    expect(formatResult(fold([started(3, [5]), event('round.failed', 3)]))).toBe('(failed)'));
});

describe('the address of a result', () => {
  const at = (
    verify: Parameters<typeof buildReplyTarget>[0],
    payload: Parameters<typeof buildReplyTarget>[1],
  ) => buildReplyTarget(verify, payload, 'https://me.example.com/', 0);

  it("is Slack's, when the payload says so, and only Slack's own", () => {
    const url = 'https://hooks.slack.com/commands/1';
    expect(at('slack', { response_url: url })).toMatchObject({ form: 'slack', url });
    for (const bad of [
      'https://hooks.slack.com.evil.com/',
      'http://hooks.slack.com/',
      'https://169.254.169.254/',
      7,
    ])
      expect(at('slack', { response_url: bad })).toMatchObject({
        form: 'message',
        url: 'https://me.example.com/',
      });
    expect(at('standard', { response_url: url })).toMatchObject({ form: 'message' });
  });

  it("is Discord's own, and a payload cannot lead it elsewhere", () => {
    const good = at('discord', { application_id: '12', token: 'aW50.x-y_z' });
    expect(good?.url).toBe('https://discord.com/api/v10/webhooks/12/aW50.x-y_z/messages/@original');
    for (const token of ['../../users/1', '..', '.', 'a/b', 'a?b', 'a%2fb', '', 5])
      expect(at('discord', { application_id: '12', token })).toMatchObject({ form: 'message' });
  });
});

describe('a reply', () => {
  const said = (text: string) => fold([started(3, [5]), spoke(3, text), event('round.completed', 3)]);

  it('calls nobody by what a character says', () => {
    const slack = JSON.parse(writeReply('slack', said('<!channel> & <@U1>'), {}, '')) as { text: string };
    expect(slack.text).toBe('Ada: &lt;!channel&gt; &amp; &lt;@U1&gt;');
    const discord = JSON.parse(writeReply('discord', said('@everyone'), {}, '')) as object;
    expect(discord).toMatchObject({ allowed_mentions: { parse: [] } });
  });

  it('fits into a message of Discord', () => {
    const { content } = JSON.parse(writeReply('discord', said('x'.repeat(4_000)), {}, '')) as {
      content: string;
    };
    expect(content).toHaveLength(2_000);
  });
});
