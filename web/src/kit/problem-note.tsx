import type { ComponentChildren } from 'preact';
import type { PageProblem } from '../api/api';
import { ConnectButton } from '../connect/connect-button';
import { say } from '../words/say';
import { termLabel } from '../words/terms';
import { fieldLabel, partProblem, userMessage } from './problem-words';

/** An error: what happened, why, and how to fix it; `children` are buttons. */
export function ProblemNote(props: {
  problem: PageProblem;
  onRetry?: () => void;
  children?: ComponentChildren;
}) {
  const { problem, onRetry, children } = props;
  const fix = userMessage(problem.fix);
  const { detail, mistakes } = partProblem(problem);
  const isOfModel = /^\/problems\/model-/.test(problem.type ?? '');
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{say(problem.title)}.</strong> {userMessage(detail)}
      </p>
      {fix && <p class="fix">{fix}</p>}
      {mistakes.length > 0 && (
        <ul>
          {mistakes.map((error) => (
            <li key={`${error.pointer} ${error.message}`}>
              {error.pointer && <strong>{fieldLabel(error.pointer)}:</strong>} {error.message}
            </li>
          ))}
        </ul>
      )}
      {(onRetry || children || isOfModel) && (
        <div class="buttons">
          {onRetry && (
            <button type="button" onClick={onRetry}>
              Try again
            </button>
          )}
          {children}
          {isOfModel && <ConnectButton />}
        </div>
      )}
    </div>
  );
}

/** Replaces a room that could not be read. */
export function RoomProblem(props: { what: 'scene' | 'run'; problem: PageProblem; onRetry: () => void }) {
  return (
    <section class="narrow">
      <h1>This {termLabel(props.what)} could not be displayed</h1>
      <ProblemNote problem={props.problem} onRetry={props.onRetry} />
    </section>
  );
}
