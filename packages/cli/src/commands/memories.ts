import type { Schemas } from '../../../client/src/index';
import { readInt, stageCommand } from '../lib/command';
import { usageError } from '../lib/errors';
import { openStage } from '../lib/stage';
import { drawTable } from '../lib/table';
import { plain } from '../lib/terminal';

function memoriesPath(id: string): '/v1/scenes/{id}/memories' | '/v1/worlds/{id}/memories' {
  if (/^scn_[0-9a-z]{20}$/.test(id)) return '/v1/scenes/{id}/memories';
  if (/^wld_[0-9a-z]{20}$/.test(id)) return '/v1/worlds/{id}/memories';
  throw usageError(
    `${id} is not the id of a scene or a world.`,
    'Scene ids start with scn_, world ids with wld_.',
  );
}

const ID = { type: 'string', valueHint: 'id' } as const;

export const memories = stageCommand(
  'memories',
  'List, add, edit, pin or delete memories of characters',
  {
    place: { type: 'positional', required: true, description: 'Id of a scene or a world' },
    character: {
      type: 'string',
      valueHint: 'id',
      description: 'Only this character; with --add, the character that remembers',
    },
    limit: { type: 'string', valueHint: 'n', default: '20', description: 'Maximum number of entries' },
    add: { type: 'string', valueHint: 'text', description: 'Add this memory to the scene' },
    edit: { ...ID, description: 'Replace the text of this memory with --text' },
    text: { type: 'string', valueHint: 'text', description: 'The text for --edit' },
    pin: { ...ID, description: 'Include this memory in every prompt of its character' },
    unpin: { ...ID, description: 'Only recall this memory when it is relevant' },
    delete: { ...ID, description: 'Delete this memory' },
  },
  async ({ args, terminal }) => {
    const list = memoriesPath(args.place);
    const at = { id: args.place };
    const { add, edit, pin, unpin, delete: deleteId, text, character } = args;
    const limit = readInt(args.limit, 'limit', 1, 200) ?? 20;
    const actions = [add, edit, pin, unpin, deleteId].filter((value) => value !== undefined);
    if (actions.length > 1) throw usageError('Use only one of --add, --edit, --pin, --unpin and --delete.');
    if ((edit === undefined) !== (text === undefined)) throw usageError('Use --edit and --text together.');
    if (add !== undefined && character === undefined) throw usageError('--add needs --character.');
    const stage = openStage(args.url);
    const one = (text: string) => ({
      path: { ...at, memory: readInt(text, 'id', 1, Number.MAX_SAFE_INTEGER) ?? 0 },
    });
    const change = async (memory: string, body: Schemas['ChangeMemory']) => [
      await stage.PATCH(`${list}/{memory}`, { ...one(memory), body }),
    ];
    if (deleteId !== undefined) {
      await stage.DELETE(`${list}/{memory}`, one(deleteId));
      terminal.give({ id: deleteId });
      return terminal.hint(`Memory ${deleteId} was deleted.`);
    }
    let items: Schemas['Memory'][];
    if (add !== undefined) {
      // The stage refuses this for a world.
      const scene = list as '/v1/scenes/{id}/memories';
      items = [await stage.POST(scene, { path: at, body: { character: character ?? '', text: add } })];
    } else if (edit !== undefined) items = await change(edit, { text: text ?? '' });
    else if (pin !== undefined) items = await change(pin, { pinned: true });
    else if (unpin !== undefined) items = await change(unpin, { pinned: false });
    else {
      const query = { limit, ...(character !== undefined && { character }) };
      ({ items } = await stage.GET(list, { path: at, query }));
    }
    terminal.give({ items });
    if (items.length === 0) return terminal.hint('No memories yet.');
    const rows = items.map((memory) => ({
      ...{ id: memory.id, character: memory.character, round: memory.round, origin: memory.origin },
      ...{ pinned: memory.pinned ? 'pinned' : '', text: plain(memory.text.replaceAll(/\s+/g, ' ')) },
    }));
    const titles = {
      id: 'memory',
      character: 'character',
      round: 'round',
      origin: 'origin',
      pinned: '',
      text: 'text',
    };
    const columns = Object.entries(titles).map(([key, title]) => ({ key, title }));
    for (const line of drawTable(columns, rows, 'plain')) terminal.say(line);
  },
);
