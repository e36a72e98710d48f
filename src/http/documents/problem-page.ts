import { html } from 'hono/html';
import type { ProblemType } from '../../contract/problem-types';

/** Writes a type of problem as a page. It has no script and no style: the policy of `headers.ts` forbids them inline. */
export const problemPage = ({ type, title, status, cause, fix }: ProblemType) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} – Proscenium</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p><code>${type}</code>, answered with status ${status}.</p>
      <h2>Cause</h2>
      <p>${markCode(cause)}</p>
      <h2>Fix</h2>
      <p>${markCode(fix)}</p>
      <p>A problem itself names its own cause and fix, in <code>detail</code> and <code>fix</code>. <a href="/docs">All calls</a></p>
    </main>
  </body>
</html>
`;

/** Shows what stands between backticks as code. */
const markCode = (text: string) =>
  text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));
