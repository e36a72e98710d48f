/** Scenes, games and stories with a poster of their own, `public/posters/<id>.svg`. */
const DRAWN: ReadonlySet<string> = new Set([
  ...['lighthouse', 'ferry', 'tavern', 'estate', 'bluff', 'bluff-along', 'night-train', 'clockmaker'],
  ...['corridor', 'crates', 'dials', 'fuel-run', 'switchyard', 'tilt', 'tide-mill'],
]);

export type PosterKind = 'scene' | 'game' | 'story';

/** Returns the poster URL of a template, game or story; falls back to a generic one. */
export const findPoster = (kind: PosterKind, id: string): string =>
  `/posters/${DRAWN.has(id) ? id : kind}.svg`;
