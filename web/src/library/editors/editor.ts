import type { LibraryBody, LibraryKind } from '../../../../src/contract/library';

export interface EditorProps<K extends LibraryKind> {
  /** Null for a new item. */
  id: string | null;
  body: LibraryBody<K>;
  change: (part: Partial<LibraryBody<K>>) => void;
}
