import { describe, expect, it } from 'vitest';
import { previewText } from '../../../web/src/kit/preview-text';

describe('the preview of a text', () => {
  it.each([
    ['*Grinning.* Ooh. **Say** that ***again***.', 'Grinning. Ooh. Say that again.'],
    ['_Nods._ Read `the sign` and [the map](https://example.com/a_b).', 'Nods. Read the sign and the map.'],
    ['# Title\n> quoted\n- item', 'Title\nquoted\nitem'],
    ['*Two\nlines*', 'Two\nlines'],
  ])('has no signs of Markdown: %s', (text, preview) => expect(previewText(text)).toBe(preview));

  it.each(['2 * 3 * 4', 'snake_case_name', 'a ** b'])('keeps other signs: %s', (text) =>
    expect(previewText(text)).toBe(text),
  );
});
