import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const packageOf = (name: string): string =>
  dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${name}/package.json`));

/** Letters, digits and punctuation of English, German, Spanish, French and related languages. */
const WESTERN = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i)),
  ...Array.from({ length: 0x100 - 0xa0 }, (_, i) => String.fromCodePoint(0xa0 + i)),
  '–—‘’‚“”„†•…‹›€™−ŒœŠšŽžŸ',
].join('');

/** Each font of the pages, the font it is cut from, and the axes the pages use. */
const CUTS = [
  {
    file: 'title',
    from: 'fraunces',
    cut: 'latin-full-normal',
    axes: { wght: 600, opsz: 72, SOFT: 50, WONK: 1 },
  },
  { file: 'dialogue', from: 'alegreya', cut: 'latin-wght-normal', axes: { wght: { min: 400, max: 700 } } },
  { file: 'dialogue-italic', from: 'alegreya', cut: 'latin-wght-italic', axes: { wght: 400 } },
] as const;

/**
 * Writes the fonts of the pages and their licenses to `/fonts/`. They are cut from the npm packages to a third of the
 * size; `kit/fonts.css` declares them.
 */
export const cutFonts = (): Plugin => ({
  name: 'cut-fonts',
  apply: 'build',
  async generateBundle() {
    for (const { file, from, cut, axes } of CUTS) {
      const whole = readFileSync(join(packageOf(from), 'files', `${from}-${cut}.woff2`));
      const source = await subsetFont(whole, WESTERN, { targetFormat: 'woff2', variationAxes: axes });
      this.emitFile({ type: 'asset', fileName: `fonts/${file}.woff2`, source });
    }
    for (const name of new Set(CUTS.map(({ from }) => from)))
      this.emitFile({
        type: 'asset',
        fileName: `fonts/${name}-licence.txt`,
        source: readFileSync(join(packageOf(name), 'LICENSE')),
      });
  },
});
