import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const packageOf = (name: string): string =>
  dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${name}/package.json`));

const listChars = (from: number, to: number): string =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));

/** English letters, digits and the punctuation of prose. */
const PROSE = `${listChars(0x41, 0x5a)}${listChars(0x61, 0x7a)}0123456789 !"&'(),-./:;?\u00a0·–—‘’“”…`;
/** Signs, and the letters of German, Spanish, French and related languages. A page that shows one loads them. */
const MORE = [...listChars(0x21, 0x7e), ...listChars(0xa1, 0xff), ...'•‚„†‹›€™−ŒœŠšŽžŸ']
  .filter((char) => !PROSE.includes(char))
  .join('');
const PARTS = { '': PROSE, '-more': MORE } as const;

/** Layout features that the pages use: the fonts' other alternates are a fifth of their size. */
const FEATURES = ['kern', 'liga', 'calt', 'ccmp'];

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
      const options = {
        targetFormat: 'woff2' as const,
        variationAxes: axes,
        keepFeatures: FEATURES,
        noHinting: true,
        dropTables: ['gasp', 'meta'],
      };
      for (const [part, text] of Object.entries(PARTS))
        this.emitFile({
          type: 'asset',
          fileName: `fonts/${file}${part}.woff2`,
          source: await subsetFont(whole, text, options),
        });
    }
    for (const name of new Set(CUTS.map(({ from }) => from)))
      this.emitFile({
        type: 'asset',
        fileName: `fonts/${name}-licence.txt`,
        source: readFileSync(join(packageOf(name), 'LICENSE')),
      });
  },
});
