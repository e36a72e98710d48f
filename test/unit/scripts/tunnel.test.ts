import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { findPublicUrl, openTunnel, type Tunnel } from '../../../scripts/lib/tunnel.mjs';
import { descendants } from '../../support/processes';

const FAKE = fileURLToPath(new URL('../../support/fake-tunnel.mjs', import.meta.url));
const ADDRESS = 'https://quiet-fox.trycloudflare.com';

const open: Tunnel[] = [];
afterEach(async () => {
  for (const tunnel of open.splice(0)) await tunnel.close();
});
async function start(
  how: string,
  more: Omit<Parameters<typeof openTunnel>[0], 'port' | 'command'> = {},
): Promise<Tunnel> {
  const tunnel = await openTunnel({ port: 8869, command: `"${process.execPath}" "${FAKE}" ${how}`, ...more });
  open.push(tunnel);
  return tunnel;
}
const fakes = () => descendants(process.pid).filter(({ args }) => args.includes(FAKE));

describe('the address of a tunnel', () => {
  it.each([
    [`|  ${ADDRESS}   |\n`, ADDRESS],
    [`\u001b[32m${ADDRESS}\u001b[0m `, ADDRESS],
    [`url=${ADDRESS}\n`, ADDRESS],
    [`{"url":"${ADDRESS}"}`, ADDRESS],
    [`Available at ${ADDRESS}/\n`, ADDRESS],
    ['Forwarding https://1f-2.ngrok-free.app -> http://localhost:8787', 'https://1f-2.ngrok-free.app'],
    ['https://host.tail1234.ts.net:8443 |-- / proxy', 'https://host.tail1234.ts.net:8443'],
    ['see https://dashboard.ngrok.com and https://abc.ngrok.io\n', 'https://abc.ngrok.io'],
  ])('is found in %j', (output, address) => expect(findPublicUrl(output)).toBe(address));

  it.each([
    '',
    // It may continue.
    ADDRESS,
    'https://quiet-fox.trycloud',
    'http://quiet-fox.trycloudflare.com\n',
    'Post "https://api.trycloudflare.com/tunnel": dial tcp\n',
    'https://api.trycloudflare.com\n',
    'https://developers.cloudflare.com \nhttps://github.com/cloudflare/cloudflared\n',
    'https://example.com/help with a path\n',
    'https://localhost:8787 \nhttps://127.0.0.1:8787 \nhttps://stage \n',
  ])('is not taken from %j', (output) => expect(findPublicUrl(output)).toBeNull());
});

describe('a tunnel', () => {
  it('is open once its program has printed the address, in whatever pieces, and closes with it', async () => {
    const tunnel = await start('good');
    expect(tunnel.publicUrl).toBe(ADDRESS);
    expect(fakes().length).toBeGreaterThan(0);
    await tunnel.close();
    expect(fakes()).toEqual([]);
  });

  it('says when its program ends later by itself', async () => {
    const tunnel = await start('dies');
    for (const { pid, args } of fakes()) if (!args.startsWith('/bin/sh')) process.kill(pid, 'SIGUSR2');
    expect(await tunnel.ended).toMatch(/ended with code 3/);
  });

  it.each([
    ['silent', /printed no https address within 0.4 seconds/, /example\.com\/help/],
    ['stubborn', /printed no https address/, /Working on it/],
    ['refused', /ended with code 1/, /does not let the tunnel out/],
  ])(
    'that is %s fails with the reason and other ways, and leaves no process',
    async (how, cause, words) => {
      const folder = mkdtempSync(join(tmpdir(), 'tunnel-'));
      const file = join(folder, 'printed');
      // The timeout ends once the program has printed the quoted text, even on a slow machine.
      const sleep = async (_ms: number, signal: AbortSignal): Promise<void> => {
        while (!existsSync(file)) await wait(10, undefined, { signal });
      };
      const failure = await start(`${how} ${ADDRESS} "${file}"`, { patienceMs: 400, sleep }).then(
        () => '',
        (error: Error) => error.message,
      );
      rmSync(folder, { recursive: true });
      expect(failure).toMatch(/^The stage is not shared: /);
      expect(failure).toMatch(cause);
      expect(failure).toMatch(words);
      expect(failure).toContain('--tunnel-command');
      expect(failure).toContain('Without --share');
      expect(fakes()).toEqual([]);
    },
    60_000,
  );

  it('whose program is not installed says so', () =>
    expect(openTunnel({ port: 8869, command: 'no-such-tunnel-program {port}' })).rejects.toThrow(
      /not installed, or not on the PATH/,
    ));

  it('that nobody waits for any more ends', async () => {
    const abort = new AbortController();
    const waiting = start('silent', { signal: abort.signal });
    abort.abort();
    await expect(waiting).rejects.toThrow();
    expect(fakes()).toEqual([]);
  });
});
