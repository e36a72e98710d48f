import { useCallback, useRef, useState } from 'preact/hooks';
import type { ImportedItem, LibrarySummary } from '../../../../src/contract/library';
import type { StoryGame } from '../../../../src/contract/stories';
import { api, type ImportedRoom, type PageProblem } from '../../api/api';
import { library } from '../../api/library';
import { cutStory, guessFile } from './guess-file';

export type ImportedFile = { file: string } & (
  | { state: 'waiting' }
  | { state: 'item'; item: ImportedItem; namesakes: LibrarySummary[] }
  | { state: 'story'; story: StoryGame }
  | { state: 'room'; room: ImportedRoom }
  | { state: 'failed'; problem: PageProblem }
);

const UNKNOWN: PageProblem = {
  title: 'This file type is not supported',
  status: 0,
  detail:
    'Import a character card (PNG, JSON or .charx), World Info or another lorebook, a story, a chat (.jsonl) or an export (.zip).',
  fix: 'Use the file exactly as the other program exported it.',
};

async function importFile(file: File): Promise<ImportedFile> {
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

/** The address of a new scene with everything taken in; null without a character. */
export function linkScene(files: readonly ImportedFile[]): string | null {
  const items = files.flatMap((one) => (one.state === 'item' ? [one.item] : []));
  if (!items.some(({ kind }) => kind === 'character')) return null;
  return `#/scenes/new?${items.map(({ kind, id }) => `${kind}=${id}`).join('&')}`;
}

/** Imports files one after the other, and reports the result of each and of the whole batch. */
export function useImports(
  onImported?: (what: ImportedFile) => void,
  onAllImported?: (files: readonly ImportedFile[]) => void,
) {
  const [files, setFiles] = useState<ImportedFile[]>([]);
  const report = useRef({ onImported, onAllImported });
  report.current = { onImported, onAllImported };
  const add = useCallback(async (given: readonly File[]) => {
    const waiting = given.map((file): ImportedFile => ({ file: file.name, state: 'waiting' }));
    setFiles((held) => [...waiting, ...held]);
    const results: ImportedFile[] = [];
    for (const [at, file] of given.entries()) {
      const result = await importFile(file);
      results.push(result);
      setFiles((held) => held.map((one) => (one === waiting[at] ? result : one)));
      report.current.onImported?.(result);
    }
    report.current.onAllImported?.(results);
  }, []);
  const clear = useCallback(() => setFiles([]), []);
  return { files, add, clear };
}
