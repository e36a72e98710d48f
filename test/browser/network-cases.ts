import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { type Case, must } from './cases';
import { type Stage, startStage } from './stage';

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  bytes?: number;
  hasLength?: boolean;
}

/** One request with any `Host`, which `fetch` does not allow. */
function ask(
  url: string,
  { method = 'GET', headers = {}, bytes = 0, hasLength = false }: Asked = {},
): Promise<{ status: number; type: string; text: string }> {
  return new Promise((resolve, reject) => {
    const length = hasLength ? { 'Content-Length': String(bytes) } : {};
    const out = request(url, { method, headers: { ...headers, ...length } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', text }),
      );
    });
    out.on('error', reject);
    const piece = Buffer.alloc(256 * 1024, 32);
    let left = bytes;
    const send = (): void => {
      while (left > 0) {
        const part = piece.subarray(0, Math.min(left, piece.length));
        left -= part.length;
        if (!out.write(part)) return void out.once('drain', send);
      }
      out.end();
    };
    send();
  });
}

export async function answersTo(stage: Stage, host: string): Promise<number> {
  return (await ask(`${stage.url}/healthz`, { headers: { Host: host } })).status;
}

const portOf = ({ url }: Stage): string => new URL(url).port;

export const NETWORK_CASES: Case[] = [
  {
    name: 'network: a body of any size over the limit is answered by a problem, while its sender is still sending',
    run: async ({ stage }) => {
      const json = { 'Content-Type': 'application/json' };
      const bearer = { Authorization: `Bearer ${stage.key}` };
      const tries: [string, string, Record<string, string>, number][] = [
        ['POST', '/v1/scenes', bearer, 413],
        ['POST', '/v1/scenes/import', bearer, 413],
        ['POST', '/mcp', bearer, 413],
        ['POST', `/v1/hooks/hk_local_${'x'.repeat(20)}/deliver`, {}, 413],
        ['POST', '/v1/scenes', {}, 401],
        ['POST', '/mcp', {}, 401],
        ['POST', '/v1/nothing', bearer, 413],
        ['POST', '/healthz', {}, 404],
      ];
      for (const [method, path, credential, wanted] of tries)
        for (const hasLength of [true, false]) {
          const headers = { ...json, ...credential };
          const asked = { method, headers, bytes: 50_000_000, hasLength };
          const { status, type, text } = await ask(`${stage.url}${path}`, asked);
          must(status === wanted, `${path}: ${status} ${text.slice(0, 300)}`);
          must(type.startsWith('application/problem+json'), `${path}: ${type}`);
        }
      return undefined;
    },
  },
  {
    name: 'network: a stage answers to its own hosts alone, and to pages of its own',
    run: async ({ stage }) => {
      for (const host of ['127.0.0.1', 'localhost', '[::1]'])
        must((await answersTo(stage, `${host}:${portOf(stage)}`)) === 200, `${host} is refused`);
      for (const host of ['evil.example', `evil.example:${portOf(stage)}`, '127.0.0.1.evil.example'])
        must((await answersTo(stage, host)) === 403, `${host} is answered`);

      const headers = {
        ...{ Authorization: `Bearer ${stage.key}`, 'Content-Type': 'application/json' },
        Accept: 'application/json, text/event-stream',
      };
      const mcp = (more: Record<string, string>) =>
        ask(`${stage.url}/mcp`, { method: 'POST', headers: { ...headers, ...more }, bytes: 0 });
      for (const more of [{ Origin: 'https://evil.example' }, { Host: 'evil.example' }]) {
        const { status, type } = await mcp(more);
        must(
          status === 403 && type.startsWith('application/problem+json'),
          `${JSON.stringify(more)}: ${status}`,
        );
      }
      must((await mcp({ Origin: stage.url })).status !== 403, 'a page of the stage is refused');
      return undefined;
    },
  },
  {
    name: 'network: --public-url and HOSTS name hosts of the stage; at the port of guests the key of the operator opens nothing',
    run: async () => {
      const vars = { HOSTS: 'stage.lan,other.lan:8443' };
      const stage = await startStage(vars, ['--share', '--public-url', 'https://stage.example.com']);
      try {
        for (const host of ['stage.lan', 'stage.lan:99', 'other.lan:8443', 'stage.example.com', '127.0.0.1'])
          must((await answersTo(stage, host)) === 200, `${host} is refused`);
        for (const host of ['other.lan', 'stage.example.org', 'evil.example'])
          must((await answersTo(stage, host)) === 403, `${host} is answered`);
        const bearer = { Authorization: `Bearer ${stage.key}` };
        const own = await ask(`${stage.url}/v1/me`, { headers: bearer });
        must(own.status === 200, `the key does not work here: ${own.status} ${own.text}`);
        const guests = /Forward \S+ to (http:\/\/127\.0\.0\.1:\d+)/.exec(stage.output)?.[1];
        must(guests !== undefined, `it does not say where to lead: ${stage.output}`);
        must((await ask(`${guests}/healthz`)).status === 200, 'the port of guests does not answer');
        // Like a plain TCP proxy: there is no sign of a remote client.
        const headers = {
          ...{ ...bearer, Host: new URL(stage.url).host },
          ...{ 'CF-Connecting-IP': '127.0.0.1', 'X-Proscenium-Local': 'on' },
          'MF-Original-URL': `${stage.url}/v1/me`,
        };
        const guest = await ask(`${guests}/v1/me`, { headers });
        must(guest.status === 403, `the key passed: ${guest.status} ${guest.text}`);
      } finally {
        await stage.stop();
      }
      return undefined;
    },
  },
  {
    name: 'network: HOST opens the stage to other machines, with limits, without demo rooms or webhooks to this machine',
    run: async () => {
      const address = Object.values(networkInterfaces())
        .flatMap((list) => list ?? [])
        .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
      must(address !== undefined, 'this machine has no network');
      const limitless = await startStage({ RATE_LIMITS: 'off' }, [], { HOST: '0.0.0.0' }).catch(String);
      must(String(limitless).includes('needs rate limits'), `it started without limits: ${limitless}`);
      const sample = { HOST: '0.0.0.0', BOOTSTRAP_KEY: 'ps_local_replace-with-your-own-secret' };
      const withSample = await startStage({}, [], sample).catch(String);
      must(String(withSample).includes('needs a key of your own'), `it started: ${withSample}`);
      for (const HOST of ['203.0.113.1', 'no-such-host.invalid', '[::]']) {
        const elsewhere = await startStage({}, [], { HOST }).catch(String);
        must(String(elsewhere).includes('not an address of this machine'), `it started: ${elsewhere}`);
      }
      const one = await startStage({}, [], { HOST: address });
      await one.stop();
      must(one.printed.startsWith(`http://${address}:`), `the link leads elsewhere: ${one.printed}`);
      const stage = await startStage({}, [], {
        ...{ HOST: '0.0.0.0', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', MODEL: 'from-$the-environment' },
        BOOTSTRAP_KEY: '',
      });
      try {
        const url = `http://${address}:${portOf(stage)}`;
        must(stage.output.includes(url), `it does not say who can reach it: ${stage.output}`);
        must((await ask(`${url}/healthz`)).status === 200, `${url} does not answer`);
        must((await answersTo(stage, 'evil.example')) === 403, 'a foreign host is answered');
        const features = JSON.parse((await ask(`${url}/v1/stage`)).text);
        must(features.demo === false, 'demo rooms are on');
        const headers = { Authorization: `Bearer ${stage.key}`, 'Content-Type': 'application/json' };
        const hook = await fetch(`${url}/v1/webhooks`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ url: 'http://127.0.0.1:9/', events: ['*'] }),
        });
        must(hook.status === 400, `a webhook may go to this machine: ${hook.status}`);
        const providers = await ask(`${url}/v1/providers`, { headers });
        must(providers.text.includes('from-$the-environment'), `variables are ignored: ${providers.text}`);
      } finally {
        await stage.stop();
      }
      return undefined;
    },
  },
  {
    name: 'network: rates by address do not believe what a caller says of its own',
    run: async ({ stage }) => {
      // A burst of 30 wrong keys, then one per second: with separate addresses none would be refused.
      const statuses = await Promise.all(
        Array.from({ length: 60 }, async (_, n) => {
          const headers = {
            Authorization: `Bearer ps_local_${'w'.repeat(38)}${n}`,
            'CF-Connecting-IP': `203.0.113.${n}`,
          };
          return (await ask(`${stage.url}/v1/me`, { headers })).status;
        }),
      );
      must(statuses.includes(429), `no rate: ${[...new Set(statuses)].join(', ')}`);
      return undefined;
    },
    alone: 'last',
  },
];
