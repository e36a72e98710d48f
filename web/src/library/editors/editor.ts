import type { LibraryBody, LibraryKind } from '../../../../src/api/library';

export interface EditorProps<K extends LibraryKind> {
  /** Null for a new item. */
  id: string | null;
  body: LibraryBody<K>;
  set: <F extends keyof LibraryBody<K> & string>(field: F, value: LibraryBody<K>[F]) => void;
}
