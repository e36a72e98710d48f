import { beforeAll, describe, expect, it } from 'vitest';
import type { GridRun } from '../../src/contract/runs';
import { GRID_RUN } from '../support/belongings';
import { CANARY_SCENE } from '../support/canary-scene';
import { canary, findCanaries } from '../support/fake-echo';
import { connectMcp, type McpPerson } from '../support/mcp-client';
import { createScene, get, OPERATOR, seatPerson } from '../support/stage-client';

/**
 * A scene with a canary in each private place, and a model that leaks everything it knows. Searches the
 * answers of all tools and resources for each seat for canaries outside the allowed lists.
 */

type Who = 'mara' | 'jo' | 'spectator';
const MAY_SEE: Record<Who, string[]> = {
  mara: ['secretmara', 'whisperamongplayers', 'whisperbackada', 'whispertoada'],
  jo: ['secretjo', 'whisperamongplayers', 'whisperbackbo', 'whispertobo'],
  spectator: [],
};

let scene: string;
let run: string;
const tokens: Partial<Record<Who, string>> = {};
const people: Partial<Record<Who, McpPerson>> = {};
const got: Record<Who, string[]> = { mara: [], jo: [], spectator: [] };

async function use(who: Who, name: string, args: Record<string, unknown> = {}): Promise<void> {
  const told: string[] = [];
  const answer = await people[who]?.tool(name, args, told).catch((error: unknown) => String(error));
  got[who].push(JSON.stringify(answer), ...told);
}

async function useAll(who: Who): Promise<void> {
  const person = people[who];
  if (!person) throw new Error(`${who} is not there`);
  const owner = await connectMcp();
  const { tools } = await owner.client.listTools();
  const own = await person.client.listTools();
  got[who].push(JSON.stringify(own), person.client.getInstructions() ?? '');
  const { resourceTemplates } = await owner.client.listResourceTemplates();
  for (const { name } of tools) {
    const isOffered = own.tools.some((tool) => tool.name === name);
    await use(who, name, isOffered ? {} : { scene, run, call: `${scene}.1.1`, room: scene });
    if (isOffered && name !== 'look') await use(who, name, { scene, text: 'x' });
  }
  await use(who, 'look', { lines: 200 });
  await use(who, 'look', { wait: 1, after: 0 });
  for (const { uri } of (await person.client.listResources()).resources)
    got[who].push(await person.read(uri));
  for (const { uriTemplate } of resourceTemplates) {
    const uri = uriTemplate
      .replace('{scene}', scene)
      .replace('{run}', run)
      .replace('{experiment}', `exp_${'0'.repeat(20)}`)
      .replace('{n}', '1');
    got[who].push(await person.read(uri).catch(String));
  }
}

beforeAll(async () => {
  scene = await createScene(CANARY_SCENE);
  run = (await get<GridRun>('POST /v1/runs', OPERATOR, { ...GRID_RUN, title: canary('run') })).id;
  for (const [who, role, persona] of [
    ['mara', 'player', 'mara'],
    ['jo', 'player', 'jo'],
    ['spectator', 'spectator', null],
  ] as const) {
    const { token } = await seatPerson(scene, role, persona, `Person of ${who}`);
    tokens[who] = token;
    people[who] = await connectMcp(token);
  }
  for (const [who, token = ''] of Object.entries(tokens))
    await get(`POST /v1/scenes/${scene}/notes`, token, { text: canary(`note${who}`) });
  await get(`POST /v1/scenes/${scene}/notes`, OPERATOR, { text: canary('ownernote') });
  await use('mara', 'say', { text: 'Good evening, all of you.' });
  await use('mara', 'whisper', { text: `Ada, ${canary('whispertoada')}.`, to: ['ada'] });
  await use('jo', 'whisper', { text: `Bo, ${canary('whispertobo')}.`, to: ['bo'] });
  await use('mara', 'whisper', { text: canary('whisperamongplayers'), to: ['persona:jo'] });
  await use('jo', 'say', { text: 'What a night. Is anyone cold?' });
  await use('spectator', 'look', { wait: 1, after: 0 });
  for (const who of ['mara', 'jo', 'spectator'] as const) await useAll(who);
}, 120_000);

describe('a canary in each private place', () => {
  it('is there: the owner finds them by the tools of an owner', async () => {
    const owner = await connectMcp();
    const read: string[] = [];
    const { structuredContent } = await owner.tool('list_calls', { room: scene, limit: 100 });
    for (const { call } of (structuredContent as { calls: { call: string }[] }).calls)
      read.push(JSON.stringify(await owner.tool('read_call', { call })));
    read.push(JSON.stringify(await owner.tool('look', { scene, lines: 200 })));
    expect(findCanaries(read.join('\n'))).toEqual(
      expect.arrayContaining([
        'authornote',
        'goalada',
        'instructionada',
        'model',
        'secretbo',
        'secretjo',
        'thoughtada',
      ]),
    );
  });

  it.each(['mara', 'jo', 'spectator'] as const)(
    'reaches %s by tools and resources only where it may',
    (who) => {
      const text = got[who].join('\n');
      expect(findCanaries(text)).toEqual(MAY_SEE[who]);
      expect(text).toContain('Good evening, all of you.');
    },
  );

  it('is not the only thing that stays: no key and no token is answered', () => {
    for (const who of ['mara', 'jo', 'spectator'] as const) {
      const text = got[who].join('\n');
      for (const secret of ['sk-fake-model-key', OPERATOR, ...Object.values(tokens)])
        expect([who, text.includes(secret)]).toEqual([who, false]);
      expect(text).not.toMatch(/\b(?:st|si|tk|ps)_[a-z0-9]+_\w{20}|127\.0\.0\.1/);
    }
  });
});
