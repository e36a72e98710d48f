import { DEMO_TENANT } from '../../../src/base/demo';
import { listSeats, readSeat, storeSeat } from '../api/credentials';

/** True if the token belongs to a seat in a demo room: it contains the tenant. */
const isDemoScene = (token: string): boolean => token.startsWith(`st_${DEMO_TENANT}_`);

/** True if this browser plays the scene as a demo visitor. */
export const isDemo = (scene: string): boolean => isDemoScene(readSeat(scene) ?? '');

/** Forgets all demo seats; their rooms are deleted automatically. */
export function forgetDemos(): void {
  for (const { scene, token } of listSeats()) if (isDemoScene(token)) storeSeat(scene, null);
}

/** Formats the remaining time, like `1:05`. */
export function timeLeftText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
