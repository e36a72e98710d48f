import { describe, expect, it } from 'vitest';
import { refuseUrl } from '../../../src/webhooks/url-rules';

const strict = (url: string) => refuseUrl(url, { loopback: false });
const local = (url: string) => refuseUrl(url, { loopback: true });

describe('an address that somebody gave', () => {
  it.each([
    'https://hooks.example.com/in?room=1',
    'https://hooks.example.com:8443/',
    'https://xn--bcher-kva.example.com/',
    'https://a_b.example.co.uk./x',
  ])('%s may be used', (url) => {
    expect(strict(url)).toBeNull();
  });

  it.each([
    ['http://hooks.example.com/', 'https'],
    ['ftp://hooks.example.com/', 'https'],
    ['file:///etc/passwd', 'https'],
    ['javascript:alert(1)', 'https'],
    ['data:text/plain,x', 'https'],
    ['https://hooks.example.com:22/', 'port'],
    ['https://user:pass@hooks.example.com/', 'credentials'],
    ['https://user@hooks.example.com/', 'credentials'],
    ['https://hooks.example.com/#x', 'fragment'],
    ['https://127.0.0.1/', 'IP address'],
    ['https://127.1/', 'IP address'],
    ['https://2130706433/', 'IP address'],
    ['https://0x7f000001/', 'IP address'],
    ['https://0177.0.0.1/', 'IP address'],
    ['https://169.254.169.254/latest/meta-data', 'IP address'],
    ['https://1.1.1.1/', 'IP address'],
    ['https://[::1]/', 'IP address'],
    ['https://[::ffff:127.0.0.1]/', 'IP address'],
    ['https://127.0.0.1./', 'IP address'],
    ['https://localhost/', 'inner network'],
    ['https://LOCALHOST./', 'inner network'],
    ['https://app.localhost/', 'inner network'],
    ['https://printer.local/', 'inner network'],
    ['https://metadata.google.internal/', 'inner network'],
    ['https://nas.lan/', 'inner network'],
    ['https://router.home.arpa/', 'inner network'],
    ['https://intranet/', 'inner network'],
    ['https://db/', 'domain'],
    ['https://%6c%6fcalhost/', 'inner network'],
    ['https://①②⑦.⓪.⓪.①/', 'IP address'],
    ['//hooks.example.com/', 'absolute'],
    ['hooks.example.com', 'absolute'],
    ['', 'absolute'],
    [`https://hooks.example.com/${'x'.repeat(2_000)}`, 'characters'],
  ])('%s is refused: %s', (url, why) => {
    expect(strict(url)).toContain(why);
  });

  it('may be this machine in local development, and nothing else that is inside', () => {
    for (const url of [
      'http://localhost:3000/x',
      'http://127.0.0.1:9/',
      'http://[::1]:80/',
      'https://127.1/',
    ])
      expect([url, local(url)]).toEqual([url, null]);
    for (const url of [
      'http://10.0.0.1/',
      'http://192.168.0.1:3000/',
      'http://host.internal/',
      'http://0.0.0.0/',
    ])
      expect([url, local(url)]).not.toEqual([url, null]);
    expect(local('http://user:pw@localhost/')).toContain('credentials');
    expect(local('ftp://localhost/')).toContain('https');
  });
});
