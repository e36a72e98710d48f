import { useEffect, useState } from 'preact/hooks';
import { type AnyScene, findSeat } from '../scene/who';
import { isDemo } from './demo-seat';

/** Returns true once a demo scene's time is over. */
export function useDemoEnd(id: string, scene: AnyScene | null): boolean {
  const [isOver, setOver] = useState(false);
  const endsAt = scene && isDemo(id) ? findSeat(scene)?.endsAt : undefined;
  useEffect(() => {
    if (!endsAt) return;
    const timer = window.setTimeout(() => setOver(true), Math.max(0, Date.parse(endsAt) - Date.now()));
    return () => window.clearTimeout(timer);
  }, [endsAt]);
  return isOver;
}
