import type { ComponentChildren } from 'preact';

/** What a run has used of its budgets; `children` are what else there is to say of it. */
export function Spending(props: {
  /** Name, used, budget. */
  rows: readonly (readonly [string, number, number])[];
  children?: ComponentChildren;
}) {
  return (
    <section aria-label="Budget" class="spending">
      {props.rows.map(([name, used, budget]) => (
        <label key={name}>
          <span>{name}</span>
          <meter min={0} max={budget} value={Math.min(used, budget)} />
          <span class="quiet">
            {used} of {budget}
          </span>
        </label>
      ))}
      {props.children}
    </section>
  );
}
