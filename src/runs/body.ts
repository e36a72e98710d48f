import { ADVENTURE_ROLES } from '../contract/adventure-agents';
import { fail, ok, type Result } from '../contract/problems';
import type { ChangeRun, CreateRun } from '../contract/runs';

const OWN = {
  grid: {
    profiles: ['explorer', 'analyst'],
    budgets: ['actions', 'calls', 'tokens', 'money'],
    options: false,
  },
  adventure: {
    profiles: ADVENTURE_ROLES as readonly string[],
    budgets: ['turns', 'calls', 'tokens', 'money'],
    options: true,
  },
} as const;

/**
 * Rejects fields of the other kind of run. One body serves both kinds; ignoring foreign fields would hide
 * mistakes.
 *
 * @returns `invalid` with a pointer to each such field
 */
export function checkRunBody(
  body: Pick<CreateRun, 'budgets'> &
    Partial<Pick<CreateRun, 'profiles' | 'options' | 'scorecard' | 'explore' | 'verifyAfter' | 'world'>> &
    Pick<ChangeRun, 'title' | 'player' | 'play'>,
  kind: keyof typeof OWN,
): Result<null> {
  const own = OWN[kind];
  const what = kind === 'grid' ? 'a grid game' : 'a text adventure';
  const misfits = (part: 'profiles' | 'budgets') =>
    Object.keys(body[part] ?? {})
      .filter((name) => !(own[part] as readonly string[]).includes(name))
      .map((name) => ({
        pointer: `/${part}/${name}`,
        message: `not available for ${what}; use ${own[part].join(', ')}`,
      }));
  const errors = [...misfits('profiles'), ...misfits('budgets')];
  if (body.options && !own.options)
    errors.push({ pointer: '/options', message: `not available for ${what}` });
  if (body.play !== undefined && own.options)
    errors.push({ pointer: '/play', message: `not available for ${what}` });
  for (const name of ['explore', 'verifyAfter', 'world'] as const)
    if (body[name] !== undefined && own.options)
      errors.push({ pointer: `/${name}`, message: `not available for ${what}` });
  if (body.scorecard && own.options)
    errors.push({ pointer: '/scorecard', message: `not available for ${what}` });
  if (body.player && !own.options) errors.push({ pointer: '/player', message: `not available for ${what}` });
  return errors.length > 0 ? fail({ code: 'invalid', errors }) : ok(null);
}

/** Checks that the operator allows what a run is to predict with. */
export const checkWorld = ({ world }: Pick<CreateRun, 'world'>, isAllowed: boolean): Result<null> =>
  world !== 'code' || isAllowed
    ? ok(null)
    : fail({
        code: 'conflict',
        detail: 'this stage does not run programs that models write',
        fix: 'Ask its operator to set WORLD_CODE=on.',
      });

/**
 * True if a new run starts at once. A story played by a person always does: it shows its opening and waits
 * for a command.
 */
export const startsImmediately = ({ start, options }: Pick<CreateRun, 'start' | 'options'>): boolean =>
  start || options?.player === 'person';
