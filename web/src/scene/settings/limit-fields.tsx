import type { Limits } from '../../../../src/contract/money';
import { NumberField } from '../../kit/form/fields';
import { MEASURE_NAMES } from '../../usage/usage-query';

const HINTS = {
  calls: 'What the understudy answers costs nothing and is not counted.',
  money: "In the stage's currency.",
} as const;
const LABELS = { calls: 'Most calls of models', tokens: 'Most tokens', money: 'Most money' } as const;

/** Edits limits: calls, tokens, money in the deployment's currency. An empty field is no limit. */
export function LimitFields(props: {
  limits: Limits;
  pointer: string;
  onChange: (change: Partial<Limits>) => void;
}) {
  const { limits, pointer, onChange } = props;
  return (
    <>
      {MEASURE_NAMES.map((measure) => (
        <NumberField
          key={measure}
          label={LABELS[measure]}
          pointer={`${pointer}/${measure}`}
          placeholder="no limit"
          min={0}
          step={measure === 'money' ? 'any' : 1}
          {...(measure !== 'tokens' && { hint: HINTS[measure] })}
          value={limits[measure]}
          onChange={(value) => onChange({ [measure]: value })}
        />
      ))}
    </>
  );
}
