import tab from '@bomb.sh/tab/citty';
import type { CommandDef } from 'citty';
import type { RunSummary } from '../../../src/contract/runs';
import type { SceneSummary } from '../../../src/contract/scenes';
import { openStage } from './stage';
import { plain } from './terminal';

/** A shell waits for it while one types. */
const PATIENCE_MS = 1_000;
const ROOMS_SHOWN = 20;

/** Collections whose rooms a command takes as its first word. */
const ROOMS_OF: Record<string, string[]> = {
  play: ['scenes', 'runs'],
  export: ['scenes', 'runs'],
  invite: ['scenes'],
};
const WORD_OF: Record<string, string> = { play: 'room', export: 'room', invite: 'scene' };

/** Reads rooms of the stage to offer; without a stage, none: that is no error while one types. */
async function readRooms(collections: string[]): Promise<{ id: string; title: string }[]> {
  try {
    const stage = openStage(undefined);
    const pages = await Promise.all(
      collections.map(async (collection) => {
        const signal = AbortSignal.timeout(PATIENCE_MS);
        const response = await stage.send(`/v1/${collection}?limit=${ROOMS_SHOWN}`, { signal });
        return (await response.json()) as { items: (SceneSummary | RunSummary)[] };
      }),
    );
    return pages.flatMap(({ items }) => items);
  } catch {
    return [];
  }
}

/**
 * Adds `complete <shell>`, which prints a script for bash, zsh, fish or PowerShell.
 *
 * @param words of the command line: `complete -- play scn_` asks what may follow
 */
export async function addCompletion(main: CommandDef, words: string[]): Promise<void> {
  const name = words[0] === 'complete' && words[1] === '--' ? (words[2] ?? '') : '';
  const collections = ROOMS_OF[name];
  const word = WORD_OF[name];
  const rooms = collections === undefined ? [] : await readRooms(collections);
  const offer = (complete: (value: string, description: string) => void) => {
    for (const { id, title } of rooms) complete(id, plain(title).replaceAll(/\s+/g, ' '));
  };
  const config = word === undefined ? {} : { subCommands: { [name]: { args: { [word]: offer } } } };
  await tab(main as Parameters<typeof tab>[0], config);
}
