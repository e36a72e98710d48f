import type { ComponentChildren } from 'preact';
import type { PageProblem } from '../api';

/** A problem in words: what happened, why, what to do; `children` are the buttons that do it. */
export function ProblemNote({ problem, children }: { problem: PageProblem; children?: ComponentChildren }) {
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{problem.title}.</strong> {problem.detail}
      </p>
      {problem.fix && <p class="fix">{problem.fix}</p>}
      {problem.errors && problem.errors.length > 0 && (
        <ul>
          {problem.errors.map((error) => (
            <li key={error.pointer}>
              <code>{error.pointer}</code> {error.message}
            </li>
          ))}
        </ul>
      )}
      {children && <div class="buttons">{children}</div>}
    </div>
  );
}
