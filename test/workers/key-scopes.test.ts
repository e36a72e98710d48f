import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Caller, KeySummary, NewKey, Ticket } from '../../src/contract/access';
import type { Run } from '../../src/contract/runs';
import type { Scene } from '../../src/contract/scenes';
import { createApp } from '../../src/http/app';
import { listOperations } from '../../src/http/auth/permissions';
import { canCall } from '../../src/http/auth/scopes';
import type { Access } from '../../src/room/actions';
import { type Belongings, GRID_RUN, makeBelongings, SCENE } from '../support/belongings';
import { connectMcp, textOf } from '../support/mcp-client';
import { until } from '../support/rooms';
import { fillRow, SAMPLES } from '../support/route-samples';
import { call, connect, get, OPERATOR, problemOf, send } from '../support/stage-client';

/** Routes without a key, which a key can't change. */
const ASKS_FOR_NO_KEY: readonly Access[] = ['invitation', 'signed', 'metrics', 'person', 'anyone'];

const makeKey = (body: object) => get<NewKey>('POST /v1/keys', OPERATOR, { label: 'small', ...body });

describe('keys of smaller scopes', () => {
  const keys: Record<'read' | 'scene' | 'run' | 'experiments', NewKey> = {} as never;
  let own: Belongings;
  const keyOf = (name: keyof typeof keys) => keys[name].key ?? '';

  beforeAll(async () => {
    own = await makeBelongings(OPERATOR, `${inject('fakeReceiverUrl')}/in/ok/scopes`);
    keys.read = await makeKey({ scope: 'read' });
    keys.scene = await makeKey({ scope: 'room', room: own.scene });
    keys.run = await makeKey({ scope: 'room', room: own.run });
    keys.experiments = await makeKey({ scope: 'experiments' });
  }, 120_000);

  it('say what they are', async () => {
    expect(await get<Caller>('GET /v1/me', keyOf('scene'))).toMatchObject({ scope: 'room', room: own.scene });
    expect(await get<Caller>('GET /v1/me')).toMatchObject({ scope: 'full', room: null, operator: true });
    const listed = (await get<{ items: KeySummary[] }>('GET /v1/keys')).items;
    expect(listed.find(({ id }) => id === keys.run.id)).toMatchObject({ scope: 'room', room: own.run });
  });

  it.each(['read', 'scene', 'run', 'experiments'] as const)(
    'the key %s is refused at every row that its scope leaves out, and let in where it only reads',
    async (name) => {
      const scope = { scope: keys[name].scope, room: keys[name].room };
      const wrong: string[] = [];
      for (const [row, operation] of listOperations(createApp())) {
        const sample = SAMPLES[row];
        if (!sample || ASKS_FOR_NO_KEY.includes(operation.who)) continue;
        const isAllowed = canCall(scope, operation);
        // Do not change objects that other scopes still need.
        if (isAllowed && !row.startsWith('GET')) continue;
        const belongings =
          name === 'scene' || name === 'run'
            ? { ...own, adventure: own.run, played: own.run, pushed: own.run }
            : own;
        const query =
          row === 'GET /v1/calls' && name !== 'read' ? `?room=${name === 'scene' ? own.scene : own.run}` : '';
        const { status } = await send(
          `${fillRow(row, sample, belongings)}${query}`,
          keyOf(name),
          sample.body?.(own, 0),
          sample.headers,
        );
        const isRefused = status === 403;
        if (isRefused === isAllowed && row !== 'GET /v1/calls/{id}') wrong.push(`${row}: ${status}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it('of one room do what its owner does, in that room alone', async () => {
    const other = await get<Scene>('POST /v1/scenes', OPERATOR, SCENE);
    const turn = { type: 'user', text: 'Good evening.', personaId: 'mara' };
    const key = keyOf('scene');
    expect((await send(`POST /v1/scenes/${own.scene}/turns`, key, turn)).status).toBe(202);
    expect((await send(`POST /v1/scenes/${other.id}/turns`, key, turn)).status).toBe(403);
    expect((await send(`GET /v1/scenes/${other.id}/events`, key)).status).toBe(403);
    expect((await send(`POST /v1/scenes/${other.id}/tickets`, key)).status).toBe(403);
    const refusal = await problemOf(`GET /v1/scenes/${other.id}`, 403, { key });
    expect(refusal.detail).toContain(own.scene);
    expect(refusal.detail).not.toContain(other.title);
    // A ticket of one room opens only that room, for any holder.
    const { ticket } = await get<Ticket>(`POST /v1/scenes/${own.scene}/tickets`, key);
    await expect(connect(other.id, null, `after=0&ticket=${ticket}`)).rejects.toThrow();
  });

  it('of one room take nothing out of the library', async () => {
    const add = { lorebooks: [own.lorebook] };
    const change = { characters: { add: [{ from: own.character, id: 'guest', name: 'Guest' }] } };
    const before = await get<Scene>(`GET /v1/scenes/${own.scene}`);
    for (const body of [add, change]) {
      await send(`PATCH /v1/scenes/${own.scene}`, keyOf('scene'), body);
    }
    const after = await get<Scene>(`GET /v1/scenes/${own.scene}`);
    expect(after).toEqual(before);
    const { status } = await send(`PATCH /v1/scenes/${own.scene}`, OPERATOR, change);
    expect(status).toBe(200);
  });

  it('that only read do nothing over a socket, nor by a ticket', async () => {
    const key = keyOf('read');
    const { ticket } = await get<Ticket>(`POST /v1/scenes/${own.scene}/tickets`, key);
    for (const [credential, query] of [
      [key, 'after=0'],
      [null, `after=0&ticket=${ticket}`],
    ] as const) {
      const client = await connect(own.scene, credential, query);
      await client.ready();
      expect(client.events.length).toBeGreaterThan(0);
      const head = (await get<Scene>(`GET /v1/scenes/${own.scene}`)).head;
      client.socket.send(
        JSON.stringify({ type: 'user', ref: 'a', text: 'I am not here.', personaId: 'mara' }),
      );
      client.socket.send(JSON.stringify({ type: 'typing', ref: 'b', personaId: 'mara' }));
      const answers = await until(() => client.messages.filter(({ type }) => type === 'problem')).holds(
        (problems) => problems.length === 2,
      );
      expect(JSON.stringify(answers)).toContain('read-only');
      expect((await get<Scene>(`GET /v1/scenes/${own.scene}`)).head).toBe(head);
      client.close();
    }
  });

  it('for experiments make and drive runs', async () => {
    const key = keyOf('experiments');
    const run = await get<Run>('POST /v1/runs', key, { ...GRID_RUN, budgets: { actions: 1 }, start: true });
    await until(() => get<Run>(`GET /v1/runs/${run.id}`, key)).holds(({ status }) => status === 'finished');
    await until(() => get<{ items: unknown[] }>(`GET /v1/calls?room=${run.id}`, key)).holds(
      ({ items }) => items.length > 0,
    );
    expect((await send(`GET /v1/calls?room=${own.scene}`, key)).status).toBe(403);
    expect((await send('GET /v1/calls', key)).status).toBe(403);
    expect((await send(`GET /v1/calls/${own.call}`, key)).status).toBe(
      own.call.startsWith('scn_') ? 403 : 200,
    );
    expect((await send('POST /v1/scenes', key, SCENE)).status).toBe(403);
  });

  it('have those tools at /mcp that they may use', async () => {
    const toolsOf = async (key: string) => {
      const { client } = await connectMcp(key);
      return (await client.listTools()).tools.map((tool) => tool.name).sort();
    };
    expect(await toolsOf(keyOf('read'))).toEqual(
      [
        ...['list_scenes', 'list_templates', 'look', 'read_knowledge', 'list_runs', 'list_games'],
        ...['watch_run', 'read_report', 'read_valid_actions', 'list_calls', 'read_call'],
        ...['list_experiments', 'watch_experiment', 'read_experiment_table'],
      ].sort(),
    );
    expect(await toolsOf(keyOf('scene'))).toEqual(
      ['look', 'say', 'whisper', 'pass', 'roll_dice', 'list_calls', 'read_call'].sort(),
    );
    expect(await toolsOf(keyOf('run'))).toEqual(
      [
        ...['start_run', 'pause_run', 'stop_run', 'step_run', 'read_knowledge', 'watch_run', 'read_report'],
        ...['try_commands', 'read_valid_actions', 'list_calls', 'read_call'],
      ].sort(),
    );
    expect(await toolsOf(keyOf('experiments'))).toEqual(
      [
        ...['start_run', 'pause_run', 'stop_run', 'step_run', 'read_knowledge', 'list_runs', 'list_games'],
        ...['create_run', 'watch_run', 'read_report', 'try_commands', 'read_valid_actions'],
        ...['list_calls', 'read_call'],
        ...['list_experiments', 'create_experiment', 'watch_experiment', 'read_experiment_table'],
        ...['change_experiment', 'pause_experiment', 'resume_experiment', 'stop_experiment'],
      ].sort(),
    );
    const person = await connectMcp(keyOf('scene'));
    expect(textOf(await person.tool('look'))).toContain('kitchen');
    await expect(person.read(`proscenium://runs/${own.run}/report`)).rejects.toThrow();
    const listed = await person.client.listResources();
    expect(listed.resources.map(({ uri }) => uri)).toEqual([`proscenium://scenes/${own.scene}/transcript`]);
    const reader = await connectMcp(keyOf('read'));
    await expect(reader.tool('say', { scene: own.scene, text: 'Hm.' })).rejects.toThrow();
  });

  it('keep their scope when they are rotated, and make no other keys', async () => {
    const rotated = await get<NewKey>(`POST /v1/keys/${keys.read.id}/rotate`, OPERATOR, {
      graceSeconds: 3600,
    });
    expect(rotated).toMatchObject({ scope: 'read', room: null, label: 'small' });
    expect((await send('POST /v1/scenes', rotated.key ?? '', SCENE)).status).toBe(403);
    for (const name of ['read', 'scene', 'run', 'experiments'] as const)
      expect((await call('POST /v1/keys', { key: keyOf(name), body: { label: 'more' } })).status).toBe(403);
  });

  it('are not made for rooms that are not there', async () => {
    const body = { label: 'x', scope: 'room', room: `scn_${'q'.repeat(20)}` };
    const { errors } = await problemOf('POST /v1/keys', 400, { body });
    expect(errors?.[0]).toMatchObject({ pointer: '/room' });
    await problemOf('POST /v1/keys', 400, { body: { label: 'x', scope: 'room' } });
  });

  it('show the minute in which they were used last', async () => {
    const fresh = await makeKey({ scope: 'read' });
    const lastUse = async () =>
      (await get<{ items: KeySummary[] }>('GET /v1/keys')).items.find(({ id }) => id === fresh.id)
        ?.lastUsedAt;
    expect(fresh.lastUsedAt).toBeNull();
    expect(await lastUse()).toBeNull();
    const before = Date.now();
    await get('GET /v1/me', fresh.key);
    const used = Date.parse((await lastUse()) ?? '');
    expect(used).toBeLessThanOrEqual(Date.now());
    expect(used).toBeGreaterThan(before - 60_000);
    expect(used % 60_000).toBe(0);
  });
});
