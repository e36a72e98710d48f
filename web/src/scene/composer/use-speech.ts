import { useCallback, useState } from 'preact/hooks';
import { type Outgoing, type OutgoingText, outgoingPersona } from '../lines/outbox';
import { type Outbox, useOutbox } from '../lines/use-outbox';
import type { SceneView } from '../use-scene';
import { type AnyScene, personasToSpeak } from '../who';
import { storeDraft } from './use-draft';

export interface Speech {
  /** Id of the persona that speaks here; undefined: none may. */
  persona: string | undefined;
  choosePersona: (id: string) => void;
  outbox: Outbox;
  say: (said: OutgoingText) => void;
  /** Puts unsent text back into the composer. */
  edit: (one: Outgoing) => void;
  /** Counts restored texts; the composer rerenders with it. */
  edits: number;
}

/** Keeps the chosen speaker and unsent lines in this browser. */
export function useSpeech({ id, view, pending }: SceneView): Speech {
  const [persona, choosePersona] = usePersona(id, view.room);
  const outbox = useOutbox(id, view.live, view.events);
  const [edits, setEdits] = useState(0);
  const edit = useCallback(
    (one: Outgoing) => {
      const speaker = outgoingPersona(one.said) ?? persona;
      storeDraft(id, speaker ?? 'notes', one.said);
      if (speaker) choosePersona(speaker);
      outbox.drop(one.key);
      setEdits((n) => n + 1);
    },
    [id, persona, choosePersona, outbox.drop],
  );
  // A pending rewind must finish before the next line.
  const say = (said: OutgoingText) => void pending.settle().then(() => outbox.say(said));
  return { persona, choosePersona, outbox, say, edit, edits };
}

/** Returns the id of the persona that speaks here, as this browser chose it; undefined: none may. */
function usePersona(scene: string, read: AnyScene | null): [string | undefined, (id: string) => void] {
  const place = `proscenium:persona:${scene}`;
  const [chosenId, setChosenId] = useState(() => localStorage.getItem(place));
  const choose = useCallback(
    (id: string) => {
      localStorage.setItem(place, id);
      setChosenId(id);
    },
    [place],
  );
  const personas = read ? personasToSpeak(read) : [];
  return [(personas.find(({ id }) => id === chosenId) ?? personas[0])?.id, choose];
}
