import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Json, JsonObject } from '../../../src/base/json';
import type { LibraryItem, LibraryKind } from '../../../src/contract/library';
import { newIdempotencyKey, type PageProblem, type Reply } from '../api/api';
import { library } from '../api/library';
import { EMPTY_ITEMS } from './editors/empty-items';
import {
  applyDraft,
  editField,
  type ItemDraft,
  isEmpty,
  keepMine,
  keepTheirs,
  listConflicts,
  NO_DRAFT,
  settleDraft,
} from './item-draft';
import { readDraft, writeDraft } from './kept-drafts';

/** Pause in typing, in milliseconds, after which the draft is stored. */
const KEEP_AFTER_MS = 200;

export interface EditedItem {
  /** The item as the server last sent it; null for a new one, or while it loads. */
  item: LibraryItem | null;
  /** Its body with the draft on top; null while it loads. */
  body: JsonObject | null;
  changed: string[];
  conflicts: string[];
  /** Returns a field's last saved value, without the draft. */
  theirs: (field: string) => Json;
  /** The draft comes from an earlier visit. */
  restored: boolean;
  /** The browser stores the draft; otherwise leaving the page loses it. */
  kept: boolean;
  saving: boolean;
  problem: PageProblem | null;
  set: (field: string, value: Json) => void;
  /** Returns the item once it is saved, else null. */
  save: () => Promise<LibraryItem | null>;
  discard: () => void;
  settle: (whose: 'mine' | 'theirs') => void;
  reload: () => void;
}

/**
 * Edits a library item. The draft stays in this browser until saved; it is saved on top of its base version, and
 * rebased onto other people's changes.
 *
 * @param id null: a new item
 * @param start initial fields of a new item; the same object on every render
 */
export function useItem(kind: LibraryKind, id: string | null, start: JsonObject): EditedItem {
  const place = id ?? 'new';
  const [item, setItem] = useState<LibraryItem | null>(null);
  const [draft, setDraft] = useState<ItemDraft>(() => readDraft(kind, place));
  const [isRestored, setRestored] = useState(() => !isEmpty(readDraft(kind, place)));
  const [isKept, setKept] = useState(true);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const attempt = useRef<{ json: string; key: string } | null>(null);

  const empty = useMemo(() => ({ ...EMPTY_ITEMS[kind], ...start }) as unknown as JsonObject, [kind, start]);
  const base = id === null ? empty : ((item?.body as unknown as JsonObject | undefined) ?? null);
  const body = useMemo(() => base && applyDraft(draft, base), [base, draft]);

  // Two fields may be set before the next render.
  const newest = useRef(draft);
  const writing = useRef<number | undefined>(undefined);
  const flush = useCallback(() => setKept(writeDraft(kind, place, newest.current)), [kind, place]);
  const keep = useCallback(
    (next: ItemDraft) => {
      newest.current = next;
      setDraft(next);
      // A book of a thousand entries is not written with every letter; an empty draft is forgotten at once.
      window.clearTimeout(writing.current);
      if (isEmpty(next)) setKept(writeDraft(kind, place, next));
      else writing.current = window.setTimeout(flush, KEEP_AFTER_MS);
    },
    [kind, place, flush],
  );
  useEffect(() => {
    const leave = () => {
      if (!isEmpty(newest.current)) writeDraft(kind, place, newest.current);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.clearTimeout(writing.current);
      leave();
    };
  }, [kind, place]);
  const receive = useCallback((found: LibraryItem) => {
    setItem((held) => (held && held.version > found.version ? held : found));
    setProblem(null);
  }, []);
  const load = useCallback(async () => {
    if (id === null) return;
    const reply = await library.read(kind, id);
    if (reply.ok) receive(reply.value);
    else setProblem(reply.problem);
  }, [kind, id, receive]);

  useEffect(() => {
    void load();
    // Another tab or person may have saved it while this tab was hidden.
    const look = () => {
      if (document.visibilityState === 'visible') void load();
    };
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [load]);
  useEffect(() => {
    if (isKept || isEmpty(draft)) return;
    const warn = (leaving: BeforeUnloadEvent) => leaving.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isKept, draft]);

  const conflicts = base && id !== null ? listConflicts(draft, base) : [];

  const save = async (): Promise<LibraryItem | null> => {
    if (!body || saving || conflicts.length > 0) return null;
    setSaving(true);
    const reply =
      id === null || item === null ? await create(kind, body, attempt) : await patch(kind, item, draft);
    setSaving(false);
    if (reply.ok) {
      keep(NO_DRAFT);
      setRestored(false);
      setItem(reply.value);
      setProblem(null);
      return reply.value;
    }
    // Someone else saved first: load their changes and show conflicts.
    if (reply.problem.status === 412) await load();
    else setProblem(reply.problem);
    return null;
  };

  return {
    item,
    body,
    changed: Object.keys(draft.change),
    conflicts,
    theirs: (field) => base?.[field] ?? null,
    restored: isRestored,
    kept: isKept,
    saving,
    problem,
    set: (field, value) => base && keep(editField(newest.current, base, field, value)),
    save,
    discard: () => {
      keep(NO_DRAFT);
      setRestored(false);
      setProblem(null);
    },
    settle: (whose) => base && keep(whose === 'mine' ? keepMine(draft, base) : keepTheirs(draft, base)),
    reload: () => void load(),
  };
}

/** Keeps the key for the same body: a retry after a lost response creates no second item. */
function create(
  kind: LibraryKind,
  body: JsonObject,
  attempt: { current: { json: string; key: string } | null },
): Promise<Reply<LibraryItem>> {
  const json = JSON.stringify(body);
  if (attempt.current?.json !== json) attempt.current = { json, key: newIdempotencyKey() };
  return library.create(kind, body, attempt.current.key);
}

/** Saves the draft. If the item has a newer version without changes to the draft's fields, saves on top of it. */
async function patch(kind: LibraryKind, item: LibraryItem, draft: ItemDraft): Promise<Reply<LibraryItem>> {
  const reply = await library.change(kind, item.id, draft.change, item.version);
  if (reply.ok || reply.problem.status !== 412) return reply;
  const now = await library.read(kind, item.id);
  if (!now.ok) return now;
  const body = now.value.body as unknown as JsonObject;
  const { change } = settleDraft(draft, body);
  if (listConflicts(draft, body).length > 0) return reply;
  return library.change(kind, item.id, change, now.value.version);
}
