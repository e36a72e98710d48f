import { buildMeter } from './meter-of';

/** Shows how much of a budget was used; `show` writes its amounts, `unit` follows them. */
export function BudgetMeter(props: {
  title: string;
  used: number;
  limit: number;
  isSpent?: boolean;
  show?: (amount: number) => string;
  unit?: string;
}) {
  const { title, used, limit, isSpent = used >= limit, show = String, unit = '' } = props;
  return (
    <label>
      <span>{title}</span>
      <meter {...buildMeter(used, limit, isSpent)} />
      <span class="quiet">
        {show(used)} of {show(limit)}
        {unit && ` ${unit}`}
        {isSpent && ', spent'}
      </span>
    </label>
  );
}
