import { useEffect, useState } from 'preact/hooks';

/** Returns the time, renewed every second while `wanted`. */
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
