import type { Ask } from '../room/step-context';
import type { Ladder } from './ladder';
import { makeGuard } from './structured/guard/guard';
import { makeTextStream } from './structured/stream/stream';

/** Gets a sentence of a line that is still being written, and its number, from 0. */
export type OnText = (text: string, part: number) => void;

/** One call's answer as it is written. After `close` nothing is passed on: the call was given up. */
interface Speech {
  hear: (chunk: string) => void;
  end: () => void;
  close: () => void;
}

/**
 * Passes on what a talking agent says while it is still writing, sentence by sentence. Plain prose is not: what of
 * it is speech only the whole tells.
 */
export function listen<T>(ask: Ask<T>, ladder: Ladder, onText: OnText): Speech {
  let open = ask.fromProse !== undefined && ladder.mode === 'json';
  let part = 0;
  const { secrets = [], kinds } = ask;
  const stream = makeTextStream({
    ...(secrets.length > 0 && { guard: makeGuard(secrets) }),
    ...(kinds && { kinds }),
  });
  const say = (sentences: string[]): void => {
    for (const sentence of sentences) onText(sentence, part++);
  };
  return {
    hear: (chunk: string): void => {
      if (open) say(stream.push(chunk));
    },
    end: (): void => {
      if (open) say(stream.end());
    },
    close: (): void => {
      open = false;
    },
  };
}
