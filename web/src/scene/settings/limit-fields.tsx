import type { Limits } from '../../../../src/contract/money';
import { type FieldList, Fields, number } from '../../kit/form/field-list';

const NO_LIMIT = { placeholder: 'no limit', min: 0 };
const LIMITS: FieldList<Limits> = {
  calls: number('Max model calls', {
    hint: 'Canned replies are free and do not count.',
    ...NO_LIMIT,
  }),
  tokens: number('Max tokens', NO_LIMIT),
  money: number('Max cost', { hint: "In the server's currency.", step: 'any', ...NO_LIMIT }),
};

/** Edits limits on calls, tokens and cost in the server's currency. Empty: no limit. */
export const LimitFields = (props: {
  limits: Limits;
  pointer: string;
  onChange: (change: Partial<Limits>) => void;
}) => <Fields fields={LIMITS} at={props.pointer} values={props.limits} onChange={props.onChange} />;
