import { createContext } from 'preact';
import { useContext, useId } from 'preact/hooks';
import type { Mistake } from '../../library/check-item';

export const FormMistakes = createContext<readonly Mistake[]>([]);

export interface FieldMarks {
  id: string;
  /** One sentence for each mistake; empty when there is none. */
  messages: string[];
  attributes: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };
  noteId: string;
}

/** @param pointer of the field in the body; errors inside it, for example in one of its lines, count as its own */
export function useField(pointer: string, hasHint = false): FieldMarks {
  const id = useId();
  const mistakes = useContext(FormMistakes);
  const messages = mistakes
    .filter((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`))
    .map((one) => `${nameWithin(one.pointer.slice(pointer.length + 1))}${one.message}`);
  const noteId = `${id}-note`;
  const describedBy = messages.length > 0 || hasHint ? noteId : undefined;
  return {
    id,
    messages,
    noteId,
    attributes: { id, 'aria-invalid': messages.length > 0, 'aria-describedby': describedBy },
  };
}

/** Turns `2` into `3: `, because people count lines from one. */
function nameWithin(rest: string): string {
  if (rest === '') return '';
  return /^\d+$/.test(rest) ? `${Number(rest) + 1}: ` : `${rest.replaceAll('/', ' › ')}: `;
}
