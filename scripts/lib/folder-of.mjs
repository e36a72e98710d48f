import { dirname } from 'node:path';

/** The folder that a file of the repository counts for: each folder of `src` and `packages`, else the top folder, `.` at the root. */
export const folderOf = (file) => /^(?:src|packages)\/[^/]+|^[^/]+/.exec(dirname(file))?.[0] ?? '.';
