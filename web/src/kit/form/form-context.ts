import { createContext } from 'preact';
import { useContext, useId } from 'preact/hooks';
import type { Mistake } from '../../library/check-item';

/** What is wrong in the form around a field. */
export const FormMistakes = createContext<readonly Mistake[]>([]);

/** How a field is tied to what is wrong with it. */
export interface FieldMarks {
  id: string;
  /** One sentence for each mistake; empty when there is none. */
  messages: string[];
  /** For the input itself. */
  attributes: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };
  noteId: string;
}

/** @param pointer of the field in the body; mistakes inside of it, such as in one of its lines, are its own */
export function useField(pointer: string, hasHint = false): FieldMarks {
  const id = useId();
  const mistakes = useContext(FormMistakes);
  const messages = mistakes
    .filter((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`))
    .map((one) => `${nameWithin(one.pointer.slice(pointer.length + 1))}${one.message}`);
  const noteId = `${id}-note`;
  const described = messages.length > 0 || hasHint ? noteId : undefined;
  return {
    id,
    messages,
    noteId,
    attributes: { id, 'aria-invalid': messages.length > 0, 'aria-describedby': described },
  };
}

/** `2` → `3: `: people count lines from one. */
function nameWithin(rest: string): string {
  if (rest === '') return '';
  return /^\d+$/.test(rest) ? `${Number(rest) + 1}: ` : `${rest.replaceAll('/', ' › ')}: `;
}
