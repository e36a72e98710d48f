import { sha256 } from '../../../src/base/hash';
import { hasPrices } from '../../../src/billing/prices';
import { readConfig } from '../../../src/config';
import { OWNER } from '../../../src/contract/events/events';
import type { RunTally, TrialRecord } from '../../../src/contract/experiments';
import type { Result } from '../../../src/contract/problems';
import type { SceneTrials } from '../../../src/contract/scene-trials';
import type { RawInput } from '../../../src/room/actions';
import type { SceneApi } from '../../../src/room/rpc';
import { creationKey } from '../../../src/runs/experiments/plan';
import { scriptTurn } from '../../../src/runs/experiments/scenes/body';
import { needsLines, settleTrial, type TrialInput } from '../../../src/runs/experiments/scenes/progress';
import type { Control, DesiredState, PlannedRun } from '../../../src/runs/experiments/steps';
import { roomStub } from '../stubs';

/** Inputs and results of an experiment's scenes, which otherwise are ordinary rooms. */
export class SceneRooms {
  readonly #env: Env;

  constructor(env: Env) {
    this.#env = env;
  }

  /** Results of a scene and its next input; null: no such scene. @throws Error if it does not respond */
  async look(
    tenant: string,
    scene: SceneTrials,
    { run, tally }: PlannedRun,
    wish: DesiredState,
  ): Promise<{ tally: RunTally; input: TrialInput | null } | null> {
    const room = this.#room(tenant, run);
    let state = await room.trial(false);
    // A busy scene gets no input, so its long conversation need not be read.
    if (state.ok && !state.value.isBusy && needsLines(scene, tally)) state = await room.trial(true);
    if (!state.ok && state.failure.code === 'not_found') return null;
    if (!state.ok) throw new Error(state.failure.code);
    return settleTrial(scene, tally, state.value, wish, hasPrices(readConfig(this.#env).prices));
  }

  /** Sends an input once, however often it is repeated. @throws Error if the scene does not respond */
  async send(
    tenant: string,
    experiment: string,
    { lines, judge }: SceneTrials,
    { n, run }: PlannedRun,
    input: TrialInput,
  ): Promise<Result<unknown>> {
    const line = input === 'judge' ? undefined : lines[input.say];
    const [action, body] =
      line === undefined
        ? ['judgeScene', { criteria: judge?.criteria ?? {} }]
        : ['takeTurn', scriptTurn(line)];
    const key = `${creationKey(experiment, n)}/${input === 'judge' ? input : input.say}`;
    const receipt = { key, bodyHash: await sha256(JSON.stringify(body)) };
    const answer = await this.#room(tenant, run).perform(action as string, asInput(body), receipt, OWNER);
    if (!answer.ok && answer.failure.code === 'unavailable') throw new Error(answer.failure.code);
    return answer;
  }

  async control(tenant: string, run: string, verb: Control): Promise<void> {
    const room = this.#room(tenant, run);
    if (verb === 'stop') {
      await room.perform('cancelRound', asInput(undefined), null, OWNER);
      await room.change({ status: 'finished' });
    }
    if (verb !== 'resume') return;
    const state = await room.trial(false);
    if (!state.ok || !state.value.failed) return;
    const params = { n: state.value.failed.round };
    await room.perform('retryRound', asInput(undefined, params), null, OWNER);
  }

  /** null: no such scene. @throws Error if it does not respond */
  async lines(tenant: string, run: string): Promise<TrialRecord['lines']> {
    const state = await this.#room(tenant, run).trial(true);
    if (!state.ok && state.failure.code === 'not_found') return null;
    if (!state.ok) throw new Error(state.failure.code);
    return state.value.lines;
  }

  #room(tenant: string, run: string): SceneApi {
    return roomStub<SceneApi>(this.#env, tenant, run);
  }
}

const asInput = (body: unknown, params: Record<string, unknown> = {}): RawInput => ({
  params,
  query: {},
  body,
});
