import { expect, it } from 'vitest';
import { isLocalHost, reachOf } from './reach';

it('knows addresses that work on this machine alone', () => {
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]', 'stage.localhost'])
    expect(isLocalHost(host), host).toBe(true);
  for (const host of ['192.168.1.2', 'stage.example', 'localhost.example', '12.127.0.0', '[::2]'])
    expect(isLocalHost(host), host).toBe(false);
});

it('knows who can open links to an address', () => {
  const hosts = {
    machine: ['localhost', '127.0.0.1', '[::1]'],
    network: [
      ...[
        '192.168.1.2',
        '10.0.0.7',
        '172.16.0.1',
        '172.31.255.9',
        '169.254.1.1',
        '100.64.0.3',
        '100.127.1.1',
      ],
      ...['[fd12:3456::1]', '[fe80::1]', 'desk.local', 'stage.lan', 'stage.internal', 'raspberry'],
    ],
    everyone: [
      ...[
        'quiet-fox.trycloudflare.com',
        'stage.example',
        '172.32.0.1',
        '11.0.0.1',
        '100.128.0.1',
        '192.169.0.1',
      ],
      ...['[2606:4700::1]', '10.example.com', 'local.example'],
    ],
  };
  for (const [reach, names] of Object.entries(hosts))
    for (const host of names) expect(reachOf(host), host).toBe(reach);
});
