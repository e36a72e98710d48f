import type { SceneTrials } from '../../../contract/scene-trials';

const PREFIX = 'scene:';
const UNNAMED = 'default';

interface Condition {
  cast: string;
  treatment: string;
}

export const isCondition = (game: string): boolean => game.startsWith(PREFIX);

/** null for a game. */
export function readCondition(game: string): Condition | null {
  if (!isCondition(game)) return null;
  const [cast = UNNAMED, treatment = UNNAMED] = game.slice(PREFIX.length).split('/');
  return { cast, treatment };
}

const listNames = (all: object = {}): string[] => {
  const names = Object.keys(all);
  return names.length > 0 ? names : [UNNAMED];
};

/** `scene:<cast>/<treatment>`, as rows name their game. */
export const listConditions = ({ casts, treatments }: Pick<SceneTrials, 'casts' | 'treatments'>): string[] =>
  listNames(casts).flatMap((cast) => listNames(treatments).map((one) => `${PREFIX}${cast}/${one}`));
