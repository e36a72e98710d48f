import { useState } from 'preact/hooks';
import { LOCALE } from '../words/languages';
import { inWords } from './ago';

/** A relative time in the reader's language, with the exact time as its title. */
export function When({ at }: { at: string }) {
  const date = new Date(at);
  const exactly = date.toLocaleString(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
  // Read once: live times would make every list restless.
  const [now] = useState(Date.now);
  return (
    <time dateTime={at} title={exactly}>
      {inWords(date, now) ?? exactly}
    </time>
  );
}
