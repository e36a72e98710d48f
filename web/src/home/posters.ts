import { useEffect, useState } from 'preact/hooks';

export type PosterKind = 'scene' | 'game' | 'story';

/** Loaded posters, as SVG by name. They come in two files, because most posters are shown together. */
const drawings = new Map<string, string>();

async function loadDrawings(isOfRun: boolean): Promise<void> {
  const files = [import('./drawings'), ...(isOfRun ? [import('./run-drawings')] : [])];
  for (const { DRAWINGS } of await Promise.all(files))
    for (const [path, svg] of Object.entries(DRAWINGS)) drawings.set(path.replace(/^.*\/|\.svg$/g, ''), svg);
}

/**
 * Returns the poster of a template, game or story as a data URL; undefined until it is loaded.
 *
 * @param id empty: the poster of the kind
 * @param isInSight false: do not load it yet
 */
export function usePoster(kind: PosterKind, id: string, isInSight = true): string | undefined {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (isInSight)
      loadDrawings(kind !== 'scene' && id !== '').then(
        () => setLoaded(true),
        () => {},
      );
  }, [kind, id, isInSight]);
  const svg = drawings.get(id) ?? drawings.get(kind);
  return isLoaded && svg ? `data:image/svg+xml,${encodeURIComponent(svg)}` : undefined;
}
