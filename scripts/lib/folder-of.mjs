import { dirname } from 'node:path';

/**
 * The folder that a file counts for in the budgets: each folder of `src` and `packages`, any other top folder as a whole, and
 * `.` for files at the root.
 *
 * @param {string} file path relative to the repository
 */
export const folderOf = (file) => /^(?:src|packages)\/[^/]+|^[^/]+/.exec(dirname(file))?.[0] ?? '.';
