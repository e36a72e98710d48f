import { useEffect, useState } from 'preact/hooks';
import type { JsonObject } from '../../../src/base/json';
import type { LibraryKind } from '../../../src/contract/library';
import type { Mistake } from './check-item';

const PAUSE_MS = 150;

/**
 * Lists the mistakes that the server would refuse. Null when the rules, which are too large for the first page, can't
 * be loaded: then the server alone checks.
 */
export async function checkItem(kind: LibraryKind, body: JsonObject): Promise<Mistake[] | null> {
  const checker = await import('./check-item').catch(() => null);
  return checker?.findMistakes(kind, body) ?? null;
}

/** Checks a body while one types; the mistakes are a moment behind. */
export function useMistakes(kind: LibraryKind, body: JsonObject | null): readonly Mistake[] {
  const [mistakes, setMistakes] = useState<readonly Mistake[]>([]);
  useEffect(() => {
    if (!body) return;
    let isOvertaken = false;
    const timer = window.setTimeout(async () => {
      const next = await checkItem(kind, body);
      if (next && !isOvertaken) setMistakes(next);
    }, PAUSE_MS);
    return () => {
      isOvertaken = true;
      window.clearTimeout(timer);
    };
  }, [kind, body]);
  return mistakes;
}
