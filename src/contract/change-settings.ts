import { dropUndefined } from '../base/drop-undefined';
import type { ChangeScene } from './change-scene';
import type { SceneSettings } from './context';

/** Merges nested settings too; null resets a key to its default. */
export function changeSettings(
  now: SceneSettings,
  change: NonNullable<ChangeScene['settings']>,
): SceneSettings {
  const { shares, caps, talkativeness, lengths, rules, direction, memory, ...plain } = change;
  return {
    ...now,
    ...dropUndefined(plain),
    shares: { ...dropNull({ ...now.shares, ...shares }) },
    caps: { ...dropNull({ ...now.caps, ...caps }) },
    talkativeness: dropNull({ ...now.talkativeness, ...talkativeness }),
    lengths: dropNull({ ...now.lengths, ...lengths }),
    rules: { ...now.rules, ...dropUndefined(rules ?? {}) },
    direction: { ...now.direction, ...dropUndefined(direction ?? {}) },
    memory: { ...now.memory, ...dropUndefined(memory ?? {}) },
  };
}

const dropNull = <T extends object>(value: T): { [K in keyof T]: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one != null)) as {
    [K in keyof T]: NonNullable<T[K]>;
  };
