import { useState } from 'preact/hooks';
import { type OutgoingText, outgoingText } from '../lines/outbox';

/** An unsent line with the audience of a whisper, so that it is never restored as a public line. */
export interface DraftText {
  text: string;
  mode: 'say' | 'whisper' | 'note';
  /** `character:<id>` or `persona:<id>`. */
  to: readonly string[];
}

const draftKey = (scene: string, persona: string): string => `proscenium:draft:${scene}:${persona}`;

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

/** The draft of a scene and a persona, stored in this browser until it is sent. */
export function useDraft(scene: string, persona: string): [DraftText, (change: Partial<DraftText>) => void] {
  const place = draftKey(scene, persona);
  const [entry, setEntry] = useState(() => ({ place, draft: readDraft(localStorage.getItem(place)) }));
  // Another persona has a draft of its own.
  const now = entry.place === place ? entry : { place, draft: readDraft(localStorage.getItem(place)) };
  if (now !== entry) setEntry(now);
  const change = (changes: Partial<DraftText>) => {
    const text = localStorage.getItem(place);
    const draft = { ...(text === null ? now.draft : readDraft(text)), ...changes };
    if (draft.text === '' && draft.mode === 'say') localStorage.removeItem(place);
    else store(place, draft);
    setEntry({ place, draft });
  };
  return [now.draft, change];
}

/** Text too long for local storage stays on the page, where it can be shortened. */
function store(place: string, draft: DraftText): void {
  try {
    localStorage.setItem(place, JSON.stringify(draft));
  } catch {
    localStorage.removeItem(place);
  }
}

/** Puts an unsent line back into the draft, before its text. */
export function storeDraft(scene: string, persona: string, said: OutgoingText): void {
  const place = draftKey(scene, persona);
  const there = readDraft(localStorage.getItem(place)).text;
  const text = [outgoingText(said), there].filter(Boolean).join('\n');
  const draft: DraftText =
    said.type !== 'turn'
      ? { text, mode: said.type === 'note' ? 'note' : 'say', to: [] }
      : { text, mode: said.input.whisper ? 'whisper' : 'say', to: said.input.to };
  localStorage.setItem(place, JSON.stringify(draft));
}
