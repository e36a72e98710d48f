/** Scenes, games and stories that have a poster of their own, drawn as `public/posters/<id>.svg`. */
const DRAWN: ReadonlySet<string> = new Set([
  ...['lighthouse', 'ferry', 'tavern', 'estate', 'bluff', 'bluff-along', 'night-train', 'clockmaker'],
  ...['corridor', 'crates', 'dials', 'fuel-run', 'switchyard', 'tilt', 'tide-mill'],
]);

export type PosterKind = 'scene' | 'game' | 'story';

/** Returns the address of the poster of a template, game or story; one of its kind where it has none of its own. */
export const posterOf = (kind: PosterKind, id: string): string => `/posters/${DRAWN.has(id) ? id : kind}.svg`;
