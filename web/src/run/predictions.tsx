import { useState } from 'preact/hooks';
import type { KnowledgeReading, Prediction } from '../../../src/contract/run-knowledge';
import { runAddress } from '../router';

const RESULTS: Record<Prediction['result'], string> = {
  right: 'Correct',
  partial: 'Partly correct',
  wrong: 'Wrong',
  silent: 'No prediction',
};

/** Compares a prediction with the outcome. */
export const ResultMark = ({ result }: Pick<Prediction, 'result'>) => (
  <span class={`status ${result}`}>{RESULTS[result]}</span>
);

/** Predictions of an action next to the outcomes, newest first. */
export function Predictions({ run, predictions }: { run: string; predictions: readonly Prediction[] }) {
  const [open, setOpen] = useState(false);
  if (predictions.length === 0) return null;
  const right = predictions.filter(({ result }) => result === 'right').length;
  const wrong = predictions.filter(({ result }) => result === 'wrong').length;
  return (
    <details class="predictions" onToggle={(change) => setOpen(change.currentTarget.open)}>
      <summary>
        Predictions{' '}
        <span class="quiet">
          {right} of {predictions.length} correct
        </span>
        {wrong > 0 && <span class="verdict bad"> {wrong} wrong</span>}
      </summary>
      {open && (
        <table>
          <thead>
            <tr>
              <th scope="col">Turn</th>
              <th scope="col">Predicted</th>
              <th scope="col">Actual</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {predictions.toReversed().map(({ turn, afterFrame, predicted, happened, result }) => (
              <tr key={afterFrame}>
                <td>
                  <a href={`#${runAddress(run, { turn, frame: afterFrame })}`}>{turn}</a>
                </td>
                <td dir="auto">{predicted}</td>
                <td dir="auto">{happened}</td>
                <td>
                  <ResultMark result={result} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}

/** Lists the rules that code inferred; null: they are unknown at the step on show. */
export function InferredRules({ rules }: { rules: KnowledgeReading['rules'] | null }) {
  if (rules === null || rules.length === 0) return null;
  return (
    <section class="inferred" aria-labelledby="inferred-rules">
      <h3 id="inferred-rules">Rules inferred from the recording</h3>
      <ol>
        {rules.map(({ n, action, text, seen, wrong }) => (
          <li key={n} value={n}>
            <span class="action-name">{action}</span> <span dir="auto">{text}</span>{' '}
            <span class="quiet small">
              {seen} seen · <span class={wrong > 0 ? 'verdict bad' : ''}>{wrong} wrong</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
