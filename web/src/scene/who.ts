import type { Scene, SceneSeen } from '../../../src/api/scenes';
import type { OwnSeat } from '../../../src/api/seats';

/** A scene as this browser reads it: as its owner, or from a seat. */
export type AnyScene = Scene | SceneSeen;

/** The seat it is read from; null: it is read by its owner. */
export const seatOf = (scene: AnyScene): OwnSeat | null => ('you' in scene ? scene.you : null);

export const isOwn = (scene: AnyScene): scene is Scene => !('you' in scene);

/** Who may speak here: of an owner all personas, of a player the own one, of a spectator none. */
export function personasToSpeak(scene: AnyScene): AnyScene['personas'] {
  const seat = seatOf(scene);
  if (seat === null) return scene.personas;
  if (seat.role === 'spectator') return [];
  return scene.personas.filter(({ id }) => id === seat.persona);
}
