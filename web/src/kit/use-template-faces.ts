import { useEffect, useState } from 'preact/hooks';
import type { Person } from '../faces/template-faces';

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * Returns the drawn portraits of a cast as URLs by actor, once their code has loaded. It only loads for casts that can be a
 * template's, which have a member with a full name.
 */
export function useTemplateFaces(
  cast: readonly Person[],
  personas: readonly Person[] = [],
): ReadonlyMap<string, string> {
  const [faces, setFaces] = useState(NONE);
  const people = JSON.stringify([cast, personas].map((list) => list.map(({ id, name }) => [id, name])));
  useEffect(() => {
    if (cast.some(({ name }) => name.includes(' ')))
      void import('../faces/template-faces').then((part) => setFaces(part.listTemplateFaces(cast, personas)));
  }, [people]);
  return faces;
}
