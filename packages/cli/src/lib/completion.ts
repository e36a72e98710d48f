import tab from '@bomb.sh/tab/citty';
import type { CommandDef } from 'citty';
import { openStage } from './stage';
import { plain } from './terminal';

/** The shell is blocked meanwhile. */
const PATIENCE_MS = 1_000;
const ROOMS_SHOWN = 20;

type Collection = '/v1/scenes' | '/v1/runs';

/** Collections whose rooms a command accepts as its first argument. */
const ROOMS_BY_COMMAND: Record<string, Collection[]> = {
  play: ['/v1/scenes', '/v1/runs'],
  export: ['/v1/scenes', '/v1/runs'],
  invite: ['/v1/scenes'],
};
const WORD_BY_COMMAND: Record<string, string> = { play: 'room', export: 'room', invite: 'scene' };

/** Reads rooms to suggest; empty if the stage does not respond, because errors would disturb typing. */
async function readRooms(collections: Collection[]): Promise<{ id: string; title: string }[]> {
  try {
    const stage = openStage();
    const pages = await Promise.all(
      collections.map((collection) =>
        stage.GET(collection, { query: { limit: ROOMS_SHOWN }, timeoutMs: PATIENCE_MS }),
      ),
    );
    return pages.flatMap(({ items }): { id: string; title: string }[] => items);
  } catch {
    return [];
  }
}

/**
 * Adds `complete <shell>`, which prints a script for bash, zsh, fish or PowerShell.
 *
 * @param words of the command line: `complete -- play scn_` asks for suggestions
 */
export async function addCompletion(main: CommandDef, words: string[]): Promise<void> {
  const name = words[0] === 'complete' && words[1] === '--' ? (words[2] ?? '') : '';
  const collections = ROOMS_BY_COMMAND[name];
  const word = WORD_BY_COMMAND[name];
  const rooms = collections === undefined ? [] : await readRooms(collections);
  const offer = (complete: (value: string, description: string) => void) => {
    for (const { id, title } of rooms) complete(id, plain(title).replaceAll(/\s+/g, ' '));
  };
  const config = word === undefined ? {} : { subCommands: { [name]: { args: { [word]: offer } } } };
  await tab(main as Parameters<typeof tab>[0], config);
}
