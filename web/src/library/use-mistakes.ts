import { useEffect, useState } from 'preact/hooks';
import type { JsonObject } from '../../../src/contract/json';
import type { LibraryKind } from '../../../src/contract/library';
import type { Mistake } from './check-item';

/** A pause in typing. */
const PAUSE_MS = 150;

/** What the server would refuse of this body, found here while one types. Null until the rules are loaded. */
export function useMistakes(kind: LibraryKind, body: JsonObject | null): Mistake[] | null {
  const [found, setFound] = useState<Mistake[] | null>(null);
  useEffect(() => {
    if (!body) return;
    let gone = false;
    const timer = window.setTimeout(async () => {
      // The rules are loaded with the first form: they are too large for the first page.
      const checker = await import('./check-item').catch(() => null);
      // Without them the server alone checks, when it is saved.
      if (checker && !gone) setFound(checker.findMistakes(kind, body));
    }, PAUSE_MS);
    return () => {
      gone = true;
      window.clearTimeout(timer);
    };
  }, [kind, body]);
  return found;
}
