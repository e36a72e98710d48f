import type { Limits } from '../../../../src/contract/money';
import { type FieldList, Fields, number } from '../../kit/form/field-list';

const NO_LIMIT = { placeholder: 'no limit', min: 0 };
const LIMITS: FieldList<Limits> = {
  calls: number('Most calls of models', {
    hint: 'What the understudy answers costs nothing and is not counted.',
    ...NO_LIMIT,
  }),
  tokens: number('Most tokens', NO_LIMIT),
  money: number('Most money', { hint: "In the stage's currency.", step: 'any', ...NO_LIMIT }),
};

/** Edits limits: calls, tokens, money in the deployment's currency. An empty field is no limit. */
export const LimitFields = (props: {
  limits: Limits;
  pointer: string;
  onChange: (change: Partial<Limits>) => void;
}) => <Fields fields={LIMITS} at={props.pointer} values={props.limits} onChange={props.onChange} />;
