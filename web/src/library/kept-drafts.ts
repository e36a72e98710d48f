import { isObject } from '../../../src/base/json';
import type { LibraryKind } from '../../../src/contract/library';
import { type ItemDraft, isEmpty, NO_DRAFT } from './item-draft';

const PREFIX = 'proscenium:item:';
const draftKey = (kind: LibraryKind, id: string): string => `${PREFIX}${kind}:${id}`;

/** Reads the unsaved changes of an item, which outlive the tab; an empty draft when there are none. */
export function readDraft(kind: LibraryKind, id: string): ItemDraft {
  const text = localStorage.getItem(draftKey(kind, id));
  if (text === null) return NO_DRAFT;
  try {
    const draft: unknown = JSON.parse(text);
    const { change, was } = draft as { change?: ItemDraft['change']; was?: ItemDraft['was'] };
    return isObject(change) && isObject(was) ? { change, was } : NO_DRAFT;
  } catch {
    return NO_DRAFT;
  }
}

/**
 * Stores a draft, or forgets an empty one.
 *
 * @returns false when the browser has no room for it: leaving the page would then lose it
 */
export function writeDraft(kind: LibraryKind, id: string, draft: ItemDraft): boolean {
  try {
    if (isEmpty(draft)) localStorage.removeItem(draftKey(kind, id));
    else localStorage.setItem(draftKey(kind, id), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export const listDrafts = (kind: LibraryKind): string[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(draftKey(kind, '')))
    .map((key) => key.slice(draftKey(kind, '').length));
