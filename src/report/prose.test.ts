import { describe, expect, it } from 'vitest';
import { renderProseHtml, renderProseMarkdown } from './prose';

describe('prose in Markdown', () => {
  it('keeps actions between asterisks', () => {
    expect(renderProseMarkdown('*looks up* Who is *there*?')).toBe('*looks up* Who is *there*?');
    expect(renderProseMarkdown('**No.** *she thinks*')).toBe('**No.** *she thinks*');
  });

  it.each([
    ['2 * 3 * 4', '2 \\* 3 \\* 4'],
    ['* not an item', '\\* not an item'],
    ['a lone * star', 'a lone \\* star'],
    ['*** You have died ***', '\\*\\*\\* You have died \\*\\*\\*'],
    ['# 1', '\\# 1'],
    ['- aye', '\\- aye'],
    ['1. first', '1\\. first'],
    ['---', '\\---'],
    ['=====', '\\====='],
    ['a_b and _c_', 'a_b and \\_c\\_'],
    ['[a](http://b)', '\\[a\\](http://b)'],
    ['<script>&', '&lt;script&gt;&amp;'],
    ['`code` ~~no~~ |', '\\`code\\` \\~\\~no\\~\\~ \\|'],
    ['    four spaces', 'four spaces'],
    ['*see [this](x) <b>*', '*see \\[this\\](x) &lt;b&gt;*'],
  ])('makes text of %j', (text, markdown) => expect(renderProseMarkdown(text)).toBe(markdown));

  it('keeps line breaks and paragraphs, and no other control characters', () =>
    expect(renderProseMarkdown('one\r\ntwo\n\nthree\u0007\u202E')).toBe('one  \ntwo\n\nthree'));
});

it('prose in HTML is paragraphs with line breaks, its actions emphasised, and everything else text', () => {
  expect(renderProseHtml('*nods* "Aye" <b>\n& so\n\n**No** 2 * 3')).toBe(
    '<p><em>nods</em> &quot;Aye&quot; &lt;b&gt;<br>&amp; so</p><p><strong>No</strong> 2 * 3</p>',
  );
  expect(renderProseHtml('*<img src=x onerror=alert(1)>*')).toBe(
    '<p><em>&lt;img src=x onerror=alert(1)&gt;</em></p>',
  );
});
