import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { NewTenant } from '../../src/contract/access';
import type { EventPage } from '../../src/contract/events/events';
import { OWNER } from '../../src/contract/events/events';
import type { Round, TurnAccepted } from '../../src/contract/rounds';
import type { Scene } from '../../src/contract/scenes';
import { CANARY_MODEL, CANARY_PROFILES, CANARY_SCENE } from '../support/canary-scene';
import { canary, findCanaries } from '../support/fake-echo';
import { connectMcp } from '../support/mcp-client';
import { must } from '../support/must';
import { controlModel, idle, sceneAt, until } from '../support/rooms';
import {
  type Client,
  call,
  connect,
  createScene,
  get,
  OPERATOR,
  seatPerson,
  send,
  stream,
} from '../support/stage-client';

/**
 * A scene with a canary in each private place, and a model that leaks everything it knows. Searches all data
 * that each person received, and all prompts, for canaries outside the allowed lists.
 */

interface Person {
  name: string;
  token: string;
  client: Client;
  got: string[];
}

/** Canaries that each person may have seen at the end. */
const MAY_SEE = {
  mara: ['notemara', 'secretmara', 'whisperamongplayers', 'whisperbackada', 'whispertoada'],
  jo: ['notejo', 'secretjo', 'whisperamongplayers', 'whisperbackbo', 'whispertobo'],
  spectator: ['notespectator'],
};

/** Canaries that each agent may know. */
const MAY_KNOW: Record<string, string[]> = {
  Ada: [
    ...['authornote', 'characterada', 'goalada', 'guidanceada', 'instructionada', 'intentionada'],
    ...['loreada', 'lorenotbo', 'openguidance', 'secretada', 'whisperbackada', 'whispertoada'],
  ],
  Bo: [
    ...['authornote', 'goalbo', 'guidancebo', 'intentionbo', 'openguidance'],
    ...['secretbo', 'whisperbackbo', 'whispertobo'],
  ],
  narrator: ['authornote'],
  summarizer: ['authornote'],
};

let scene: string;
let people: Record<keyof typeof MAY_SEE, Person>;

const say = (token: string, body: object) =>
  get<TurnAccepted>(`POST /v1/scenes/${scene}/turns?wait=1`, token, { type: 'user', ...body });

async function sitDown(role: 'player' | 'spectator', persona: string | null, name: string): Promise<Person> {
  const { token } = await seatPerson(scene, role, persona, name);
  const client = await connect(scene, token);
  await client.ready();
  return { name, token, client, got: [] };
}

async function readAll(key: string): Promise<string[]> {
  const paths = [
    ...['', '/events?limit=1000', '/rounds?limit=100', '/rounds/1', '/rounds/2', '/audit', '/telemetry'],
    ...['/memories', '/export', '/seats', '/transcript?as=jsonl', '/transcript?as=html'],
  ].map((path) => `/v1/scenes/${scene}${path}`);
  const others = ['/v1/calls', `/v1/calls/${scene}.1.1`, '/v1/scenes', '/v1/keys', '/v1/profiles'];
  const got: string[] = [];
  for (const path of [...paths, ...others]) got.push((await send(`GET ${path}`, key)).text);
  return got;
}

beforeAll(async () => {
  scene = await createScene(CANARY_SCENE);
  people = {
    mara: await sitDown('player', 'mara', 'Frieda'),
    jo: await sitDown('player', 'jo', 'Till'),
    spectator: await sitDown('spectator', null, 'Ute'),
  };
  const { mara, jo, spectator } = people;
  for (const [who, { token }] of Object.entries(people))
    await get(`POST /v1/scenes/${scene}/notes`, token, { text: canary(`note${who}`) });
  await get(`POST /v1/scenes/${scene}/notes`, OPERATOR, { text: canary('ownernote') });

  await say(mara.token, { text: 'Good evening, all of you.' });
  await say(mara.token, { text: `Ada, ${canary('whispertoada')}.`, to: ['ada'], whisper: true });
  await say(jo.token, { text: `Bo, ${canary('whispertobo')}.`, to: ['bo'], whisper: true });
  await say(mara.token, { text: canary('whisperamongplayers'), to: ['persona:jo'], whisper: true });
  await say(jo.token, { text: 'What a night. Is anyone cold?' });
  await get(`POST /v1/scenes/${scene}/turns?wait=1`, OPERATOR, { type: 'narration' });
  await say(mara.token, { text: 'Listen, everybody.' });
  // A failed round shows its owner the endpoint's message: here with the request's key.
  await controlModel({ model: CANARY_MODEL, script: [{ mode: '401', times: 9 }] });
  expect((await say(jo.token, { text: 'And now?' })).status).toBe('failed');
  await controlModel({ model: CANARY_MODEL, script: [] });
  await get(`POST /v1/scenes/${scene}/rounds/7/retry`, OPERATOR, {});
  await idle(scene);
  await get(`PATCH /v1/scenes/${scene}`, OPERATOR, { notes: { arc: canary('laternote') } });

  const { head } = await get<Scene>(`GET /v1/scenes/${scene}`);
  for (const person of [mara, jo, spectator]) {
    const last = head - 1;
    await until(() => person.client.events.at(-1)?.seq ?? 0).holds((seq) => seq >= last - 3);
    person.got.push(...person.client.raw, ...(await readAll(person.token)));
    const end = person.client.events.at(-1)?.seq ?? 0;
    person.got.push(await stream(scene, person.token, (text) => text.includes(`id: ${end}\n`)));
    person.client.close();
  }
}, 120_000);

describe('a canary in each private place', () => {
  it('is there: the owner finds every one of them', async () => {
    const found = findCanaries((await readAll(OPERATOR)).join('\n'));
    const planted = [
      ...Object.values(MAY_SEE).flat(),
      ...Object.values(MAY_KNOW).flat(),
      ...['laternote', 'loreoff', 'lorenever', 'ownernote', 'thoughtada', 'thoughtbo', 'model'],
    ];
    expect(found).toEqual(expect.arrayContaining([...new Set(planted)].sort()));
  });

  it.each(['mara', 'jo', 'spectator'] as const)('reaches %s only where it may', (who) =>
    expect(findCanaries(people[who].got.join('\n'))).toEqual([...MAY_SEE[who]].sort()),
  );

  it('is not the only thing that stays: no key, token or invitation reaches anybody', () => {
    for (const person of Object.values(people)) {
      const text = person.got.join('\n');
      for (const secret of [
        'sk-fake-model-key',
        OPERATOR,
        ...Object.values(people).map(({ token }) => token),
      ])
        expect([person.name, text.includes(secret)]).toEqual([person.name, false]);
      expect(text).not.toMatch(/\b(?:st|si|tk|ps)_[a-z0-9]+_|127\.0\.0\.1|Incorrect API key/);
      expect(text).toContain('round.failed');
      expect(text).toContain('character.delta');
    }
  });

  it('is in no prompt of anybody who may not know it', async () => {
    const response = await fetch(`${inject('fakeModelUrl')}/control/log?full=1`);
    const log = (await response.json()) as { model: string; messages?: { content: string }[] }[];
    const told = new Map<string, string[]>();
    for (const { model, messages = [] } of log) {
      if (model !== CANARY_MODEL) continue;
      const text = messages.map(({ content }) => content).join('\n');
      const who =
        /^You are "(\w+)"(?:\.$|, a player)/m.exec(text)?.[1] ??
        /You (?:are the )?(direct|narrat|track the facts|keep the minutes|shorten the notes)/.exec(
          text,
        )?.[1] ??
        text;
      told.set(who, [...(told.get(who) ?? []), text]);
    }
    const foundBy = (who: string) => findCanaries((told.get(who) ?? []).join('\n'));
    // Long cards are summarized at the end of some rounds, each in a call of its own.
    expect(
      foundBy('shorten the notes').filter((name) => /^(?:whisper|lore|thought|note)/.test(name)),
    ).toEqual([]);
    told.delete('shorten the notes');
    expect([...told.keys()].sort()).toEqual(
      ['Ada', 'Bo', 'direct', 'track the facts', 'keep the minutes', 'narrat'].sort(),
    );
    expect(foundBy('Ada')).toEqual([...(MAY_KNOW.Ada ?? [])].sort());
    expect(foundBy('Bo')).toEqual([...(MAY_KNOW.Bo ?? [])].sort());
    expect(foundBy('narrat')).toEqual(MAY_KNOW.narrator);
    expect(foundBy('keep the minutes')).toEqual(MAY_KNOW.summarizer);
    expect(foundBy('track the facts').filter((name) => /^(?:whisper|lore)/.test(name))).toEqual([]);
    const private_ = /^(?:thought|note|ownernote|whisperamong|instruction|model|lore)/;
    expect(foundBy('direct').filter((name) => private_.test(name))).toEqual([]);
    expect(foundBy('direct')).toEqual(expect.arrayContaining(['secretmara', 'secretada', 'whispertobo']));
  });
});

it('a game at the table shows its words to nobody before it is over', async () => {
  const [one = '', two = ''] = canary('dealt').split(' ');
  const game = { kind: 'word-pair', words: [one, two], rounds: 3, tickEvery: 3 };
  const characters = ['Ada', 'Bo', 'Cy'].map((name) => ({ name }));
  const made = { characters, personas: [{ name: 'Mara' }], game, profiles: CANARY_PROFILES };
  scene = await createScene(made);
  const person = await sitDown('player', 'mara', 'Frieda');
  await say(person.token, { text: 'Begin.' });
  await idle(scene);
  const got = [...person.client.raw, ...(await readAll(person.token))].join('\n');
  expect(got).toContain('character.spoke');
  expect(findCanaries(got)).toEqual([]);
  expect(findCanaries((await readAll(OPERATOR)).join('\n'))).toContain('dealt');
  person.client.close();
});

describe('a line that is hidden', () => {
  const chatLines = [
    { user_name: 'Mara', character_name: 'Ada', chat_metadata: {} },
    { name: 'Ada', is_user: false, mes: 'Good evening.' },
    { name: 'Note', is_user: false, is_system: true, mes: canary('comment'), extra: { type: 'comment' } },
    { name: 'Mara', is_user: true, mes: 'Good evening.' },
    { name: 'Mara', is_user: true, is_system: true, mes: canary('hiddenplayer') },
    {
      ...{ name: 'Ada', is_user: false, is_system: true, mes: canary('hiddencharacter') },
      ...{ swipe_id: 0, swipes: [canary('hiddencharacter'), canary('hiddenswipe')] },
    },
    { name: 'Bo', is_user: false, mes: 'It is cold.' },
    { name: 'Eve', is_user: false, is_system: true, mes: canary('hiddenstranger') },
  ];
  const OF_CHAT = ['comment', 'hiddencharacter', 'hiddenplayer', 'hiddenstranger'];
  const readLog = async () => {
    const response = await fetch(`${inject('fakeModelUrl')}/control/log?full=1`);
    return (await response.json()) as { messages?: { content: string }[] }[];
  };
  const readNews = async () => {
    const { events } = await sceneAt(scene).news({ after: 0, limit: 1000 }, OWNER);
    return JSON.stringify(events.filter(({ kind }) => /^(?:character\.spoke|player|line)/.test(kind)));
  };

  it('reaches no model and nobody but the owner, whether it came so or was hidden or deleted later', async () => {
    const raw = chatLines.map((line) => JSON.stringify(line)).join('\n');
    const headers = { 'Content-Type': 'application/x-ndjson' };
    const response = await call('POST /v1/scenes/import', { raw, headers });
    const made = (await response.json()) as Scene;
    scene = made.id;
    expect(made.cast.map(({ name }) => name)).toEqual(['Ada', 'Bo']);
    const settings = { summarizeAfter: 2, worldAgent: true };
    await get(`PATCH /v1/scenes/${scene}`, OPERATOR, { profiles: CANARY_PROFILES, settings });
    const mara = await sitDown('player', 'mara', 'Frieda');
    await say(mara.token, { text: canary('laterhidden') });
    await say(mara.token, { text: canary('laterdeleted') });
    await idle(scene);
    const { events } = await get<EventPage>(`GET /v1/scenes/${scene}/events?limit=1000`, OPERATOR);
    const seqOf = (name: string) =>
      events.find(({ kind, payload }) => kind === 'player.spoke' && payload.text === canary(name))?.seq;
    await get(`POST /v1/scenes/${scene}/lines/${seqOf('laterhidden')}/hide`, OPERATOR, {});
    await get(`DELETE /v1/scenes/${scene}/lines/${seqOf('laterdeleted')}`, OPERATOR);
    const before = (await readLog()).length;
    const viewer = await sitDown('spectator', null, 'Ute');
    await say(mara.token, { text: 'What a night.' });
    await get(`POST /v1/scenes/${scene}/turns?wait=1`, OPERATOR, { type: 'narration' });
    await idle(scene);
    const late = [...viewer.client.raw, ...(await readAll(viewer.token)), ...(await readAll(mara.token))];
    late.push(await readNews());
    const owner = await connectMcp();
    late.push(JSON.stringify(await owner.tool('look', { scene, lines: 200 })));
    late.push(await owner.read(`proscenium://scenes/${scene}/transcript`));
    late.push((await send(`GET /v1/scenes/${scene}/transcript?as=html`, OPERATOR)).text);
    // The owner sees the name of the model.
    expect(findCanaries(late.join('\n')).filter((name) => name !== 'model')).toEqual([]);
    const prompts = (await readLog()).slice(before).map(({ messages }) => messages);
    expect(JSON.stringify(prompts)).toContain('What a night.');
    expect(
      findCanaries(JSON.stringify(prompts)).filter((name) => /^(?:hidden|later|comment)/.test(name)),
    ).toEqual([]);
    mara.client.close();
    viewer.client.close();
  });

  it('is marked in what the owner reads, and shown again to everyone', async () => {
    const file = (await send(`GET /v1/scenes/${scene}/transcript?as=jsonl`, OPERATOR)).text;
    const exported = file.split('\n').flatMap((row) => (row === '' ? [] : [JSON.parse(row)]));
    const names = exported.filter((row) => row.is_system).flatMap((row) => findCanaries(row.mes));
    expect(names.sort()).toEqual([...OF_CHAT, 'laterhidden'].sort());
    expect(exported.find((row) => row.mes === canary('comment'))).toMatchObject({
      ...{ name: 'Note', is_system: true, extra: { type: 'comment' } },
    });
    const { items } = await get<{ items: Round[] }>(`GET /v1/scenes/${scene}/rounds?limit=100`, OPERATOR);
    const hiddenLines = items.flatMap(({ lines }) => lines.filter(({ hidden }) => hidden));
    const line = hiddenLines.find(({ text }) => text === canary('hiddencharacter'));
    const { token, client } = await sitDown('spectator', null, 'Kim');
    const shown = await get(`POST /v1/scenes/${scene}/lines/${line?.seq}/show`, OPERATOR, {});
    expect(shown).toEqual({ seq: line?.seq, visibility: 'shown' });
    const isTold = () => Promise.resolve(client.raw.join('').includes(canary('hiddencharacter')));
    await until(isTold).holds();
    client.close();
    expect(findCanaries((await readAll(token)).join('\n'))).toEqual(['hiddencharacter', 'hiddenswipe']);
    await sceneAt(scene).inside(({ core }) => {
      expect(core.rebuild()).toEqual(must(core.open()).state);
    });
  });
});

it('another tenant is not to be found from a seat', async () => {
  const { key } = await get<NewTenant>('POST /v1/tenants', OPERATOR, { name: 'outside' });
  const theirs = { ...CANARY_SCENE, title: canary('outside') };
  const hidden = await get<Scene>('POST /v1/scenes', key.key, theirs);
  scene = await createScene(CANARY_SCENE);
  const { token } = await seatPerson(scene, 'player', 'mara', 'Frieda');
  const tried = [
    ...(await readAll(token)),
    (await send(`GET /v1/scenes/${hidden.id}`, token)).text,
    (await send(`GET /v1/scenes/${hidden.id}/events`, token)).text,
    (await send(`GET /v1/scenes/${hidden.id}`, token.replace('_local_', '_outside_'))).text,
  ];
  expect(findCanaries(tried.join('\n'))).toEqual(['secretmara']);
});
