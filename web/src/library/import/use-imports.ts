import { useCallback, useRef, useState } from 'preact/hooks';
import type { ImportedItem, LibrarySummary } from '../../../../src/contract/library';
import type { StoryGame } from '../../../../src/contract/stories';
import type { ImportedRoom, PageProblem } from '../../api/api';
import { NOT_LOADED } from '../../lazy-page';

export type ImportedFile = { file: string } & (
  | { state: 'waiting' }
  | { state: 'item'; item: ImportedItem; namesakes: LibrarySummary[] }
  | { state: 'story'; story: StoryGame }
  | { state: 'room'; room: ImportedRoom }
  | { state: 'failed'; problem: PageProblem }
);

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
    const code = await import('./import-file').catch(() => null);
    for (const [at, file] of given.entries()) {
      const result: ImportedFile = code
        ? await code.importFile(file)
        : { file: file.name, state: 'failed', problem: NOT_LOADED };
      results.push(result);
      setFiles((held) => held.map((one) => (one === waiting[at] ? result : one)));
      report.current.onImported?.(result);
    }
    report.current.onAllImported?.(results);
  }, []);
  const clear = useCallback(() => setFiles([]), []);
  return { files, add, clear };
}
