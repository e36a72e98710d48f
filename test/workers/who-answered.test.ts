import { expect, it } from 'vitest';
import type { Event } from '../../src/contract/events/events';
import { fakeProfile, sceneBody, until } from '../support/rooms';
import { call, getJson } from '../support/stage-client';

const get = <T>(path: string): Promise<T> => getJson<T>(`GET ${path}`);
const pageOf = async (path: string): Promise<string> =>
  (await call(`GET ${path}`, { headers: { Accept: 'text/html' } })).text();

interface Listed {
  items: { id: string; answeredBy: string[] }[];
}
const listed = (kind: 'scenes' | 'runs', id: string): Promise<string[]> =>
  until(
    async () => (await get<Listed>(`/v1/${kind}?limit=50`)).items.find((one) => one.id === id)?.answeredBy,
  )
    .holds((names) => names !== undefined && names.length > 0)
    .then((names) => names ?? []);

/** Kinds of events that name an answerer, and those events without a model. */
async function answers(path: string): Promise<{ kinds: string[]; nameless: string[] }> {
  const { events } = await get<{ events: Event[] }>(`${path}/events?limit=500`);
  const told = events.filter(({ payload }) => 'rung' in payload && 'provider' in payload);
  const byModel = told.filter(({ payload }) => 'provider' in payload && payload.provider === 'openai');
  const nameless = byModel.filter(({ payload }) => !('model' in payload));
  return {
    kinds: [...new Set(byModel.map(({ kind }) => kind))].sort(),
    nameless: nameless.map(({ kind }) => kind),
  };
}

it('a scene names the models of its director, its lines and its prompts', async () => {
  const director = fakeProfile('ok#named-director');
  const character = fakeProfile('ok#named-cast');
  const body = { ...sceneBody(director), profiles: { director, character } };
  const { id } = await getJson<{ id: string }>('POST /v1/scenes', { body });
  const path = `/v1/scenes/${id}`;
  const names = ['fake:ok#named-director by openai', 'fake:ok#named-cast by openai'];
  expect(await get(path)).toMatchObject({ provider: 'openai', answeredBy: names });
  await getJson(`POST ${path}/turns?wait=1`, {
    body: { type: 'user', text: 'Is the lamp lit?', personaId: 'visitor', to: ['ada'] },
  });
  const round = await get<{ passes: object[]; lines: object[]; record: { agents: object[] } }>(
    `${path}/rounds/1`,
  );
  expect(round.passes.map((pass) => 'model' in pass && pass.model)).toEqual(
    round.passes.map(() => director.model),
  );
  expect(round.lines.map((line) => 'model' in line && line.model)).toContain(character.model);
  expect(round.record.agents.every((agent) => 'model' in agent)).toBe(true);
  expect(await answers(path)).toMatchObject({
    kinds: expect.arrayContaining(['character.spoke', 'director.completed']),
    nameless: [],
  });
  expect(await listed('scenes', id)).toEqual(names);
});

it.each([
  ['corridor', 'actions', ['explorer', 'analyst'], ['action.analyzed', 'action.suggested']],
  ['tide-mill', 'turns', ['adventurer'], ['agent.answered', 'command.proposed']],
] as const)(
  'a run of %s names the models that played it, in its view, list, turns and report',
  async (game, unit, roles, kinds) => {
    const profile = fakeProfile(`ok#named-${game}`);
    const name = `${profile.model} by openai`;
    const { id } = await getJson<{ id: string }>('POST /v1/runs', {
      body: {
        ...{ game, seed: 'named', start: true, budgets: { [unit]: 6, calls: 60 } },
        profiles: Object.fromEntries(roles.map((role) => [role, profile])),
      },
    });
    const path = `/v1/runs/${id}`;
    const run = await until(() =>
      get<{ turns: number; turn: unknown; answeredBy: string[]; provider: string }>(path),
    ).holds(({ turns }) => turns >= 3);
    expect(run.answeredBy).toContain(name);
    expect(run.provider).toContain('openai');
    expect(await listed('runs', id)).toContain(name);
    expect(await get(`${path}/turns/1`)).toMatchObject({ answeredBy: expect.arrayContaining([name]) });
    const told = await answers(path);
    expect(told).toMatchObject({ nameless: [], kinds: expect.arrayContaining([...kinds]) });
    expect((await get<{ markdown: string }>(`${path}/report`)).markdown).toContain(name);
    expect(await pageOf(`${path}/report`)).toContain(name);
  },
);
