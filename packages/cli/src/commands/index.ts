import type { CommandDef } from 'citty';
import { doctor } from './doctor';
import { experiment } from './experiment';
import { invite } from './invite';
import { calls, rooms } from './lists';
import { memories } from './memories';
import { play } from './play';
import { run } from './run';
import { bench, demo, link, start } from './scripts';
import { exportRoom, importRoom } from './transfer';

/** All commands by name, in the order of the help. */
export const COMMANDS: Record<string, CommandDef> = {
  ...{ start, link, play, rooms, invite, run, experiment, export: exportRoom, import: importRoom },
  ...{ memories, doctor, calls, demo, bench },
};
