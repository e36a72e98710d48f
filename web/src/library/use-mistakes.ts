import { useEffect, useState } from 'preact/hooks';
import type { LibraryKind } from '../../../src/api/library';
import type { JsonObject } from '../../../src/base/json';
import type { Mistake } from './check-item';

/** A pause in typing. */
const PAUSE_MS = 150;

/**
 * What the server would refuse of this body. Null when the rules can't be loaded, as they are too large for the first
 * page: then the server alone checks.
 */
export async function checkItem(kind: LibraryKind, body: JsonObject): Promise<Mistake[] | null> {
  const checker = await import('./check-item').catch(() => null);
  return checker?.findMistakes(kind, body) ?? null;
}

/** What the server would refuse of this body, found while one types; what was found is a moment behind. */
export function useMistakes(kind: LibraryKind, body: JsonObject | null): readonly Mistake[] {
  const [found, setFound] = useState<readonly Mistake[]>([]);
  useEffect(() => {
    if (!body) return;
    let gone = false;
    const timer = window.setTimeout(async () => {
      const mistakes = await checkItem(kind, body);
      if (mistakes && !gone) setFound(mistakes);
    }, PAUSE_MS);
    return () => {
      gone = true;
      window.clearTimeout(timer);
    };
  }, [kind, body]);
  return found;
}
