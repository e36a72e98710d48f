import { describe, expect, it } from 'vitest';
import { readLink, readMarkdown } from '../../../web/src/kit/read-markdown';

const STAGE = 'https://stage.example/';
const SCENE = `#/scenes/scn_${'a'.repeat(20)}`;
const RUN = `#/runs/run_${'b'.repeat(20)}`;
const read = (href: string, label = 'press') => readLink(href, label, STAGE);

describe('a link in a text', () => {
  it('leads to rooms of this stage', () => {
    for (const href of [
      SCENE,
      `${SCENE}?at=12`,
      `${SCENE}/screen`,
      RUN,
      `${RUN}?turn=3&frame=7`,
      `${RUN}/report`,
      `${RUN}/compare?with=run_${'c'.repeat(20)}`,
      `#/runs/adv_${'d'.repeat(20)}?turn=1`,
    ]) {
      expect(read(href), href).toEqual({ kind: 'room', href });
      expect(read(`${STAGE}${href}`), href).toEqual({ kind: 'room', href });
    }
  });

  it('leads to https pages, and says which', () => {
    expect(read('https://a.example/x?y#z')).toEqual({
      kind: 'page',
      href: 'https://a.example/x?y#z',
      host: 'a.example',
    });
    expect(read('https://evil.example/', 'https://bank.example/')).toMatchObject({ host: 'evil.example' });
    expect(read('https://a.example:8443/')).toMatchObject({ host: 'a.example:8443' });
    // Look-alike letters are shown in punycode.
    expect(read('https://аpple.com/')).toMatchObject({ host: 'xn--pple-43d.com' });
    // If the text is the address itself, it already shows the target.
    expect(read('https://a.example/x', 'https://a.example/x')).toMatchObject({ host: null });
  });

  it('leads nowhere else', () => {
    for (const href of [
      '#key=ps_evil_00000000000000000000000000000000',
      '#code=kc_00000000000000000000000000000000',
      '#/join?invitation=si_evil_00000000000000000000_00000000000000000000000000000000',
      '#/keys',
      '#/usage',
      '#/library/characters',
      '#/scenes/new?character=chr_1',
      `${SCENE}&key=ps_evil_x`,
      `${SCENE}?at=1#key=ps_evil_x`,
      `${SCENE}/../../keys`,
      `#key=ps_evil_x&to=/scenes/scn_${'a'.repeat(20)}`,
      '#',
      // Also as a full address of this stage, which would load the page again and accept the key.
      `${STAGE}#key=ps_evil_x`,
      `${STAGE}?x#key=ps_evil_x`,
      `${STAGE}#/keys`,
      `${STAGE}docs`,
      STAGE,
      'https://user:pass@stage.example/#key=ps_evil_x',
      'https://bank.example@evil.example/',
      'http://a.example/',
      'mailto:somebody@a.example',
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'blob:https://a.example/x',
      'vbscript:x',
      'file:///etc/passwd',
      '/relative',
      '//a.example',
      '',
    ])
      expect(read(href), href).toBeNull();
  });
});

it('reads stage directions as emphasis', () => {
  const [paragraph] = readMarkdown('*smiles* Hello.') ?? [];
  expect(paragraph).toMatchObject({
    type: 'paragraph',
    tokens: [{ type: 'em', text: 'smiles' }, { type: 'text' }],
  });
});

it('leaves texts as they are that would take its breath', () => {
  for (const hostile of [' >'.repeat(4000), '- '.repeat(3000), 'x'.repeat(60_000), `${'>'.repeat(500)} deep`])
    expect(readMarkdown(hostile)).toBeNull();
});

it('reads a hostile text of the greatest length without failing', () => {
  for (const piece of ['[', '![', '`', '<', '*a **b ', '[a](', '|', '~~', '\\', '&', '_a', '**a'])
    expect(() => readMarkdown(piece.repeat(Math.floor(8000 / piece.length))), piece).not.toThrow();
});
