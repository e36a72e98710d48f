import { describe, expect, it } from 'vitest';
import { askLine, gatewayTo, type Line, reply, saying, writeLine } from '../../test/support/asks';
import { decide, MemoryPort } from '../../test/support/memory-port';
import type { JsonObject } from '../base/json';
import type { Ask, CallResult } from '../room/step-context';
import { createGuard } from '../scene/table/guard';
import { addCheck } from './list-checks';
import type { ProviderReply } from './provider';

async function play(replies: ProviderReply[], more: Partial<Ask<Line>> = {}) {
  const nothing = { kind: 'unreachable' as const, error: 'nothing is left' };
  const gateway = gatewayTo(saying(...replies, nothing));
  const ask = askLine({ speakers: { own: ['Ada'], others: ['Mara'] }, ...more });
  const port = new MemoryPort();
  const answer = await gateway.ask(port, 'a', ask, { decide });
  const replayed = await gateway.ask(new MemoryPort(port.calls), 'a', ask, { decide });
  expect(replayed).toEqual(answer);
  return answer;
}

describe('the checks of an answer', () => {
  it('are none when the first one was used as it came', async () =>
    expect((await play([reply(writeLine('Only me.'))])).checks).toEqual([]));

  it('say of each earlier call what was wrong with it, and how the last one was won', async () => {
    const { checks } = await play([
      reply(writeLine('')),
      { kind: 'timeout', error: 'no answer within 5 s' },
      reply(`\`\`\`json\n${writeLine('Only me.')}\n\`\`\``),
    ]);
    expect(checks).toEqual([
      {
        ...{ call: 1, status: 'answered', rung: 'unusable', repairs: [], cut: [] },
        problems: [{ pointer: '/text', message: expect.stringContaining('at least 1 characters') }],
      },
      { call: 2, status: 'timeout', rung: null, problems: [], repairs: [], cut: [] },
      {
        call: 3,
        status: 'answered',
        rung: 'retried',
        problems: [],
        repairs: ['removed_code_fence'],
        cut: [],
      },
    ]);
  });

  it('say what was taken off a line in JSON', async () => {
    const { checks } = await play([reply(writeLine('Ada: Only me.\nMara: Who?'))]);
    expect(checks).toEqual([
      {
        call: 1,
        status: 'answered',
        rung: 'json_schema',
        problems: [],
        repairs: [],
        cut: ['ownName', 'otherSpeakers'],
      },
    ]);
  });

  it('say what was taken off a line in prose', async () => {
    const { checks } = await play([reply('**Ada:** Only me, as ever. And the', { finishReason: 'length' })], {
      mode: 'prose',
    });
    expect(checks).toMatchObject([{ rung: 'prose', cut: ['ownName', 'halfSentence'] }]);
  });

  it('stand beside a failure, too', async () => {
    const answer = await play([reply(writeLine('')), reply(writeLine('')), reply(writeLine(''))], {
      fromProse: undefined as never,
    });
    expect(answer.ok).toBe(false);
    expect(answer.checks.map(({ call, rung }) => [call, rung])).toEqual([
      [1, 'unusable'],
      [2, 'unusable'],
    ]);
  });

  it('quote no secret', async () => {
    const says = (json: JsonObject) => reply(JSON.stringify(json));
    const { checks } = await play(
      [says({ kind: 'lantern', text: 'The lantern.' }), reply(writeLine('Fire.'))],
      { guard: createGuard(['lantern']) },
    );
    expect(checks).toHaveLength(1);
    expect(checks[0]?.problems.length).toBeGreaterThan(0);
    expect(JSON.stringify(checks)).not.toContain('lantern');
  });

  it('are bounded', () => {
    const problem = { pointer: `/${'p'.repeat(500)}`, message: 'm'.repeat(500) };
    const result = {
      status: 'answered',
      rung: 'unusable',
      problems: Array(9).fill(problem),
    } as unknown as CallResult;
    let checks: ReturnType<typeof addCheck> = [];
    for (let call = 1; call <= 30; call++) checks = addCheck(checks, call, result);
    expect(checks.map(({ call }) => call)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(checks.flatMap(({ problems }) => problems)).toHaveLength(12);
    expect(JSON.stringify(checks).length).toBeLessThan(8_000);
  });
});
