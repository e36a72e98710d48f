import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { exports } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { DiscordApplication } from '../../durable-objects/discord-application';
import type { DiscordApplicationView } from '../../src/contract/discord';
import type { Scene } from '../../src/contract/scenes';
import { DiscordPeople, MEMBERS } from '../support/discord-people';
import { ringing, sceneAt, until } from '../support/rooms';

const open = async (): Promise<DiscordPeople> => {
  const people = await new DiscordPeople().make();
  const connection = await people.connect();
  expect(connection.status, JSON.stringify(connection.body)).toBe(200);
  return people;
};

async function play(): Promise<{ people: DiscordPeople; scene: string }> {
  const people = await open();
  await people.ask('scene', { template: 'lighthouse' });
  await people.ask('join', { persona: 'Zoe' });
  const scene = (await view(people)).channels[0]?.scene ?? '';
  const quiet = { director: { provider: 'understudy' }, character: { provider: 'understudy' } };
  await sceneAt(scene).change({ profiles: quiet });
  return { people, scene };
}

const view = async (people: DiscordPeople): Promise<DiscordApplicationView> =>
  (await people.api<DiscordApplicationView>(`GET /v1/discord/${people.application}`)).body;

describe('connecting an application', () => {
  it('registers commands and address by the token alone, and shows no secret', async () => {
    const people = await new DiscordPeople().make();
    const { status, body } = await people.connect();
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      ...{
        application: people.application,
        name: 'Stage Door',
        endpoint: 'set',
        problem: null,
        servers: null,
      },
      interactionsUrl: `https://stage.test/v1/discord/${people.application}/interactions`,
    });
    expect(body.inviteUrl).toContain(`client_id=${people.application}`);
    const log = await people.log();
    expect(log.commands.map(({ name }) => name)).toEqual(['scene', 'join', 'say', 'whisper', 'continue']);
    expect(log.endpoint).toBe(body.interactionsUrl);
    const list = await people.api<{ items: DiscordApplicationView[] }>('GET /v1/discord');
    expect(list.body.items.map(({ application }) => application)).toContain(people.application);
    for (const answer of [body, list.body, await view(people)])
      expect(JSON.stringify(answer)).not.toContain(people.botToken);
  });

  it('refuses a token that Discord does not know, and changes nothing', async () => {
    const people = await new DiscordPeople().make();
    const refused = await people.connect({ botToken: `${'B'.repeat(24)}.Bcdefg.${'y'.repeat(30)}` });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/botToken' }] } });
    expect((await people.api(`GET /v1/discord/${people.application}`)).status).toBe(404);
  });

  it('says what Discord did not take', async () => {
    const people = await new DiscordPeople().make();
    const { status, body } = await people.connect({ address: 'http://127.0.0.1:8787' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ endpoint: 'refused' });
    expect(body.problem).toContain('https');
    expect((await people.connect()).body).toMatchObject({ endpoint: 'set', problem: null });
  });

  it('belongs to one tenant, and is gone when it is deleted', async () => {
    const people = await open();
    await people.ask('scene', { template: 'lighthouse' });
    const tenant = await people.api<{ key: { key: string } }>('POST /v1/tenants', { name: 'other' });
    const { key } = tenant.body.key;
    expect((await people.connect({}, key)).status).toBe(409);
    expect((await people.api(`GET /v1/discord/${people.application}`, undefined, key)).status).toBe(404);
    await people.api(`DELETE /v1/discord/${people.application}`, undefined, key);
    expect((await view(people)).application).toBe(people.application);
    const gone = await people.api(`DELETE /v1/discord/${people.application}`);
    expect(gone.status).toBe(204);
    expect((await people.api(`GET /v1/discord/${people.application}`)).status).toBe(404);
    expect((await people.log()).commands).toEqual([]);
    expect((await people.use('say', { text: 'x' })).status).toBe(404);
    expect((await people.connect()).status).toBe(200);
  });
});

describe('what Discord sends', () => {
  it('is answered when it is signed, and refused when it is not', async () => {
    const people = await open();
    const ping = { type: 1, id: '1', application_id: people.application, token: 't' };
    const pong = await people.send(ping);
    expect([pong.status, await pong.json()]).toEqual([200, { type: 1 }]);
    const statusOf = async (forge: (headers: Headers, body: string) => string) =>
      (await people.send(ping, forge)).status;
    expect(await statusOf((_, body) => body.replace('"1"', '"2"'))).toBe(401);
    for (const header of ['X-Signature-Ed25519', 'X-Signature-Timestamp'])
      expect(
        await statusOf((headers, body) => {
          headers.delete(header);
          return body;
        }),
      ).toBe(401);
    expect(
      await statusOf((headers, body) => {
        const signature = headers.get('X-Signature-Ed25519') ?? '';
        headers.set('X-Signature-Ed25519', (signature[0] === '0' ? '1' : '0') + signature.slice(1));
        return body;
      }),
    ).toBe(401);
    expect((await exports.default.fetch(people.sign(ping, undefined, 301))).status).toBe(401);
    expect((await people.send({ type: 3, id: '5' })).status).toBe(422);
    const other = await open();
    const stolen = other.sign(other.payload('say', { text: 'x' }));
    const url = `https://stage.test/v1/discord/${people.application}/interactions`;
    expect((await exports.default.fetch(new Request(url, stolen))).status).toBe(401);
  });

  it('is answered before anything is asked of Discord or a scene', async () => {
    const { people } = await play();
    await people.trouble('PATCH', 'hang', 100);
    await people.trouble('POST', 'hang', 100);
    const answered = (await people.log()).requests.length;
    const used = await people.use('say', { text: 'Is anybody there?' });
    expect(used).toMatchObject({ status: 200, body: { type: 5, data: { flags: 64 } } });
    const log = await people.log();
    expect(log.answers[used.token]).toBeUndefined();
    expect(log.requests.slice(answered).every(({ status }) => status === 0)).toBe(true);
    await people.control('trouble', { at: 'nothing', does: '500' });
    for (let open = true; open; ) {
      await people.control('unhang', {});
      open = (await people.log()).answers[used.token]?.original == null;
    }
  });

  it('offers what can be chosen while a member types', async () => {
    const { people } = await play();
    const typing = (name: string, focused: string, value: string) =>
      people.use(name, { [focused]: value }, { type: 4, focused });
    const choices = async (...args: [string, string, string]) =>
      (await typing(...args)).body.data?.choices?.map((one) => one.value);
    expect(await choices('scene', 'template', 'light')).toEqual(['lighthouse']);
    expect(await choices('whisper', 'to', 'hesp')).toEqual(['hesper']);
    expect(await choices('join', 'persona', 'zo')).toEqual([]);
    expect(await choices('join', 'persona', 'in')).toEqual(['Ines']);
  });
});

describe('a scene in a channel', () => {
  it('is started, joined, played, and told by a webhook under the names of its speakers', async () => {
    const people = await open();
    expect(await people.ask('say', { text: 'Hello?' })).toContain('no scene in this channel');
    expect(await people.ask('scene', { template: 'nowhere' })).toContain('no template');
    expect(await people.ask('scene', { template: 'lighthouse' })).toContain('/join');
    expect(await people.ask('say', { text: 'Hello?' })).toContain('/join');
    expect(await people.ask('join')).toContain('You play **Ines**');
    expect(await people.ask('join', { persona: 'Tobin' }, { member: MEMBERS.tom })).toContain(
      'is a character',
    );
    expect(await people.ask('join', { persona: 'ines' }, { member: MEMBERS.tom })).toContain('Someone else');
    expect(await people.ask('join', {}, { member: MEMBERS.tom })).toContain('You play **Tom**');
    expect(await people.ask('join', { persona: 'Jo' }, { member: MEMBERS.tom })).toContain('You play Tom');
    expect(await people.ask('say', { text: '@everyone, who lit the lamp?' })).toContain('Said.');
    const lines = await people.said((all) =>
      all.some((line) => /^(Hesper|Tobin|Dr\. Wren|Captain)/.test(line)),
    );
    expect(lines.filter((line) => line === 'Ines: @everyone, who lit the lamp?')).toHaveLength(1);
    expect(await people.ask('continue', {}, { member: MEMBERS.tom })).toContain('continues');
    const { channels, early } = await people.log();
    const messages = channels[people.channel] ?? [];
    expect(messages.filter(({ calls }) => calls)).toEqual([]);
    expect(messages.find(({ username }) => username === 'Ines')?.avatar_url).toContain(MEMBERS.ines.id);
    expect(early).toBe(0);
    expect(await people.ask('scene')).toContain('Present: ');
  });

  it('tells in the channel what was said elsewhere, in the order of the ledger', async () => {
    const { people, scene } = await play();
    await sceneAt(scene).turn({ type: 'user', personaId: 'ines', text: 'From the page.', to: [] });
    const lines = await people.said((all) => all.some((line) => line === 'Ines: From the page.'));
    expect(lines.findIndex((line) => line.startsWith('Proscenium: *Zoe'))).toBeLessThan(
      lines.indexOf('Ines: From the page.'),
    );
  });

  it('places a command once, however often Discord sends it', async () => {
    const { people, scene } = await play();
    const used = await people.use('say', { text: 'Only once.' });
    const again = await Promise.all([1, 2, 3].map(() => exports.default.fetch(used.request())));
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200]);
    await people.answer(used.token);
    await evictDurableObject(people.stub() as unknown as DurableObjectStub);
    await exports.default.fetch(used.request());
    // The evicted application resumes by its alarm.
    const lines = await ringing(
      () => people.stub(),
      scene,
      () => people.lines(),
    ).holds((all) => all.some((line) => /^(Hesper|Tobin|Dr\. Wren|Captain)/.test(line)));
    expect(lines.filter((line) => line.includes('Only once.'))).toHaveLength(1);
    const page = await sceneAt(scene).events({ after: 0, limit: 500 }, { owner: true, ids: [] });
    expect(page.events.filter(({ kind }) => kind === 'player.spoke')).toHaveLength(1);
  });

  it('plays in the server in which it was started first, and in those that its owner names', async () => {
    const { people } = await play();
    const elsewhere = { server: '300000000000000001', channel: '300000000000000002' };
    expect(await people.ask('scene', { template: 'ferry' }, elsewhere)).toContain('limited to other servers');
    await people.connect({ servers: [people.server, elsewhere.server] });
    expect(await people.ask('scene', { template: 'ferry' }, elsewhere)).toContain('/join');
    expect((await view(people)).channels).toHaveLength(2);
  });
});

describe('whispers', () => {
  it('reach the member alone, and never the channel', async () => {
    const { people } = await play();
    await people.ask('join', { persona: 'Jo' }, { member: MEMBERS.tom });
    const used = await people.use('whisper', { to: 'Hesper', text: 'canary-of-zoe: where is the key?' });
    expect(used.body).toMatchObject({ type: 5, data: { flags: 64 } });
    expect(await people.answer(used.token)).toContain('You whisper to Hesper Quill');
    // It follows the whisper, or the member's previous command while Discord's reply to the whisper is
    // pending.
    const isOwn = ([token, { original }]: [string, { original: string | null }]) =>
      token === used.token || original === 'You play **Zoe**.';
    const back = await until(async () => {
      const own = Object.entries((await people.log()).answers).filter(isOwn);
      return own.flatMap(([, { followUps }]) => followUps)[0];
    }).holds((followUp) => followUp !== undefined);
    expect(back?.content).toMatch(/^\*\*Hesper Quill\*\* whispers to you: /);
    expect(back?.flags).toBe(64);
    const words = back?.content.replace(/^.*whispers to you: /, '') ?? '';
    await people.ask('say', { text: 'Good night.' });
    await people.said((all) => all.some((line) => line === 'Zoe: Good night.'));
    const after = await people.log();
    const others = JSON.stringify([
      after.channels,
      Object.entries(after.answers).filter((answer) => !isOwn(answer)),
    ]);
    expect(others).not.toContain('canary-of-zoe');
    expect(others).not.toContain(words);
  });

  it('come as a direct message when the command is too old, and once', async () => {
    const { people } = await play();
    await people.trouble('POST /channels/dm-', 'lose');
    await people.trouble(`POST /webhooks/${people.application}/`, '404');
    const used = await people.use('whisper', { to: 'Hesper', text: 'Where is the key?' });
    await people.answer(used.token);
    const direct = await people.said((all) => all.length > 0, `dm-${MEMBERS.ines.id}`);
    expect(direct[0]).toContain('whispers to you');
    await until(() => rows(people, 'messages')).holds((left) => left === 0);
    expect(await people.said(() => true, `dm-${MEMBERS.ines.id}`)).toHaveLength(1);
  });

  it('wait for the next command of a member who takes no direct messages', async () => {
    const { people } = await play();
    await people.control('close-direct', { member: MEMBERS.ines.id });
    await people.trouble(`POST /webhooks/${people.application}/`, '404');
    const used = await people.use('whisper', { to: 'Hesper', text: 'Where is the key?' });
    await people.answer(used.token);
    await until(async () => (await view(people)).log).holds((log) =>
      log.some(({ what }) => what.includes('accepts no direct messages')),
    );
    const next = await people.use('scene');
    await people.answer(next.token);
    const log = await until(() => people.log()).holds(
      ({ answers }) => (answers[next.token]?.followUps.length ?? 0) > 0,
    );
    expect(log.answers[next.token]?.followUps[0]?.flags).toBe(64);
  });
});

const rows = (people: DiscordPeople, table: string): Promise<number> =>
  runInDurableObject(people.stub() as unknown as DurableObjectStub, (_, state) =>
    Number(state.storage.sql.exec(`SELECT count(*) AS n FROM ${table}`).one().n),
  );

describe('a Discord that makes trouble', () => {
  it.each(['lose', '500', '502', '429', '429global'] as const)(
    'is told each line once, in order, when it answers %s',
    async (does) => {
      const { people, scene } = await play();
      const text = (n: number) => `Line ${n}.`;
      await people.trouble('POST /webhooks/', does, 2);
      for (let n = 1; n <= 8; n += 1)
        await sceneAt(scene).turn({ type: 'user', personaId: 'ines', text: text(n), to: [], whisper: false });
      const lines = await people.said((all) => all.some((line) => line.includes(text(8))));
      const own = lines.filter((line) => line.startsWith('Ines: Line'));
      expect(own).toEqual(Array.from({ length: 8 }, (_, n) => `Ines: ${text(n + 1)}`));
      expect((await people.log()).early).toBe(0);
    },
  );

  it('pauses a channel whose webhook was deleted, says so, and goes on by /scene without a gap', async () => {
    const { people, scene } = await play();
    await people.control('delete-webhooks', {});
    await sceneAt(scene).turn({ type: 'user', personaId: 'ines', text: 'Unheard.', to: [] });
    const paused = await until(() => view(people)).holds(({ channels }) => channels[0]?.paused !== null);
    expect(paused.channels[0]?.paused).toContain('deleted');
    expect(await people.ask('say', { text: 'Still unheard.' })).toContain('/scene');
    expect(await people.ask('scene')).toContain('resumes');
    const lines = await people.said((all) => all.some((line) => line.includes('Still unheard.')));
    expect(lines.filter((line) => /^(Ines|Zoe): .*unheard/i.test(line))).toEqual([
      'Ines: Unheard.',
      'Zoe: Still unheard.',
    ]);
    expect((await view(people)).channels[0]?.paused).toBeNull();
  });

  it('says when it may not make a webhook, and makes no scene', async () => {
    const people = await open();
    await people.trouble(`GET /channels/${people.channel}/webhooks`, '403');
    expect(await people.ask('scene', { template: 'lighthouse' })).toContain('Manage Webhooks');
    expect((await view(people)).channels).toEqual([]);
    expect(await people.ask('scene', { template: 'lighthouse' })).toContain('/join');
  });
});

/** Aborts the application when it next passes a point, like the platform. */
async function cutAt(people: DiscordPeople, point: string): Promise<void> {
  await runInDurableObject(people.stub() as unknown as DurableObjectStub, (object, state) => {
    (object as unknown as DiscordApplication).probe = async (passed) => {
      if (passed !== point) return;
      state.abort(`cut at ${point}`);
      await new Promise(() => {});
    };
    // An alarm may pass the point at once.
  }).catch(() => undefined);
}

it.each(['kept', 'command done', 'read', 'message open', 'message sent', 'whisper open'])(
  'an application that is cut off does and tells everything once: %s',
  async (point) => {
    const { people } = await play();
    await people.said((all) => all.some((line) => line.startsWith('Proscenium: *Zoe')));
    await cutAt(people, point);
    const token = await people
      .use('whisper', { to: 'Tobin Marsh', text: 'Do you see it?' })
      .then((used) => used.token)
      .catch(() => '');
    const said = await people.use('say', { text: 'Do you hear it?' }).catch(() => null);
    await until(async () => {
      await runDurableObjectAlarm(people.stub() as unknown as DurableObjectStub).catch(() => undefined);
      return people.log();
    }).holds(
      ({ channels, answers }) =>
        (channels[people.channel] ?? []).some(({ content }) => content === 'Do you hear it?') &&
        (token === '' || (answers[token]?.original ?? null) !== null),
    );
    if (said) await people.answer(said.token);
    const lines = await people.said(() => true);
    expect(lines.filter((line) => line === 'Zoe: Do you hear it?')).toHaveLength(1);
    expect(lines.some((line) => line.includes('Do you see it?'))).toBe(false);
    const scenes = await people.api<{ items: Scene[] }>('GET /v1/scenes');
    expect(scenes.status).toBe(200);
  },
);
