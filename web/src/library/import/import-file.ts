import { api, type PageProblem } from '../../api/api';
import { library } from '../../api/library';
import { cutStory, guessFile } from './guess-file';
import type { ImportedFile } from './use-imports';

const UNKNOWN: PageProblem = {
  title: 'This file type is not supported',
  status: 0,
  detail:
    'Import a character card (PNG, JSON or .charx), World Info or another lorebook, a story, a chat (.jsonl) or an export (.zip).',
  fix: 'Use the file exactly as the other program exported it.',
};

/** Imports one file. */
export async function importFile(file: File): Promise<ImportedFile> {
  const guess = await guessFile(file);
  if (guess === null) return { file: file.name, state: 'failed', problem: UNKNOWN };
  if (guess === 'story') {
    const upload = await api.uploadStory(cutStory(file));
    return upload.ok
      ? { file: file.name, state: 'story', story: upload.value }
      : { file: file.name, state: 'failed', problem: upload.problem };
  }
  if (guess === 'chat' || guess === 'export') {
    const reply = await api.importRoom(file);
    return reply.ok
      ? { file: file.name, state: 'room', room: reply.value }
      : { file: file.name, state: 'failed', problem: reply.problem };
  }
  const reply = await library.importFile(guess, file);
  if (!reply.ok) return { file: file.name, state: 'failed', problem: reply.problem };
  const { kind, id, body } = reply.value;
  // A card can be imported twice. Nothing is replaced, so mention the earlier copy.
  const alike = await library.list(kind, { q: body.name.slice(0, 200) });
  const namesakes = alike.ok
    ? alike.value.items.filter((one) => one.name === body.name && one.id !== id)
    : [];
  return { file: file.name, state: 'item', item: reply.value, namesakes };
}
