import { lower } from '../../words/say';
import type { FactRow } from './settings-form';

/** Edits facts by name; an empty one is removed. */
export function FactRows(props: { title: string; rows: FactRow[]; onChange: (rows: FactRow[]) => void }) {
  const { title, rows, onChange } = props;
  const patchRow = (index: number, change: Partial<FactRow>) =>
    onChange(rows.map((row, i) => (i === index ? { ...row, ...change } : row)));
  return (
    <div class="fact-rows">
      {rows.map((row, i) => (
        // Rows are keyed by position, because their names change while typing.
        <div class="row" key={i}>
          <input
            aria-label={`Name of ${lower(title)} ${i + 1}`}
            maxLength={80}
            value={row.key}
            onInput={(typed) => patchRow(i, { key: typed.currentTarget.value })}
          />
          <input
            aria-label={`Value of ${lower(title)} ${i + 1}`}
            maxLength={2000}
            value={row.value}
            onInput={(typed) => patchRow(i, { value: typed.currentTarget.value })}
          />
          <button
            type="button"
            aria-label={`Remove ${lower(title)} ${i + 1}`}
            onClick={() => onChange(rows.filter((_, at) => at !== i))}
          >
            ✕
          </button>
        </div>
      ))}
      <button type="button" onClick={() => onChange([...rows, { key: '', value: '' }])}>
        Add a {lower(title)}
      </button>
    </div>
  );
}
