import { DEMO_TENANT } from '../../../src/base/demo';
import { listSeats, readSeat, storeSeat } from '../api/credentials';

/** Says whether a token is that of a seat in a demo room: it names the tenant. */
const isOfDemo = (token: string): boolean => token.startsWith(`st_${DEMO_TENANT}_`);

/** Returns true when this browser plays the scene as a visitor without a key. */
export const isDemo = (scene: string): boolean => isOfDemo(readSeat(scene) ?? '');

/** Forgets every seat in a demo room: the rooms are deleted by themselves. */
export function forgetDemos(): void {
  for (const { scene, token } of listSeats()) if (isOfDemo(token)) storeSeat(scene, null);
}

/** Words the time that is left, as `1:05`. */
export function wordLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
