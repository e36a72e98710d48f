import type { LibraryKind } from '../../../src/api/library';
import { isObject } from '../api/payload';
import { type ItemDraft, isEmpty, NO_DRAFT } from './item-draft';

const PREFIX = 'proscenium:item:';
const keyOf = (kind: LibraryKind, id: string): string => `${PREFIX}${kind}:${id}`;

/** What was typed into an item and left: it outlives the tab. Nothing typed, nothing there: an empty draft. */
export function readDraft(kind: LibraryKind, id: string): ItemDraft {
  const text = localStorage.getItem(keyOf(kind, id));
  if (text === null) return NO_DRAFT;
  try {
    const kept: unknown = JSON.parse(text);
    const { change, was } = kept as { change?: ItemDraft['change']; was?: ItemDraft['was'] };
    return isObject(change) && isObject(was) ? { change, was } : NO_DRAFT;
  } catch {
    return NO_DRAFT;
  }
}

/**
 * Keeps what was typed; an empty draft is forgotten.
 *
 * @returns false when the browser has no room for it: then leaving the page would lose it
 */
export function writeDraft(kind: LibraryKind, id: string, draft: ItemDraft): boolean {
  try {
    if (isEmpty(draft)) localStorage.removeItem(keyOf(kind, id));
    else localStorage.setItem(keyOf(kind, id), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Ids of the items of a kind that something was typed into and not saved. */
export const listDrafts = (kind: LibraryKind): string[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(keyOf(kind, '')))
    .map((key) => key.slice(keyOf(kind, '').length));
