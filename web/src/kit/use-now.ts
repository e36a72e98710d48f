import { useEffect, useState } from 'preact/hooks';

/** The time, a second fresh, while somebody wants to know it. */
export function useNow(wanted: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!wanted) return;
    setNow(Date.now());
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, [wanted]);
  return now;
}
