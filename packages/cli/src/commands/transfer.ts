import { createWriteStream, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { unzipSync } from 'fflate';
import { stageCommand } from '../lib/command';
import { CliError, EXIT, usageError } from '../lib/errors';
import { roomPath } from '../lib/rooms';
import { openStage } from '../lib/stage';

/** Long enough for the zip of a large room over a slow connection. */
const TRANSFER_WITHIN_MS = 3_600_000;

export const exportRoom = stageCommand(
  'export',
  'Export a room to a zip file',
  {
    room: { type: 'positional', required: true, description: 'Id of a scene or run' },
    file: {
      type: 'positional',
      required: false,
      description: 'Output file (default: <id>.zip); - for stdout',
    },
    force: { type: 'boolean', description: 'Overwrite an existing file' },
  },
  async ({ args, terminal }) => {
    const path = roomPath(args.room);
    const toPipe = args.file === '-';
    if (toPipe && terminal.json) throw usageError('--json and a zip cannot both be written to stdout.');
    if (toPipe && process.stdout.isTTY)
      throw usageError('A zip cannot be printed to a terminal.', 'Name a file, or use a pipe.');
    const file = resolve(args.file ?? `${args.room}.zip`);
    if (!toPipe && existsSync(file) && !args.force)
      throw usageError(`${file} already exists.`, 'Choose another file, or add --force.');
    const stage = openStage(args.url);
    const response = await stage.send(`${path}/export`, { timeoutMs: TRANSFER_WITHIN_MS });
    if (!response.body) throw new CliError(EXIT.failed, 'The export was empty.', 'Try again.');
    const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    if (toPipe) return pipeline(body, process.stdout, { end: false });
    // An incomplete download must not replace a complete file.
    const part = `${file}.part`;
    let bytes = 0;
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    try {
      await pipeline(body, createWriteStream(part));
      renameSync(part, file);
    } catch (error) {
      rmSync(part, { force: true });
      const words = error instanceof Error ? error.message : String(error);
      throw new CliError(
        EXIT.failed,
        `The export was interrupted: ${words}.`,
        'Try again. No file was written.',
      );
    }
    terminal.give({ room: args.room, file, bytes });
    terminal.say(`${file} (${Math.ceil(bytes / 1024)} KiB)`);
  },
);

export const importRoom = stageCommand(
  'import',
  'Import an exported room, or a SillyTavern chat as a scene',
  {
    file: { type: 'positional', required: true, description: 'A zip from “export”, or a .jsonl chat' },
    title: { type: 'string', valueHint: 'text', description: 'Chats: title of the scene' },
  },
  async ({ args, terminal }) => {
    const bytes = readFile(args.file);
    const kind = fileKind(bytes, args.file);
    if (args.title !== undefined && kind !== 'chat')
      throw usageError('--title only works for chats; an export has its own title.');
    const stage = openStage(args.url);
    const query = args.title === undefined ? '' : `?title=${encodeURIComponent(args.title)}`;
    const response = await stage.send(`/v1/${kind === 'run' ? 'runs' : 'scenes'}/import${query}`, {
      method: 'POST',
      headers: { 'Content-Type': kind === 'chat' ? 'application/x-ndjson' : 'application/zip' },
      timeoutMs: TRANSFER_WITHIN_MS,
      body: new Uint8Array(bytes),
    });
    const room = (await response.json()) as { id: string; title: string; imported: unknown };
    terminal.give(room);
    terminal.say(room.id);
    terminal.hint(`To play it: proscenium play ${room.id}`);
  },
);

function readFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw usageError(`Cannot read ${path} (${code ?? 'unknown'}).`, 'Check the path.');
  }
}

/** Detects the kind of a file from its manifest; the stage validates the rest. */
function fileKind(bytes: Buffer, path: string): 'scene' | 'run' | 'chat' {
  const name = basename(path);
  const start = new TextDecoder().decode(bytes.subarray(0, 200));
  if (!start.startsWith('PK')) {
    if (start.trimStart().startsWith('{')) return 'chat';
    throw usageError(`${name} is neither an export nor a chat.`, 'Create an export with proscenium export.');
  }
  try {
    const files = unzipSync(bytes, {
      filter: (file) => file.name === 'export.json' && file.originalSize < 100_000,
    });
    const text = new TextDecoder().decode(files['export.json']);
    const { kind } = JSON.parse(text) as { kind?: unknown };
    if (kind === 'scene') return 'scene';
    if (kind === 'grid' || kind === 'adventure') return 'run';
  } catch {
    // Reported below.
  }
  throw usageError(
    `${name} is a zip, but not an export of a room.`,
    'Create an export with proscenium export.',
  );
}
