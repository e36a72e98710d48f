import { describe, expect, it } from 'vitest';
import { createMemoryRun, playOneTurn } from '../../test/support/explore-run';
import { analysis, makeLabGame, suggest } from '../../test/support/lab-game';
import { eventWith } from '../../test/support/loose-events';
import { Unreachable } from '../../test/support/memory-room';
import { describePause, offerVerbs } from '../../web/src/run/run-verbs';
import type { Event } from '../contract/events/events';
import { advanceStatus } from '../contract/events/fold/progress';
import type { RunStatus } from '../contract/run-parts';
import { runView } from '../grid/reporting/views';
import { decideControl } from '../runs/control';
import { pauseReason, runStatus } from './run-status';

const lab = makeLabGame((at, { id }) => (id === 'ACTION1' ? { to: { first: at.first + 1 } } : {}));
const failed = {} as NonNullable<Parameters<typeof runStatus>[0]['failed']>;

const follow = (events: readonly Pick<Event, 'kind' | 'payload'>[]): RunStatus =>
  events.reduce<RunStatus>((status, event) => advanceStatus(status, eventWith(event)), 'created');

describe('the status of a run', () => {
  it.each([
    ['created', null, 'created'],
    ['running', null, 'running'],
    ['running', failed, 'failed'],
    ['paused', failed, 'paused'],
    ['finished', null, 'finished'],
  ] as const)('of one that is %s, whose last turn failed: %j, is told as %s', (status, turn, told) =>
    expect(runStatus({ status, failed: turn })).toBe(told),
  );

  it('is the same in the state and in the events after each of them, and a failed turn is never running', async () => {
    let isThere = false;
    const room = createMemoryRun({
      game: 'lab',
      answer: ({ role }) => {
        if (!isThere) throw new Unreachable('nobody there');
        return role === 'explorer' ? suggest('ACTION1') : analysis();
      },
    });
    const seen: RunStatus[] = [];
    const check = () => {
      expect(follow(room.ledger)).toBe(runStatus(room.state));
      expect(runView(room.state).status).toBe(runStatus(room.state));
      seen.push(runStatus(room.state));
    };
    const control = (verb: 'pause' | 'stop') => {
      const decided = decideControl(room.state, verb);
      if (!decided.ok) throw new Error('refused');
      room.append(decided.value);
      check();
    };
    check();
    await playOneTurn(room, { lab });
    check();
    control('pause');
    isThere = true;
    // Resuming a failed turn starts it in the same commit.
    room.append([{ kind: 'run.resumed', actor: 'system', payload: { steps: null } }]);
    await playOneTurn(room, { lab });
    check();
    room.append([{ kind: 'run.resumed', actor: 'system', payload: { steps: 1 } }]);
    await playOneTurn(room, { lab });
    check();
    control('stop');
    expect(seen).toEqual(['running', 'failed', 'paused', 'running', 'paused', 'finished']);
  });

  it('of a turn that was given up for a command is that of the run', () => {
    const event = (kind: Event['kind'], payload = {}) => ({ kind, payload });
    expect(follow([event('run.started'), event('turn.failed'), event('turn.cancelled')])).toBe('running');
    expect(follow([event('run.started'), event('run.paused'), event('turn.failed')])).toBe('paused');
    expect(follow([event('run.started'), event('turn.failed'), event('turn.started')])).toBe('running');
  });

  it('has the reason of a pause in words', () => {
    expect(pauseReason({ status: 'paused', pause: { reason: 'refused', detail: 'It refused.' } })).toBe(
      'It refused.',
    );
    expect(pauseReason({ status: 'paused', pause: null })).toBeNull();
    expect(pauseReason({ status: 'running', pause: { reason: 'asked', detail: '' } })).toBeNull();
  });
});

describe('the page of a run', () => {
  const problem = { type: '', title: '', status: 502, detail: '' };
  it.each([
    ['created', null, ['Start', 'One turn', 'Stop']],
    ['running', null, ['Pause', 'Stop']],
    ['paused', null, ['Resume', 'One turn', 'Stop']],
    ['failed', { n: 4, problem, retryAt: null }, ['Retry turn 4', 'Stop']],
    ['paused', { n: 4, problem, retryAt: null }, ['Retry turn 4', 'Stop']],
    ['finished', null, []],
  ] as const)('offers a run that is %s what fits', (status, turn, labels) =>
    expect(offerVerbs({ status, failed: turn }).map(([, label]) => label)).toEqual(labels),
  );

  it('says why a run is paused', () => {
    expect(describePause({ status: 'paused', pauseReason: 'Three turns had no answer.' })).toBe(
      'Paused: Three turns had no answer.',
    );
    expect(describePause({ status: 'paused', pauseReason: null })).toBeNull();
    expect(describePause({ status: 'running', pauseReason: null })).toBeNull();
  });
});
