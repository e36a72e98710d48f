import { readInt, stageCommand } from '../lib/command';
import { roomPath } from '../lib/rooms';
import { openStage } from '../lib/stage';
import { drawTable } from '../lib/table';
import { plain } from '../lib/terminal';

const LIMIT = {
  limit: { type: 'string', valueHint: 'n', default: '20', description: 'Maximum number of entries' },
} as const;

export const rooms = stageCommand(
  'rooms',
  'List scenes and runs, newest first',
  LIMIT,
  async ({ args, terminal }) => {
    const limit = readInt(args.limit, 'limit', 1, 100) ?? 20;
    const stage = openStage(args.url);
    const [scenes, runs] = await Promise.all([
      stage.GET('/v1/scenes', { query: { limit } }),
      stage.GET('/v1/runs', { query: { limit } }),
    ]);
    const items = [...scenes.items, ...runs.items]
      .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
      .slice(0, limit);
    terminal.give({ items });
    if (items.length === 0)
      return terminal.hint('No rooms yet. Create one: proscenium play --new lighthouse');
    const rows = items.map((room) => ({
      ...{ id: room.id, status: room.status, n: 'rounds' in room ? room.rounds : room.turns },
      title: plain(room.title),
    }));
    const titles = { id: 'room', status: 'status', n: 'rounds', title: 'title' };
    const columns = Object.entries(titles).map(([key, title]) => ({ key, title }));
    for (const line of drawTable(columns, rows, 'plain')) terminal.say(line);
  },
);

export const calls = stageCommand(
  'calls',
  'List model calls, newest first',
  { ...LIMIT, room: { type: 'string', valueHint: 'id', description: 'Only calls of this room' } },
  async ({ args, terminal }) => {
    const limit = readInt(args.limit, 'limit', 1, 200) ?? 20;
    if (args.room !== undefined) roomPath(args.room);
    const stage = openStage(args.url);
    const { items } = await stage.GET('/v1/calls', {
      query: { limit, ...(args.room !== undefined && { room: args.room }) },
    });
    terminal.give({ items });
    const rows = items.map((call) => ({
      ...{ id: call.id, role: call.role, status: call.status, rung: call.rung },
      ...{ who: plain(`${call.model} by ${call.provider}`), prompt: call.promptTokens },
      ...{ completion: call.completionTokens, ms: call.latencyMs },
    }));
    const titles = {
      id: 'call',
      role: 'role',
      who: 'who',
      status: 'status',
      rung: 'rung',
      prompt: 'prompt',
      completion: 'answer',
      ms: 'ms',
    };
    const columns = Object.entries(titles).map(([key, title]) => ({ key, title }));
    for (const line of drawTable(columns, rows, 'plain')) terminal.say(line);
  },
);
