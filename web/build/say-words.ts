import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import MagicString from 'magic-string';
import type { Plugin } from 'vite';
import { findWords, isTranslated } from '../../scripts/lib/find-words';

const SAY = fileURLToPath(new URL('../src/words/say', import.meta.url));

/** Makes the texts of the pages come from the reader's dictionary (docs/play.md#languages). */
export const sayWords = (): Plugin => ({
  name: 'say-words',
  enforce: 'pre',
  transform(source, id) {
    const [file = ''] = id.split('?');
    if (!isTranslated(file)) return null;
    const { edits } = findWords(file, source);
    if (edits.length === 0) return null;
    const code = new MagicString(source);
    for (const { from, to, text } of edits)
      if (from === to) code.appendLeft(from, text);
      else code.overwrite(from, to, text, { contentOnly: true });
    const path = relative(dirname(file), SAY).replaceAll('\\', '/');
    code.prepend(`import { say as $say, sayAll as $sayAll } from './${path}';\n`);
    return { code: code.toString(), map: code.generateMap({ hires: true, source: file }) };
  },
});
