import { describe, expect, it } from 'vitest';
import { createKey, type KeyScope } from '../../contract/access';
import { createApp } from '../app';
import { buildDocument } from '../documents/openapi';
import { listOperations, type Operation } from './permissions';
import { canCall, checkScope } from './scopes';

const SCENE = `scn_${'a'.repeat(20)}`;
const RUN = `run_${'b'.repeat(20)}`;
const STORY = `adv_${'c'.repeat(20)}`;
const KEYS: Record<string, KeyScope> = {
  read: { scope: 'read', room: null },
  experiments: { scope: 'experiments', room: null },
  scene: { scope: 'room', room: SCENE },
  run: { scope: 'room', room: RUN },
};

/** Which keys may ask what, for every operation that wants a key: a new one has to be put here. */
const MAY: Readonly<Record<string, string>> = {
  'POST /mcp': 'read experiments scene run',
  'POST /v1/scenes': '',
  'GET /v1/scenes': 'read',
  'GET /v1/scenes/{id}': 'read scene',
  'PATCH /v1/scenes/{id}': 'scene',
  'DELETE /v1/scenes/{id}': 'scene',
  'GET /v1/scenes/{id}/export': 'read scene',
  'POST /v1/scenes/{id}/fork': '',
  'POST /v1/scenes/{id}/what-if': '',
  'POST /v1/scenes/import': '',
  'GET /v1/scenes/{id}/transcript': 'read scene',
  'GET /v1/scenes/{id}/cast/{character}': 'read scene',
  'GET /v1/scenes/{id}/cast/{character}/portrait': 'read scene',
  'GET /v1/scenes/{id}/events': 'read scene',
  'GET /v1/scenes/{id}/socket': 'read scene',
  'POST /v1/scenes/{id}/tickets': 'read scene',
  'GET /v1/scenes/{id}/openai/models': 'read scene',
  'GET /v1/scenes/{id}/openai/models/{model}': 'read scene',
  'POST /v1/scenes/{id}/ag-ui': 'scene',
  'POST /v1/scenes/{id}/openai/chat/completions': 'scene',
  'POST /v1/scenes/{id}/turns': 'scene',
  'POST /v1/scenes/{id}/drafts': 'scene',
  'POST /v1/scenes/{id}/judgements': 'scene',
  'POST /v1/scenes/{id}/rounds': 'scene',
  'GET /v1/scenes/{id}/rounds': 'read scene',
  'GET /v1/scenes/{id}/rounds/{n}': 'read scene',
  'POST /v1/scenes/{id}/rounds/{n}/retry': 'scene',
  'POST /v1/scenes/{id}/rounds/{n}/choose': 'scene',
  'POST /v1/scenes/{id}/rounds/{n}/approve': 'scene',
  'POST /v1/scenes/{id}/cancel': 'scene',
  'POST /v1/scenes/{id}/next-speaker': 'scene',
  'PATCH /v1/scenes/{id}/lines/{seq}': 'scene',
  'DELETE /v1/scenes/{id}/lines/{seq}': 'scene',
  'POST /v1/scenes/{id}/lines/{seq}/hide': 'scene',
  'POST /v1/scenes/{id}/lines/{seq}/show': 'scene',
  'POST /v1/scenes/{id}/lines/{seq}/regenerate': 'scene',
  'POST /v1/scenes/{id}/lines/{seq}/continue': 'scene',
  'POST /v1/scenes/{id}/lines/{seq}/choose': 'scene',
  'POST /v1/scenes/{id}/rounds/{n}/rollback': 'scene',
  'GET /v1/scenes/{id}/audit': 'read scene',
  'GET /v1/scenes/{id}/telemetry': 'read scene',
  'POST /v1/scenes/{id}/autonomy': 'scene',
  'DELETE /v1/scenes/{id}/autonomy': 'scene',
  'POST /v1/scenes/{id}/seats': 'scene',
  'GET /v1/scenes/{id}/seats': 'read scene',
  'PATCH /v1/scenes/{id}/seats/{seat}': 'scene',
  'DELETE /v1/scenes/{id}/seats/{seat}': 'scene',
  'POST /v1/scenes/{id}/seats/{seat}/invitation': 'scene',
  'POST /v1/scenes/{id}/rolls': 'scene',
  'POST /v1/scenes/{id}/handouts': 'scene',
  'GET /v1/scenes/{id}/handouts/{seq}': 'read scene',
  'GET /v1/scenes/{id}/handouts/{seq}/picture': 'read scene',
  'POST /v1/scenes/{id}/pictures': 'scene',
  'POST /v1/scenes/{id}/notes': 'scene',
  'GET /v1/scenes/{id}/memories': 'read scene',
  'POST /v1/scenes/{id}/memories': 'scene',
  'PATCH /v1/scenes/{id}/memories/{memory}': 'scene',
  'DELETE /v1/scenes/{id}/memories/{memory}': 'scene',
  'POST /v1/runs': 'experiments',
  'GET /v1/runs': 'read experiments',
  'GET /v1/runs/{id}': 'read experiments run',
  'PATCH /v1/runs/{id}': 'experiments run',
  'DELETE /v1/runs/{id}': 'experiments run',
  'GET /v1/runs/{id}/export': 'read experiments run',
  'POST /v1/runs/{id}/fork': 'experiments',
  'POST /v1/runs/import': 'experiments',
  'GET /v1/runs/{id}/frames/{file}': 'read experiments run',
  'GET /v1/runs/{id}/recording': 'read experiments run',
  'GET /v1/runs/{id}/steps.jsonl': 'read experiments run',
  'GET /v1/runs/{id}/report': 'read experiments run',
  'GET /v1/runs/{id}/transcript': 'read experiments run',
  'GET /v1/runs/{id}/map': 'read experiments run',
  'POST /v1/runs/{id}/try': 'experiments run',
  'GET /v1/runs/{id}/valid-actions': 'read experiments run',
  'GET /v1/runs/{id}/events': 'read experiments run',
  'GET /v1/runs/{id}/socket': 'read experiments run',
  'POST /v1/runs/{id}/tickets': 'read experiments run',
  'POST /v1/runs/{id}/start': 'experiments run',
  'POST /v1/runs/{id}/pause': 'experiments run',
  'POST /v1/runs/{id}/resume': 'experiments run',
  'POST /v1/runs/{id}/stop': 'experiments run',
  'POST /v1/runs/{id}/step': 'experiments run',
  'GET /v1/runs/{id}/turns/{n}': 'read experiments run',
  'GET /v1/runs/{id}/knowledge': 'read experiments run',
  'POST /v1/runs/{id}/observations': 'experiments run',
  'POST /v1/runs/{id}/moves': 'experiments run',
  'GET /v1/runs/{id}/replay': 'read experiments run',
  'GET /v1/runs/{id}/compare': 'read experiments',
  'GET /v1/runs/{id}/frames/{n}/objects': 'read experiments run',
  'GET /v1/runs/{id}/frames/{n}/play': 'read experiments run',
  'GET /v1/runs/{id}/objectives': 'read experiments run',
  'POST /v1/runs/{id}/objectives': 'experiments run',
  'PUT /v1/runs/{id}/objectives/order': 'experiments run',
  'PATCH /v1/runs/{id}/objectives/{objective}': 'experiments run',
  'DELETE /v1/runs/{id}/objectives/{objective}': 'experiments run',
  'POST /v1/runs/{id}/commands': 'experiments run',
  'POST /v1/runs/{id}/saves': 'experiments run',
  'POST /v1/runs/{id}/restore': 'experiments run',
  'GET /v1/runs/{id}/saves/{name}': 'read experiments run',
  'POST /v1/runs/{id}/restore/file': 'experiments run',
  'POST /v1/experiments': 'experiments',
  'GET /v1/experiments': 'read experiments',
  'GET /v1/experiments/{id}': 'read experiments',
  'PATCH /v1/experiments/{id}': 'experiments',
  'GET /v1/experiments/{id}/table': 'read experiments',
  'GET /v1/experiments/{id}/export': 'read experiments',
  'GET /v1/experiments/{id}/trials': 'read experiments',
  'POST /v1/experiments/import': 'experiments',
  'POST /v1/experiments/{id}/pause': 'experiments',
  'POST /v1/experiments/{id}/resume': 'experiments',
  'POST /v1/experiments/{id}/stop': 'experiments',
  'DELETE /v1/experiments/{id}': 'experiments',
  'POST /v1/passkeys/registration': '',
  'POST /v1/passkeys': '',
  'POST /v1/worlds': '',
  'GET /v1/worlds': 'read',
  'GET /v1/worlds/{id}': 'read',
  'PATCH /v1/worlds/{id}': '',
  'DELETE /v1/worlds/{id}': '',
  'POST /v1/campaigns': '',
  'GET /v1/campaigns': 'read',
  'GET /v1/campaigns/{id}': 'read',
  'PATCH /v1/campaigns/{id}': '',
  'DELETE /v1/campaigns/{id}': '',
  'POST /v1/arcs': '',
  'GET /v1/arcs': 'read',
  'GET /v1/arcs/{id}': 'read',
  'PATCH /v1/arcs/{id}': '',
  'DELETE /v1/arcs/{id}': '',
  'POST /v1/characters': '',
  'GET /v1/characters': 'read',
  'GET /v1/characters/{id}': 'read',
  'PATCH /v1/characters/{id}': '',
  'DELETE /v1/characters/{id}': '',
  'POST /v1/personas': '',
  'GET /v1/personas': 'read',
  'GET /v1/personas/{id}': 'read',
  'PATCH /v1/personas/{id}': '',
  'DELETE /v1/personas/{id}': '',
  'POST /v1/lorebooks': '',
  'GET /v1/lorebooks': 'read',
  'GET /v1/lorebooks/{id}': 'read',
  'PATCH /v1/lorebooks/{id}': '',
  'DELETE /v1/lorebooks/{id}': '',
  'POST /v1/profiles': '',
  'GET /v1/profiles': 'read',
  'GET /v1/profiles/{id}': 'read',
  'PATCH /v1/profiles/{id}': '',
  'DELETE /v1/profiles/{id}': '',
  'GET /v1/worlds/{id}/memories': 'read',
  'PATCH /v1/worlds/{id}/memories/{memory}': '',
  'DELETE /v1/worlds/{id}/memories/{memory}': '',
  'POST /v1/characters/import': '',
  'GET /v1/characters/{id}/card': 'read',
  'GET /v1/characters/{id}/portrait': 'read',
  'PUT /v1/characters/{id}/portrait': '',
  'DELETE /v1/characters/{id}/portrait': '',
  'POST /v1/lorebooks/import': '',
  'POST /v1/lorebooks/try': '',
  'GET /v1/lorebooks/{id}/world-info': 'read',
  'GET /v1/games': 'read experiments',
  'POST /v1/games': '',
  'GET /v1/games/{id}': 'read experiments',
  'GET /v1/games/{id}/file': 'read',
  'GET /v1/games/{id}/cover': 'read',
  'DELETE /v1/games/{id}': '',
  'GET /v1/templates': 'read',
  'GET /v1/calls': 'read experiments scene run',
  'GET /v1/calls/{id}': 'read experiments scene run',
  'POST /v1/webhooks': '',
  'GET /v1/webhooks': '',
  'GET /v1/webhooks/{id}': '',
  'PATCH /v1/webhooks/{id}': '',
  'DELETE /v1/webhooks/{id}': '',
  'POST /v1/webhooks/{id}/secret': '',
  'GET /v1/webhooks/{id}/attempts': '',
  'GET /v1/webhooks/{id}/attempts/{n}': '',
  'POST /v1/webhooks/{id}/attempts/{n}/replay': '',
  'POST /v1/webhooks/{id}/test': '',
  'POST /v1/hooks': '',
  'GET /v1/hooks': '',
  'GET /v1/hooks/{id}': '',
  'PATCH /v1/hooks/{id}': '',
  'DELETE /v1/hooks/{id}': '',
  'POST /v1/hooks/{id}/secret': '',
  'GET /v1/hooks/{id}/deliveries': '',
  'GET /v1/discord': '',
  'PUT /v1/discord': '',
  'GET /v1/discord/{id}': '',
  'DELETE /v1/discord/{id}': '',
  'GET /v1/retention': 'read',
  'PUT /v1/retention': '',
  'GET /v1/usage': 'read',
  'GET /v1/budgets': 'read',
  'PUT /v1/budgets': '',
  'DELETE /v1/budgets': '',
  'GET /v1/providers': '',
  'GET /v1/providers/{name}': '',
  'PUT /v1/providers/{name}': '',
  'DELETE /v1/providers/{name}': '',
  'GET /v1/providers/{name}/models': '',
  'POST /v1/providers/{name}/models': '',
  'POST /v1/providers/{name}/try': '',
  'GET /v1/me': 'read experiments scene run',
  'GET /v1/keys': '',
  'POST /v1/keys': '',
  'POST /v1/keys/codes': '',
  'DELETE /v1/keys/{id}': '',
  'POST /v1/keys/{id}/rotate': '',
  'GET /v1/tenants': '',
  'POST /v1/tenants': '',
  'GET /v1/tenants/{name}': '',
  'DELETE /v1/tenants/{name}': '',
  'GET /v1/tenants/{name}/budget': '',
  'PUT /v1/tenants/{name}/budget': '',
  'DELETE /v1/tenants/{name}/budget': '',
  'GET /v1/tenants/{name}/retention': '',
  'PUT /v1/tenants/{name}/retention': '',
};

const operations = listOperations(createApp());
const operationOf = (row: string): Operation => {
  const operation = operations.get(row);
  if (!operation) throw new Error(`${row} is no operation`);
  return operation;
};

/** Operations of the document whose credential is a key, or may be one. */
function operationsByKey(): string[] {
  const paths = buildDocument(createApp()).paths as Record<string, Record<string, { security?: object[] }>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => !security || security.some((scheme) => 'key' in scheme))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
}

describe('scopes of keys', () => {
  it('say of every operation which keys may ask it', () =>
    expect(operationsByKey().sort()).toEqual(Object.keys(MAY).sort()));

  it.each(Object.entries(MAY))('let %s be asked by: %s', (row, who) => {
    const those = Object.entries(KEYS).filter(([, key]) => canCall(key, operationOf(row)));
    expect(those.map(([name]) => name).join(' ')).toBe(who);
    expect(canCall({ scope: 'full', room: null }, operationOf(row))).toBe(true);
  });

  const ask = (key: KeyScope | undefined, row: string, path: string, query: Record<string, string> = {}) =>
    checkScope(key ?? { scope: 'full', room: null }, operationOf(row), { path, query: (name) => query[name] })
      .ok;

  it('hold the key of a room to its room, in paths, queries and ids of calls', () => {
    const own = (id: string) => ask(KEYS.scene, 'GET /v1/scenes/{id}', `/v1/scenes/${id}`);
    expect([own(SCENE), own(`scn_${'z'.repeat(20)}`), own(`${SCENE}x`), own('')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    const calls = (query: Record<string, string>) => ask(KEYS.scene, 'GET /v1/calls', '/v1/calls', query);
    expect([calls({ room: SCENE }), calls({ room: RUN }), calls({})]).toEqual([true, false, false]);
    const call = (id: string) => ask(KEYS.scene, 'GET /v1/calls/{id}', `/v1/calls/${id}`);
    expect([call(`${SCENE}.1.2`), call(`${RUN}.1.2`)]).toEqual([true, false]);
  });

  it('hold experiments to the calls of runs', () => {
    const calls = (query: Record<string, string>) =>
      ask(KEYS.experiments, 'GET /v1/calls', '/v1/calls', query);
    expect([calls({ room: RUN }), calls({ room: STORY }), calls({ room: SCENE }), calls({})]).toEqual([
      ...[true, true, false, false],
    ]);
    const call = (id: string) => ask(KEYS.experiments, 'GET /v1/calls/{id}', `/v1/calls/${id}`);
    expect([call(`${STORY}.1.2`), call(`${SCENE}.1.2`)]).toEqual([true, false]);
  });

  it('name a room with the scope of one room, and with no other', () => {
    const isGood = (body: object) => createKey.safeParse({ label: 'x', ...body }).success;
    expect([isGood({}), isGood({ scope: 'read' }), isGood({ scope: 'room', room: RUN })]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isGood({ scope: 'room' }), isGood({ scope: 'read', room: RUN }), isGood({ room: RUN })]).toEqual([
      ...[false, false, false],
    ]);
    expect(isGood({ scope: 'room', room: 'scn_short' })).toBe(false);
    expect(isGood({ scope: 'everything' })).toBe(false);
  });
});
