import type { TurnAccepted } from '../../src/contract/rounds';
import type { Scene } from '../../src/contract/scenes';
import { type Case, createScene, must, readCalls, readLedger, readRound, type Setting, say } from './cases';

/** A round with this fake model, whose name selects its behavior; requires two lines. */
async function playOn({ client }: Setting, model: string) {
  const scene = await createScene(client, { provider: 'openai', model, timeoutSeconds: 5 });
  const turn = await say(client, scene.id, 'Is anybody there?');
  const round = await readRound(client, scene.id, turn.round ?? 0);
  must(turn.status === 'completed', `the round is ${turn.status}: ${round.problem?.detail}`);
  must(round.lines.length === 2, `${round.lines.length} lines, not 2`);
  must(
    round.lines.every(({ provider }) => provider === 'openai'),
    'a line is not from the model',
  );
  return { scene, round, calls: await readCalls(client, scene.id, 4) };
}

const rungs = (calls: { rung: string | null }[]): string => calls.map(({ rung }) => rung ?? '-').join(' ');

export const MODEL_CASES: Case[] = [
  {
    name: 'npm start prints in one line what the model can do',
    run: async ({ stage }) => {
      const lines = stage.output.split('\n');
      const trial = lines.filter((line) => line.startsWith('fake:ok by openai '));
      must(trial.length === 1, `${trial.length} lines name the model and its provider, not 1`);
      const [line = ''] = trial;
      must(
        /^fake:ok by openai works: rung json_schema, accepts pictures, no reasoning, .*\d+ tokens\.$/.test(
          line,
        ),
        line,
      );
      const next = lines[lines.indexOf(line) + 1] ?? '';
      must(next.startsWith('Stop with Ctrl+C'), `after the trial it printed: ${next}`);
      return line;
    },
  },
  {
    name: 'a scene on the understudy, marked as such',
    run: async ({ client }) => {
      const scene = await createScene(client, { provider: 'understudy' });
      must(scene.provider === 'understudy', `the scene says ${scene.provider}`);
      const turn = await say(client, scene.id, 'Teo, where are the matches?');
      must(turn.status === 'completed', `the round is ${turn.status}`);
      const round = await readRound(client, scene.id, 1);
      must(round.lines.length > 0, 'nobody spoke');
      must(
        round.lines.every(({ provider }) => provider === 'understudy'),
        'a line hides where it is from',
      );
      const calls = await readCalls(client, scene.id, 3);
      must(
        calls.every(({ rung }) => rung === 'understudy'),
        rungs(calls),
      );
    },
  },
  {
    name: 'a model that honours json_schema',
    run: async (setting) => {
      const { calls } = await playOn(setting, 'fake:ok#honours');
      must(
        calls.length === 4 &&
          calls.every(({ rung, role }) => rung === (role === 'director' ? 'json_schema' : 'prose')),
        rungs(calls),
      );
      must(
        calls.every(({ promptTokens }) => promptTokens > 0),
        'tokens were not counted',
      );
      return rungs(calls);
    },
  },
  {
    name: 'a model that ignores json_schema',
    run: async (setting) => {
      const { calls } = await playOn(setting, 'fake:ignore#case');
      must(
        calls.every(({ rung, role }) => rung === (role === 'director' ? 'repaired' : 'prose')),
        rungs(calls),
      );
      await playOn(setting, 'fake:ignore#case');
      const log = await setting.fake.log('fake:ignore#case');
      must(log.at(-1)?.constraint !== 'json_schema', 'it was asked the same way again');
      return rungs(calls);
    },
  },
  {
    name: 'a model that refuses response_format',
    run: async (setting) => {
      const { calls } = await playOn(setting, 'fake:refuse#case');
      const refused = calls.filter(({ status }) => status === 'refused').length;
      must(refused === 2, `${refused} calls were refused, not 2 (json_schema, json_object)`);
      const log = await setting.fake.log('fake:refuse#case');
      must(log.at(-1)?.constraint === 'none', 'the refusal was not remembered');
      return `${refused} refused, then ${rungs(calls.filter(({ status }) => status === 'answered'))}`;
    },
  },
  {
    name: 'a model that answers 429, then well',
    run: async (setting) => {
      const { calls } = await playOn(setting, 'fake:429-then-ok#case');
      const [first, second] = calls;
      must(first?.status === 'refused' && second?.status === 'answered', 'the 429 is not in the log');
      const waited = Date.parse(second.startedAt) - Date.parse(first.startedAt);
      must(waited >= 900, `asked again after ${waited} ms; Retry-After said 1 s`);
      return `asked again after ${waited} ms`;
    },
  },
  {
    name: 'a model that hangs: the round fails clearly, other rooms go on, a retry succeeds',
    run: async ({ client }) => {
      const stuck = await createScene(client, {
        provider: 'openai',
        model: 'fake:hang-then-hang-then-hang-then-ok#case',
        timeoutSeconds: 1,
      });
      const path = `/v1/scenes/${stuck.id}`;
      const hanging = say(client, stuck.id, 'Is anybody there?');
      const other = await createScene(client, { provider: 'openai', model: 'fake:ok#meanwhile' });
      const meanwhile = await say(client, other.id, 'Is anybody there?');
      must(meanwhile.status === 'completed', `the other room is ${meanwhile.status}`);
      const during = await client.get<Scene>(path);
      must(during.round !== null, 'the hanging round had ended before the other one');

      const turn = await hanging;
      must(turn.status === 'failed', `the round is ${turn.status}, not failed`);
      const { failed } = await client.get<Scene>(path);
      must(failed !== null, 'the scene does not say that its round failed');
      must(/did not answer within 1 s/.test(failed.problem.detail), failed.problem.detail);
      must(failed.problem.fix, 'the problem names no fix');

      const retried = await client.post<TurnAccepted>(`${path}/rounds/1/retry`);
      must(retried.round === 1, `the retry is of round ${retried.round}`);
      for await (const event of client.follow(path)) if (event.kind === 'round.completed') break;
      const round = await readRound(client, stuck.id, 1);
      must(round.status === 'completed' && round.lines.length === 2, `the retried round is ${round.status}`);
      await readLedger(client, path);
      return failed.problem.detail;
    },
  },
  {
    name: 'a model that cuts the connection, then answers well',
    run: async (setting) => {
      const { calls } = await playOn(setting, 'fake:cut-then-ok#case');
      must(calls[0]?.status === 'unreachable', `the cut call is logged as ${calls[0]?.status}`);
    },
  },
  {
    name: 'a model that sends garbage, then answers well',
    run: async (setting) => {
      const { calls } = await playOn(setting, 'fake:garbage-then-nonsense-then-ok#case');
      return calls.map(({ status, rung }) => rung ?? status).join(' ');
    },
  },
  {
    name: 'a model that sends nothing but garbage: a problem that says so',
    run: async ({ client }) => {
      const scene = await createScene(client, { provider: 'openai', model: 'fake:garbage#only' });
      const turn = await say(client, scene.id, 'Is anybody there?');
      must(turn.status === 'failed', `the round is ${turn.status}`);
      const round = await readRound(client, scene.id, 1);
      must(round.problem?.status === 502 && round.problem.fix, JSON.stringify(round.problem));
      return round.problem.detail;
    },
  },
];
