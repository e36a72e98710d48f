import { zipSync } from 'fflate';
import { ADVENTURE_ACTIONS } from '../../src/adventure/actions';
import type { Event } from '../../src/contract/events/events';
import { GRID_ACTIONS } from '../../src/grid/actions';
import { plainPortrait } from '../../src/library/plain-portrait';
import type { AnyAction } from '../../src/room/actions';
import { SCENE_ACTIONS } from '../../src/scene/actions';
import { fittingValue } from './action-inputs';
import { type Belongings, EXPERIMENT, EXPERIMENT_FILE, GRID_RUN, SCENE, storyFile } from './belongings';

/** A real request to a route: it succeeds for every authorized caller. */
export interface Sample {
  /** Path parameters other than the default object of the collection. */
  params?: (own: Belongings) => Record<string, string | number>;
  query?: (own: Belongings) => string;
  /** Bytes are sent unchanged, other values as JSON. `n` differs for each caller. */
  body?: (own: Belongings, n: number) => unknown;
  headers?: Record<string, string>;
  /** Statuses other than 2xx that show that the request was authorized. */
  or?: number[];
  /** Status for another tenant, if its objects are named in the body, not in the path. */
  foreign?: number;
}

/** The run is not in the required state, which only authorized callers learn. */
const LATE = { or: [409] };
const adventure = { params: (own: Belongings) => ({ id: own.adventure }) };
const played = { params: (own: Belongings) => ({ id: own.played }) };
const shown = { params: (own: Belongings) => ({ seq: own.handout }) };
const tenant = { params: () => ({ name: 'walked' }) };
/** All tenants have it, each with a key of its own. */
const provider = { params: () => ({ name: 'openai' }) };
const ofWorld = { params: (own: Belongings) => ({ memory: own.worldMemory }) };
const named = (name: string) => ({ body: () => ({ name }) });
const changed = { body: () => ({ name: 'Taken over' }) };
/** The body can also name a tenant, run or world of another tenant. */
const NOT_FOUND_IN_BODY = { foreign: 400 };

/** A chat of SillyTavern, and the export of a run that was never started. */
const CHAT = new TextEncoder().encode('{"name":"Ada","is_user":false,"mes":"Shut the door."}\n');
const RUN_EXPORT = zipSync({
  'export.json': new TextEncoder().encode(
    JSON.stringify({
      format: 'proscenium',
      version: 1,
      kind: 'grid',
      id: `run_${'a'.repeat(20)}`,
      events: 1,
    }),
  ),
  'ledger.jsonl': new TextEncoder().encode(JSON.stringify(runOfBefore())),
});

function runOfBefore(): Event {
  const profile = {
    ...{ provider: 'understudy', model: 'understudy', temperature: 0, maxTokens: 800 },
    ...{ maxContextTokens: 16_000, timeoutSeconds: 30, mayEmit: ['say'] },
  };
  const config = {
    ...{ game: 'corridor', profiles: { explorer: profile, analyst: profile } },
    ...{ budgets: { actions: 5, calls: 10 }, seed: 'seed' },
  };
  return {
    ...{ seq: 1, at: '2026-01-01T00:00:00.000Z', kind: 'run.created', actor: 'system', audience: ['*'] },
    payload: { id: `run_${'a'.repeat(20)}`, title: 'A corridor', config },
  };
}

/** The format of a passkey's answer, with invalid values. */
const PASSKEY = {
  ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key' },
  response: { clientDataJSON: 'e30', attestationObject: 'oA', authenticatorData: 'AA', signature: 'AA' },
};

/** Samples of actions: a valid body. The result of the action's rule does not matter for permissions. */
const samplesOf = (collection: 'scenes' | 'runs', actions: readonly AnyAction[]): Record<string, Sample> =>
  Object.fromEntries(
    actions.map(({ method, path, body }) => [
      `${method.toUpperCase()} /v1/${collection}/{id}${path}`,
      { ...(body && { body: () => fittingValue(body) }), or: [400, 409, 422] },
    ]),
  );

/**
 * A sample for every non-public row of the permission table. Actions get one from their declaration, unless
 * this list overrides it. The permission test fails for any other row without one.
 */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  ...samplesOf('scenes', SCENE_ACTIONS),
  ...samplesOf('runs', ADVENTURE_ACTIONS),
  ...samplesOf('runs', GRID_ACTIONS),
  'POST /mcp': {
    body: (_, n) => ({ jsonrpc: '2.0', id: n, method: 'tools/list' }),
    headers: { Accept: 'application/json, text/event-stream' },
  },
  'POST /v1/scenes': { body: () => SCENE },
  'GET /v1/scenes': {},
  'GET /v1/scenes/{id}': {},
  'PATCH /v1/scenes/{id}': { body: () => ({ title: 'Taken over' }) },
  'DELETE /v1/scenes/{id}': {},
  'GET /v1/scenes/{id}/export': {},
  'GET /v1/scenes/{id}/transcript': {},
  'POST /v1/scenes/import': { body: () => CHAT },
  'POST /v1/scenes/{id}/turns': { body: () => ({ type: 'user', text: 'Hello', personaId: 'mara' }) },
  'POST /v1/scenes/{id}/ag-ui': {
    body: () => ({ threadId: 'a', runId: 'a', messages: [{ role: 'user', content: 'Hello' }] }),
  },
  'GET /v1/scenes/{id}/openai/models': {},
  'GET /v1/scenes/{id}/openai/models/{model}': { params: () => ({ model: 'scene' }) },
  'POST /v1/scenes/{id}/openai/chat/completions': {
    body: () => ({ messages: [{ role: 'user', content: 'Hello' }] }),
  },
  'POST /v1/scenes/{id}/judgements': { body: () => ({ criteria: { pace: 'Lines move on.' } }) },
  'POST /v1/scenes/{id}/drafts': { body: () => ({ personaId: 'mara' }) },
  'POST /v1/scenes/{id}/rolls': { body: () => ({ notation: 'd6', personaId: 'mara' }) },
  'POST /v1/scenes/{id}/notes': { body: () => ({ text: 'Hm.' }) },
  'GET /v1/scenes/{id}/rounds': {},
  'POST /v1/scenes/{id}/rounds': LATE,
  'POST /v1/scenes/{id}/autonomy': { body: () => ({ rounds: 1 }), ...LATE },
  'DELETE /v1/scenes/{id}/autonomy': {},
  'GET /v1/scenes/{id}/rounds/{n}': {},
  'POST /v1/scenes/{id}/rounds/{n}/retry': LATE,
  'POST /v1/scenes/{id}/rounds/{n}/choose': { body: () => ({ attempt: 1 }), ...LATE },
  'POST /v1/scenes/{id}/rounds/{n}/approve': { body: () => ({}), ...LATE },
  'POST /v1/scenes/{id}/rounds/{n}/rollback': LATE,
  'POST /v1/scenes/{id}/cancel': LATE,
  'POST /v1/scenes/{id}/next-speaker': { body: () => ({ character: null }) },
  'PATCH /v1/scenes/{id}/lines/{seq}': { body: () => ({ text: 'Taken over' }) },
  'POST /v1/scenes/{id}/lines/{seq}/regenerate': { body: () => ({ direction: 'Shorter.' }), ...LATE },
  'POST /v1/scenes/{id}/fork': { body: () => ({}) },
  'POST /v1/scenes/{id}/what-if': { body: () => ({ from: 1 }) },
  'GET /v1/scenes/{id}/audit': {},
  'GET /v1/scenes/{id}/telemetry': {},
  'GET /v1/scenes/{id}/memories': {},
  'POST /v1/scenes/{id}/memories': { body: () => ({ character: 'ada', text: 'It rained.' }) },
  'PATCH /v1/scenes/{id}/memories/{memory}': { body: () => ({ pinned: true }) },
  'DELETE /v1/scenes/{id}/memories/{memory}': {},
  'GET /v1/scenes/{id}/cast/{character}/portrait': {},
  'GET /v1/scenes/{id}/handouts/{seq}': shown,
  'GET /v1/scenes/{id}/handouts/{seq}/picture': shown,
  'POST /v1/scenes/{id}/pictures': { body: () => plainPortrait() },
  'GET /v1/scenes/{id}/events': {},
  'GET /v1/scenes/{id}/socket': { headers: { Upgrade: 'websocket' } },
  'POST /v1/scenes/{id}/tickets': {},
  'POST /v1/scenes/{id}/seats': { body: () => ({ role: 'spectator' }) },
  'GET /v1/scenes/{id}/seats': {},
  'PATCH /v1/scenes/{id}/seats/{seat}': { body: () => ({ persona: null }), ...LATE },
  'DELETE /v1/scenes/{id}/seats/{seat}': {},
  'POST /v1/scenes/{id}/seats/{seat}/invitation': { body: () => ({}) },
  'POST /v1/seats/look': { body: () => ({ invitation: `si_local_${'z'.repeat(20)}_${'z'.repeat(32)}` }) },
  'POST /v1/seats/accept': {
    body: () => ({ invitation: `si_local_${'z'.repeat(20)}_${'z'.repeat(32)}`, name: 'X' }),
  },
  'POST /v1/passkeys/registration': { or: [403] },
  'POST /v1/passkeys': { body: () => PASSKEY, or: [403] },
  'POST /v1/passkeys/challenge': {},
  'POST /v1/passkeys/sign-in': { body: () => PASSKEY },
  'GET /v1/stage': {},
  'POST /v1/demo': {},
  'GET /v1/people/me': {},
  'DELETE /v1/people/me': {},
  'POST /v1/people/me/seats': { body: () => ({ token: 'st_x' }) },
  'DELETE /v1/people/me/seats/{seat}': {},
  'POST /v1/people/me/seats/{seat}/token': {},
  'DELETE /v1/people/me/passkeys/{passkey}': { params: () => ({ passkey: 'AAAA' }) },

  'POST /v1/runs': { body: () => ({ ...GRID_RUN, start: false }) },
  'GET /v1/runs': {},
  'GET /v1/runs/{id}': {},
  'PATCH /v1/runs/{id}': { body: () => ({ title: 'Taken over' }) },
  'DELETE /v1/runs/{id}': {},
  'GET /v1/runs/{id}/export': {},
  'POST /v1/runs/import': { body: () => RUN_EXPORT },
  'POST /v1/runs/{id}/start': LATE,
  'POST /v1/runs/{id}/pause': LATE,
  'POST /v1/runs/{id}/resume': LATE,
  'POST /v1/runs/{id}/stop': LATE,
  'POST /v1/runs/{id}/step': LATE,
  'POST /v1/runs/{id}/fork': { body: () => ({ turn: 1 }) },
  'POST /v1/runs/{id}/observations': {
    params: (own) => ({ id: own.pushed }),
    query: () => '?wait=0',
    body: () => ({ frames: [[0]], state: 'NOT_FINISHED', levelsCompleted: 0, availableActions: ['ACTION1'] }),
    ...LATE,
  },
  'GET /v1/runs/{id}/compare': { query: (own) => `?with=${own.run}` },
  'GET /v1/runs/{id}/replay': {},
  'GET /v1/runs/{id}/turns/{n}': {},
  'GET /v1/runs/{id}/frames/{file}': { params: (own) => ({ id: own.run, file: '1.png' }) },
  'GET /v1/runs/{id}/frames/{n}/objects': {},
  'GET /v1/runs/{id}/frames/{n}/play': { query: () => '?moves=ACTION1' },
  'GET /v1/runs/{id}/knowledge': {},
  'GET /v1/runs/{id}/recording': {},
  'GET /v1/runs/{id}/steps.jsonl': {},
  'POST /v1/runs/{id}/moves': { body: () => ({ action: 'ACTION1' }), query: () => '?wait=0', ...LATE },
  'GET /v1/runs/{id}/report': { headers: { Accept: 'text/html' } },
  'GET /v1/runs/{id}/transcript': adventure,
  'GET /v1/runs/{id}/map': adventure,
  'POST /v1/runs/{id}/try': { ...played, body: () => ({ command: 'look' }) },
  'GET /v1/runs/{id}/valid-actions': played,
  'GET /v1/runs/{id}/objectives': adventure,
  'POST /v1/runs/{id}/objectives': { ...adventure, body: (_, n) => ({ text: `find lamp ${n}` }) },
  'PUT /v1/runs/{id}/objectives/order': {
    ...adventure,
    body: (own) => ({ order: [own.objective] }),
    ...LATE,
  },
  'PATCH /v1/runs/{id}/objectives/{objective}': {
    ...adventure,
    body: () => ({ text: 'find the other key' }),
  },
  'DELETE /v1/runs/{id}/objectives/{objective}': adventure,
  'POST /v1/runs/{id}/commands': { ...adventure, body: () => ({ command: 'look' }), ...LATE },
  'POST /v1/runs/{id}/saves': { ...adventure, body: () => ({ name: 'before the dragon' }) },
  'POST /v1/runs/{id}/restore': { ...adventure, body: () => ({}), ...LATE },
  'GET /v1/runs/{id}/saves/{name}': { params: ({ played, save }) => ({ id: played, name: save }) },
  'POST /v1/runs/{id}/restore/file': {
    ...adventure,
    body: () => new Uint8Array(12),
    headers: { 'Content-Type': 'application/octet-stream' },
    ...LATE,
  },
  'GET /v1/runs/{id}/events': { headers: { Accept: 'text/event-stream' } },
  'GET /v1/runs/{id}/socket': { headers: { Upgrade: 'websocket' } },
  'POST /v1/runs/{id}/tickets': {},

  'POST /v1/experiments': { body: () => EXPERIMENT },
  'GET /v1/experiments': {},
  'GET /v1/experiments/{id}': {},
  'PATCH /v1/experiments/{id}': { body: () => ({ budget: { tokens: 500_000 } }) },
  'GET /v1/experiments/{id}/export': {},
  'GET /v1/experiments/{id}/trials': {},
  'POST /v1/experiments/import': { body: () => EXPERIMENT_FILE },
  'GET /v1/experiments/{id}/table': { headers: { Accept: 'text/csv' } },
  'POST /v1/experiments/{id}/pause': {},
  'POST /v1/experiments/{id}/resume': LATE,
  'POST /v1/experiments/{id}/stop': {},
  'DELETE /v1/experiments/{id}': {},

  'POST /v1/worlds': named('Harbour'),
  'GET /v1/worlds': {},
  'GET /v1/worlds/{id}': {},
  'GET /v1/worlds/{id}/memories': {},
  'PATCH /v1/worlds/{id}/memories/{memory}': { ...ofWorld, body: () => ({ pinned: true }) },
  'DELETE /v1/worlds/{id}/memories/{memory}': ofWorld,
  'PATCH /v1/worlds/{id}': changed,
  'DELETE /v1/worlds/{id}': LATE,
  'POST /v1/campaigns': { body: (own) => ({ name: 'Winter', world: own.world }), ...NOT_FOUND_IN_BODY },
  'GET /v1/campaigns': {},
  'GET /v1/campaigns/{id}': {},
  'PATCH /v1/campaigns/{id}': changed,
  'DELETE /v1/campaigns/{id}': LATE,
  'POST /v1/arcs': { body: (own) => ({ name: 'Storm', campaign: own.campaign }), ...NOT_FOUND_IN_BODY },
  'GET /v1/arcs': {},
  'GET /v1/arcs/{id}': {},
  'PATCH /v1/arcs/{id}': changed,
  'DELETE /v1/arcs/{id}': {},
  'POST /v1/characters': named('Ada'),
  'GET /v1/characters': {},
  'GET /v1/characters/{id}': {},
  'PATCH /v1/characters/{id}': changed,
  'DELETE /v1/characters/{id}': {},
  'POST /v1/characters/import': {
    body: () => ({ spec: 'chara_card_v2', spec_version: '2.0', data: { name: 'Ada', first_mes: 'Hello.' } }),
  },
  'GET /v1/characters/{id}/portrait': {},
  'PUT /v1/characters/{id}/portrait': { body: () => plainPortrait() },
  'DELETE /v1/characters/{id}/portrait': {},
  'GET /v1/characters/{id}/card': { query: () => '?format=png' },
  'POST /v1/personas': named('Mara'),
  'GET /v1/personas': {},
  'GET /v1/personas/{id}': {},
  'PATCH /v1/personas/{id}': changed,
  'DELETE /v1/personas/{id}': {},
  'POST /v1/lorebooks': named('Of the sea'),
  'GET /v1/lorebooks': {},
  'GET /v1/lorebooks/{id}': {},
  'PATCH /v1/lorebooks/{id}': changed,
  'DELETE /v1/lorebooks/{id}': {},
  'POST /v1/lorebooks/try': { body: () => ({ book: { name: 'Of the sea' }, messages: ['Hm.'] }) },
  'POST /v1/lorebooks/import': {
    query: () => '?name=Harbour',
    body: () => ({ entries: { 0: { uid: 0, key: ['lamp'], content: 'Blue before a storm.' } } }),
  },
  'GET /v1/lorebooks/{id}/world-info': {},
  'POST /v1/profiles': { body: () => ({ name: 'Calm', profile: { provider: 'understudy' } }) },
  'GET /v1/profiles': {},
  'GET /v1/profiles/{id}': {},
  'PATCH /v1/profiles/{id}': changed,
  'DELETE /v1/profiles/{id}': {},

  'GET /v1/games': {},
  'POST /v1/games': {
    body: (_, n) => storyFile(200 + n),
    headers: { 'Content-Type': 'application/octet-stream' },
  },
  'GET /v1/games/{id}': {},
  'GET /v1/games/{id}/file': {},
  'GET /v1/games/{id}/cover': {},
  'DELETE /v1/games/{id}': {},
  'GET /v1/templates': {},
  'GET /v1/calls': {},
  'GET /v1/calls/{id}': {},

  'POST /v1/webhooks': { body: () => ({ url: 'https://hooks.example.com/', active: false }) },
  'GET /v1/webhooks': {},
  'GET /v1/webhooks/{id}': {},
  'PATCH /v1/webhooks/{id}': { body: () => ({ kinds: ['run.paused'] }) },
  'DELETE /v1/webhooks/{id}': {},
  'POST /v1/webhooks/{id}/secret': {},
  'GET /v1/webhooks/{id}/attempts': {},
  'GET /v1/webhooks/{id}/attempts/{n}': {},
  'POST /v1/webhooks/{id}/attempts/{n}/replay': {},
  'POST /v1/webhooks/{id}/test': {},
  'POST /v1/hooks': {
    body: (own) => ({ verify: 'bearer', turn: { text: '{{a}}' }, active: false, room: own.scene }),
    ...NOT_FOUND_IN_BODY,
  },
  'GET /v1/hooks': {},
  'GET /v1/hooks/{id}': {},
  'PATCH /v1/hooks/{id}': { body: () => ({ active: false }) },
  'DELETE /v1/hooks/{id}': {},
  'POST /v1/hooks/{id}/secret': { body: () => ({}) },
  'GET /v1/hooks/{id}/deliveries': {},
  'POST /v1/hooks/{id}/deliver': { body: () => ({ a: 'b' }) },
  'PUT /v1/discord': { body: () => ({ botToken: `${'A'.repeat(24)}.Bcdefg.${'x'.repeat(30)}` }), or: [400] },
  'GET /v1/discord': {},
  'GET /v1/discord/{id}': {},
  'DELETE /v1/discord/{id}': {},
  'POST /v1/discord/{id}/interactions': { body: () => ({ type: 1 }) },
  'GET /v1/usage': {},
  'GET /v1/budgets': {},
  'PUT /v1/budgets': { body: (_, n) => ({ calls: 1_000_000 + n }) },
  'DELETE /v1/budgets': {},

  'GET /v1/providers': {},
  'GET /v1/providers/{name}': provider,
  'PUT /v1/providers/{name}': { ...provider, body: () => ({ apiKey: 'sk-of-the-walk', kind: 'openai' }) },
  'DELETE /v1/providers/{name}': { ...provider, or: [404] },
  'GET /v1/providers/{name}/models': provider,
  'POST /v1/providers/{name}/models': { ...provider, body: () => ({ apiKey: 'sk-of-the-walk' }), or: [502] },
  'POST /v1/providers/{name}/try': { ...provider, body: () => ({ model: 'fake:ok#walk' }) },

  'GET /v1/me': {},
  'GET /v1/keys': {},
  'POST /v1/keys': { body: () => ({ label: 'mine' }) },
  'POST /v1/keys/codes': {},
  'POST /v1/keys/exchange': { body: () => ({ code: `kc_${'z'.repeat(32)}` }) },
  'DELETE /v1/keys/{id}': {},
  'POST /v1/keys/{id}/rotate': { body: () => ({}) },
  'GET /v1/tenants': {},
  'POST /v1/tenants': { body: (_, n) => ({ name: `made${n}` }) },
  'GET /v1/tenants/{name}': tenant,
  'DELETE /v1/tenants/{name}': tenant,
  'GET /metrics': {},
  'GET /v1/retention': {},
  'PUT /v1/retention': { body: () => ({ days: 30 }) },
  'GET /v1/tenants/{name}/retention': tenant,
  'PUT /v1/tenants/{name}/retention': { ...tenant, body: () => ({ days: 60 }) },
  'GET /v1/tenants/{name}/budget': tenant,
  'PUT /v1/tenants/{name}/budget': { ...tenant, body: () => ({ calls: 5 }) },
  'DELETE /v1/tenants/{name}/budget': tenant,
};

/** The object for `{id}`, by the collection before it. */
const OF: Readonly<Record<string, keyof Belongings>> = {
  ...{
    scenes: 'scene',
    runs: 'run',
    experiments: 'experiment',
    worlds: 'world',
    campaigns: 'campaign',
    arcs: 'arc',
  },
  ...{ characters: 'character', personas: 'persona', lorebooks: 'lorebook', profiles: 'profile' },
  ...{ games: 'story', calls: 'call', webhooks: 'webhook', hooks: 'hook', discord: 'discord', keys: 'key' },
};

/** The row with all parameters filled in: `METHOD /path?query`. @throws Error if a parameter is missing */
export function fillRow(row: string, sample: Sample, own: Belongings): string {
  const [, collection = ''] = /\/v1\/(\w+)\/\{id\}/.exec(row) ?? [];
  const name = OF[collection];
  const params: Record<string, string | number> = {
    ...{ n: 1, seq: own.line, seat: own.seat, objective: own.objective, character: 'ada' },
    memory: own.memory,
    ...(name === undefined ? {} : { id: own[name] }),
    ...sample.params?.(own),
  };
  const filled = row.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new Error(`${row}: nothing for {${key}}`);
    return encodeURIComponent(value);
  });
  return filled + (sample.query?.(own) ?? '');
}
