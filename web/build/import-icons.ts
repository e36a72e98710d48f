import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Imports each icon from its own file. Imported from the package, all icons of all pages would belong to the first page.
 */
export const importIcons = (): Plugin => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('lucide/package.json')), 'dist/esm');
  const list = readFileSync(join(folder, 'lucide.mjs'), 'utf8');
  const files = new Map(
    [...list.matchAll(/export \{ (.+) \} from '(\.\/icons\/.+)'/g)].flatMap(([, names = '', file = '']) =>
      names.split(', ').map((name) => [name.replace('default as ', ''), join(folder, file)] as const),
    ),
  );
  return {
    name: 'import-icons',
    enforce: 'pre',
    transform(source, id) {
      if (!/\/web\/src\/.*\.tsx?$/.test(id)) return null;
      return source.replace(/import \{([^}]+)\} from 'lucide';/g, (_, names: string) =>
        [...names.matchAll(/(\w+)(?: as (\w+))?/g)]
          .map(([, icon = '', as = icon]) => `import ${as} from ${JSON.stringify(files.get(icon))};`)
          .join(' '),
      );
    },
  };
};
