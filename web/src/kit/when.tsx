import { useState } from 'preact/hooks';
import { LOCALE } from '../words/languages';
import { inWords } from './ago';

/** Says how long ago something was, in the words of the reader's language; the exact time is its title. */
export function When({ at }: { at: string }) {
  const date = new Date(at);
  const exactly = date.toLocaleString(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
  // Read once: a time that counts by itself would make every list restless.
  const [now] = useState(Date.now);
  return (
    <time dateTime={at} title={exactly}>
      {inWords(date, now) ?? exactly}
    </time>
  );
}
