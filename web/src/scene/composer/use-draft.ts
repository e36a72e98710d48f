import { useState } from 'preact/hooks';
import { newIdempotencyKey } from '../../api/api';
import { type OutgoingText, outgoingText } from '../lines/outbox';

/** An unsent line with the audience of a whisper, so that it is never restored as a public line. */
export interface DraftText {
  text: string;
  mode: 'say' | 'whisper' | 'note';
  /** `character:<id>` or `persona:<id>`. */
  to: readonly string[];
}

const TAB = 'proscenium:tab';

/** Identifies this tab, also after a reload: each tab has drafts of its own. */
function readTab(): string {
  const tab = sessionStorage.getItem(TAB) ?? newIdempotencyKey().slice(0, 12);
  sessionStorage.setItem(TAB, tab);
  return tab;
}

/** The start of the keys of a scene's and a persona's drafts; the tab follows. */
const draftPlace = (scene: string, persona: string): string => `proscenium:draft:${scene}:${persona}:`;

const EMPTY: DraftText = { text: '', mode: 'say', to: [] };

/** Reads a stored draft as far as it is valid. */
export function readDraft(stored: string | null): DraftText {
  try {
    const { text, mode, to } = JSON.parse(stored ?? '{}') as Partial<DraftText>;
    return {
      text: typeof text === 'string' ? text : '',
      mode: mode === 'whisper' || mode === 'note' ? mode : 'say',
      to: Array.isArray(to) ? to.filter((who) => typeof who === 'string') : [],
    };
  } catch {
    return EMPTY;
  }
}

/**
 * Returns this tab's draft, or else the newest one of another tab, which may be closed, and the key of its copy in that
 * tab.
 */
export function findDraft(place: string): { draft: DraftText; from: string | null } {
  const own = localStorage.getItem(place + readTab());
  if (own !== null) return { draft: readDraft(own), from: null };
  const others = Object.keys(localStorage).filter((key) => key.startsWith(place));
  const [from = null] = others.toSorted((a, b) => readTime(b) - readTime(a));
  return { draft: readDraft(from && localStorage.getItem(from)), from };
}

function readTime(key: string): number {
  const at = /"at":(\d+)/.exec(localStorage.getItem(key) ?? '')?.[1];
  return Number(at ?? 0);
}

/** Stores this tab's draft; an empty one is removed, as is the copy of another tab that it came from. */
export function writeDraft(place: string, draft: DraftText, copied: ReturnType<typeof findDraft>): void {
  const key = place + readTab();
  if (draft.text !== '' || draft.mode !== 'say') {
    store(key, draft);
    return;
  }
  localStorage.removeItem(key);
  const { from } = copied;
  if (from && readDraft(localStorage.getItem(from)).text === copied.draft.text) localStorage.removeItem(from);
}

/** The draft of a scene and a persona, stored in this browser until it is sent. Tabs do not overwrite each other's. */
export function useDraft(scene: string, persona: string): [DraftText, (change: Partial<DraftText>) => void] {
  const place = draftPlace(scene, persona);
  const start = () => {
    const copied = findDraft(place);
    return { place, draft: copied.draft, copied };
  };
  const [entry, setEntry] = useState(start);
  // Another persona has a draft of its own.
  const now = entry.place === place ? entry : start();
  if (now !== entry) setEntry(now);
  const change = (changes: Partial<DraftText>) => {
    // An unsent line may have come back into the stored draft.
    const text = localStorage.getItem(place + readTab());
    const draft = { ...(text === null ? now.draft : readDraft(text)), ...changes };
    writeDraft(place, draft, now.copied);
    setEntry({ ...now, draft });
  };
  return [now.draft, change];
}

/** Text too long for local storage stays on the page, so that the person can shorten it. */
function store(key: string, draft: DraftText): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...draft, at: Date.now() }));
  } catch {
    localStorage.removeItem(key);
  }
}

/** Puts an unsent line back into the draft, before its text. */
export function storeDraft(scene: string, persona: string, said: OutgoingText): void {
  const key = draftPlace(scene, persona) + readTab();
  const there = readDraft(localStorage.getItem(key)).text;
  const text = [outgoingText(said), there].filter(Boolean).join('\n');
  const draft: DraftText =
    said.type !== 'turn'
      ? { text, mode: said.type === 'note' ? 'note' : 'say', to: [] }
      : { text, mode: said.input.whisper ? 'whisper' : 'say', to: said.input.to };
  store(key, draft);
}
