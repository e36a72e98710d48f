import { describe, expect, it } from 'vitest';
import { refuseModelUrl, refuseUrl } from '../../../src/base/reach';

const strict = (url: string) => refuseUrl(url, { loopback: false });
const local = (url: string) => refuseUrl(url, { loopback: true });

describe('an address that somebody gave', () => {
  it.each([
    'https://hooks.example.com/in?room=1',
    'https://hooks.example.com:8443/',
    'https://xn--bcher-kva.example.com/',
    'https://a_b.example.co.uk./x',
    'https://hooks.example.com:08443/',
    'https://bücher.example.com/',
    // Not an address: a name that begins with digits.
    'https://127.0.0.1.example.com/',
    'https://my-internal.example.com/',
    'https://notlocal.dev/',
  ])('%s may be used', (url) => expect(strict(url)).toBeNull());

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
    ['https://localhost/', 'internal network'],
    ['https://LOCALHOST./', 'internal network'],
    ['https://app.localhost/', 'internal network'],
    ['https://printer.local/', 'internal network'],
    ['https://metadata.google.internal/', 'internal network'],
    ['https://nas.lan/', 'internal network'],
    ['https://router.home.arpa/', 'internal network'],
    ['https://intranet/', 'internal network'],
    ['https://db/', 'full host name'],
    ['https://%6c%6fcalhost/', 'internal network'],
    ['https://①②⑦.⓪.⓪.①/', 'IP address'],
    ['https://127。0。0。1/', 'IP address'],
    ['https://0/', 'IP address'],
    ['https://0.0.0.0/', 'IP address'],
    ['https://017700000001/', 'IP address'],
    ['https://0x7f.0x0.0x0.0x1/', 'IP address'],
    ['https://0x7F.1/', 'IP address'],
    ['https://127.0x1/', 'IP address'],
    ['https://10.0.0.1/', 'IP address'],
    ['https://172.16.0.1/', 'IP address'],
    ['https://192.168.1.1:8443/', 'IP address'],
    ['https://100.64.0.1/', 'IP address'],
    ['https://2852039166/', 'IP address'],
    ['https://[::]/', 'IP address'],
    ['https://[::ffff:7f00:1]/', 'IP address'],
    ['https://[::127.0.0.1]/', 'IP address'],
    ['https://[64:ff9b::7f00:1]/', 'IP address'],
    ['https://[fe80::1]/', 'IP address'],
    ['https://[fd00:ec2::254]/', 'IP address'],
    ['https://[0:0:0:0:0:0:0:1]:443/', 'IP address'],
    ['https:127.0.0.1', 'IP address'],
    ['https:/127.0.0.1', 'IP address'],
    ['https:\\\\127.0.0.1\\x', 'IP address'],
    ['https://127.0.0.1:443\\@hooks.example.com/', 'IP address'],
    [' https://127.0.0.1/', 'IP address'],
    ['https://127.0.\n0.1/', 'IP address'],
    ['https://hooks.example.com@127.0.0.1/', 'credentials'],
    ['https://hooks.example.com:443@127.0.0.1/', 'credentials'],
    ['https://hooks.example.com%40127.0.0.1/', 'absolute'],
    ['https://hooks.example.com%00.evil.com/', 'absolute'],
    ['https://1.2.3.4.5/', 'absolute'],
    ['https://hooks.example.com.123/', 'absolute'],
    ['https://[::1%25eth0]/', 'absolute'],
    ['https:///', 'absolute'],
    ['https://localhost./', 'internal network'],
    ['https://localhost../', 'full host name'],
    ['https://local\u00adhost/', 'internal network'],
    ['https://ｌｏｃａｌｈｏｓｔ/', 'internal network'],
    ['https://lоcalhost/', 'full host name'],
    ['https://metadata.internal./', 'internal network'],
    ['https://kubernetes.default.svc/', 'internal network'],
    ['https://api.default.svc.cluster.local/', 'internal network'],
    ['https://host.docker.internal/', 'internal network'],
    ['https://vault.service.consul/', 'internal network'],
    ['https://mail.corp/', 'internal network'],
    ['https://1.0.0.127.in-addr.arpa/', 'internal network'],
    ['https://127.0.0.1.nip.io/', 'internal network'],
    ['https://app-10-0-0-1.sslip.io/', 'internal network'],
    ['https://anything.localtest.me./', 'internal network'],
    ['https://metadata/computeMetadata/v1/', 'full host name'],
    ['https://hooks.example.com:0/', 'port'],
    ['https://hooks.example.com:80/', 'port'],
    ['https://hooks.example.com:6379/', 'port'],
    ['https://hooks.example.com:99999/', 'absolute'],
    ['ws://hooks.example.com/', 'https'],
    ['gopher://hooks.example.com:443/', 'https'],
    ['blob:https://hooks.example.com/1', 'https'],
    ['view-source:https://hooks.example.com/', 'https'],
    ['about:blank', 'https'],
    ['mailto:a@example.com', 'https'],
    ['//hooks.example.com/', 'absolute'],
    ['hooks.example.com', 'absolute'],
    ['', 'absolute'],
    [`https://hooks.example.com/${'x'.repeat(2_000)}`, 'characters'],
  ])('%s is refused: %s', (url, why) => expect(strict(url)).toContain(why));

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

describe('the address of a model', () => {
  it.each([
    'http://127.0.0.1:11434/v1',
    'http://localhost:1234/v1',
    'http://[::1]:8080/v1',
    'http://192.168.1.20:11434/v1',
    'http://10.1.2.3/v1',
    'http://172.16.0.9:8000/v1',
    'http://host.docker.internal:11434/v1',
    'http://studio.local:1234/v1',
  ])('%s may be local only for the operator of a local stage', (url) => {
    expect(refuseModelUrl(url, true)).toBeNull();
    expect(refuseModelUrl(url, false)).not.toBeNull();
  });

  it.each([
    'http://169.254.169.254/latest',
    'http://2852039166/',
    'http://[fe80::1]/v1',
    'http://[::ffff:169.254.169.254]/v1',
    'http://metadata.google.internal/v1',
    'http://models.example.com/v1',
    'http://172.32.0.1/v1',
    'http://10.evil.example.com/v1',
    'http://100.100.100.200/v1',
  ])('%s is refused everywhere', (url) => {
    expect(refuseModelUrl(url, true)).not.toBeNull();
    expect(refuseModelUrl(url, false)).not.toBeNull();
  });

  it('may be any public https address', () => {
    for (const isLocalAllowed of [true, false])
      expect(refuseModelUrl('https://models.example.com/v1', isLocalAllowed)).toBeNull();
  });
});
