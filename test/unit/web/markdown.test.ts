import { expect, it } from 'vitest';
import { readMarkdown, safeHref } from '../../../web/src/kit/read-markdown';

it('opens nothing from a line but http, https and places of the page', () => {
  for (const href of ['http://a.example/x', 'https://a.example', '#/scenes/scn_1'])
    expect(safeHref(href)).toBe(href);
  for (const href of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '/relative',
    '//a.example',
    '',
  ])
    expect(safeHref(href), href).toBeNull();
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
