import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { LibraryItem, LibraryKind } from '../../../src/api/library';
import type { Json, JsonObject } from '../../../src/base/json';
import { newIdempotencyKey, type PageProblem, type Reply } from '../api/api';
import { library } from '../api/library';
import { EMPTY_ITEMS } from './editors/empty-items';
import {
  applyDraft,
  editField,
  type ItemDraft,
  isEmpty,
  keepMine,
  listConflicts,
  NO_DRAFT,
  settleDraft,
  takeTheirs,
} from './item-draft';
import { readDraft, writeDraft } from './kept-drafts';

/** A pause in typing, after which it is kept. */
const KEEP_AFTER_MS = 200;

/** An item that is being edited. */
export interface EditedItem {
  /** The item as the server last gave it; null for one that is new, or still loading. */
  item: LibraryItem | null;
  /** Its body with what was typed on top; null while it loads. */
  body: JsonObject | null;
  /** Fields that were typed into. */
  changed: string[];
  /** Fields that somebody else changed meanwhile, too. */
  conflicts: string[];
  /** A field as it was last saved, whatever was typed. */
  theirs: (field: string) => Json;
  /** Something was typed in an earlier visit, and is here again. */
  restored: boolean;
  /** The browser keeps what is typed; otherwise leaving loses it. */
  kept: boolean;
  saving: boolean;
  problem: PageProblem | null;
  set: (field: string, value: Json) => void;
  /** Answers the item when it was saved. */
  save: () => Promise<LibraryItem | null>;
  discard: () => void;
  settle: (whose: 'mine' | 'theirs') => void;
  reload: () => void;
}

/**
 * An item of the library with what is typed into it: kept in this browser until it is saved, saved on the version it was
 * typed on, and put on top of what others saved meanwhile.
 *
 * @param id null: a new item
 * @param start fields that a new item begins with; the same object every time
 */
export function useItem(kind: LibraryKind, id: string | null, start: JsonObject): EditedItem {
  const place = id ?? 'new';
  const [item, setItem] = useState<LibraryItem | null>(null);
  const [draft, setDraft] = useState<ItemDraft>(() => readDraft(kind, place));
  const [restored, setRestored] = useState(() => !isEmpty(readDraft(kind, place)));
  const [kept, setKept] = useState(true);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const attempt = useRef<{ json: string; key: string } | null>(null);

  const empty = useMemo(() => ({ ...EMPTY_ITEMS[kind], ...start }) as unknown as JsonObject, [kind, start]);
  const base = id === null ? empty : ((item?.body as unknown as JsonObject | undefined) ?? null);
  const body = useMemo(() => base && applyDraft(draft, base), [base, draft]);

  // Two fields may be set before the next drawing.
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
    // Another tab, or somebody else, may have saved it while nobody looked here.
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
    if (kept || isEmpty(draft)) return;
    const warn = (leaving: BeforeUnloadEvent) => leaving.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [kept, draft]);

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
    // Somebody else was faster: what they changed is fetched, and shown where it is in question.
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
    restored,
    kept,
    saving,
    problem,
    set: (field, value) => base && keep(editField(newest.current, base, field, value)),
    save,
    discard: () => {
      keep(NO_DRAFT);
      setRestored(false);
      setProblem(null);
    },
    settle: (whose) => base && keep(whose === 'mine' ? keepMine(draft, base) : takeTheirs(draft, base)),
    reload: () => void load(),
  };
}

/** The same key for the same body: asked again after a lost answer, it makes no second item. */
function create(
  kind: LibraryKind,
  body: JsonObject,
  attempt: { current: { json: string; key: string } | null },
): Promise<Reply<LibraryItem>> {
  const json = JSON.stringify(body);
  if (attempt.current?.json !== json) attempt.current = { json, key: newIdempotencyKey() };
  return library.create(kind, body, attempt.current.key);
}

/**
 * Saves what was typed. When the item is at another version by now, and nobody else touched the fields of the draft, the
 * draft goes on top of that one.
 */
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
