import { describe, expect, it } from 'vitest';
import { isLocalHost } from '../../../src/base/reach';
import { joinLink, linkReach, readJoinLink } from './links';

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
    for (const host of names) {
      expect(linkReach(host), host).toBe(reach);
      // The service has its own copy of the rule.
      expect(isLocalHost(host), host).toBe(reach === 'machine');
    }
});

describe('a link to join', () => {
  const invitation = `si_local_${'a1'.repeat(10)}_${'Zz'.repeat(16)}`;

  it('is read back whole, and so is an invitation alone', () => {
    expect(readJoinLink(joinLink('https://quiet-fox.trycloudflare.com', invitation))).toEqual({
      origin: 'https://quiet-fox.trycloudflare.com',
      invitation,
    });
    expect(readJoinLink(` ${invitation}\n`)).toEqual({ origin: null, invitation });
  });

  it.each([
    'scn_a1',
    joinLink('https://quiet-fox.trycloudflare.com', invitation.slice(0, -1)),
    `https://quiet-fox.trycloudflare.com/#code=kc_${'a'.repeat(32)}`,
    '',
  ])('is not %j', (text) => expect(readJoinLink(text)).toBeNull());
});
