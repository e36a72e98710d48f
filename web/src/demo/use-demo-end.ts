import { useEffect, useState } from 'preact/hooks';
import { type AnyScene, seatOf } from '../scene/who';
import { isDemo } from './demo-seat';

/** Returns true once the time of a visitor without a key is over in this scene. */
export function useDemoEnd(id: string, scene: AnyScene | null): boolean {
  const [isOver, setOver] = useState(false);
  const endsAt = scene && isDemo(id) ? seatOf(scene)?.endsAt : undefined;
  useEffect(() => {
    if (!endsAt) return;
    const timer = window.setTimeout(() => setOver(true), Math.max(0, Date.parse(endsAt) - Date.now()));
    return () => window.clearTimeout(timer);
  }, [endsAt]);
  return isOver;
}
