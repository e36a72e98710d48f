import { useEffect, useState } from 'preact/hooks';

const WIDE = '(min-width: 60rem)';

/** Returns true while the cast has a column of its own; follows the window. */
export function useWide(): boolean {
  const [wide, setWide] = useState(() => window.matchMedia(WIDE).matches);
  useEffect(() => {
    const query = window.matchMedia(WIDE);
    const follow = () => setWide(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return wide;
}
