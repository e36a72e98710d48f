import type { Scene, SceneSeen } from '../../../src/contract/scenes';
import type { OwnSeat } from '../../../src/contract/seats';

/** A scene from this browser's perspective: as owner, or from a seat. */
export type AnyScene = Scene | SceneSeen;

/** Returns the viewing seat; null: the owner. */
export const findSeat = (scene: AnyScene): OwnSeat | null => ('you' in scene ? scene.you : null);

export const isOwn = (scene: AnyScene): scene is Scene => !('you' in scene);

/** Lists the personas that may speak here: all for an owner, the own one for a player, none for a spectator. */
export function personasToSpeak(scene: AnyScene): AnyScene['personas'] {
  const seat = findSeat(scene);
  if (seat === null) return scene.personas;
  if (seat.role === 'spectator') return [];
  return scene.personas.filter(({ id }) => id === seat.persona);
}

/** Drops the kind of an actor: `character:mara` → `mara`. */
export const actorId = (actor: string): string => actor.slice(actor.indexOf(':') + 1);
