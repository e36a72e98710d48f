import { useEffect, useState } from 'preact/hooks';
import { api, type PageProblem } from '../api/api';
import { readKey, storeFirstKey, storeKey } from '../api/credentials';
import type { LinkSecret } from '../brought';
import { ProblemNote } from '../kit/problem-note';
import { useTitle } from '../kit/use-title';

/** Returns the tenant of a key, `ps_<tenant>_<secret>`. */
const keyTenant = (key: string): string => /^ps_([a-z0-9]+)_/.exec(key)?.[1] ?? 'unknown';

/** Handles a link's secret first: exchanges a code for its key, and asks before replacing the stored key. */
export function Arrival({ brought, onDone }: { brought: LinkSecret; onDone: () => void }) {
  const [key, setKey] = useState(brought.kind === 'key' ? brought.secret : null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [tries, setTries] = useState(0);
  useTitle('A key for this browser');
  useEffect(() => {
    if (brought.kind === 'key') return;
    setProblem(null);
    void api.exchangeCode(brought.secret).then((reply) => {
      if (!reply.ok) return setProblem(explain(reply.problem));
      if (storeFirstKey(reply.value.key)) return onDone();
      setKey(reply.value.key);
    });
  }, [brought, tries]);

  if (problem)
    return (
      <section class="narrow">
        <h1>This link contains no key</h1>
        <ProblemNote
          problem={problem}
          {...(problem.status === 401 ? {} : { onRetry: () => setTries(tries + 1) })}
        >
          <button type="button" onClick={onDone}>
            {readKey() === null ? 'Enter a key' : "Continue with this browser's key"}
          </button>
        </ProblemNote>
      </section>
    );
  if (key === null) return <p class="loading">Getting the key…</p>;
  return (
    <section class="narrow">
      <h1>Switch keys?</h1>
      <p>
        This browser has a key for the tenant <strong>{keyTenant(readKey() ?? '')}</strong>. The link you
        opened has a key for another tenant, <strong>{keyTenant(key)}</strong>. A browser keeps one key at a
        time. If you switch, you lose access to the current tenant's rooms here, and the person who made the
        link can read what you create.
      </p>
      <div class="buttons">
        <button type="button" class="primary" onClick={onDone}>
          Keep the current key
        </button>
        <button
          type="button"
          onClick={() => {
            storeKey(key);
            onDone();
          }}
        >
          Use the new key
        </button>
      </div>
    </section>
  );
}

const explain = (problem: PageProblem): PageProblem =>
  problem.status === 401
    ? {
        ...problem,
        title: 'This link has expired',
        detail: 'A link works once and only for a few minutes.',
        fix: 'Run npm run link where the server was started to get a new one.',
      }
    : problem;

/** The page for a sign-in link that was opened on an already loaded page. */
export function LinkPage() {
  useTitle('Open the link again');
  return (
    <section class="narrow">
      <h1>Open this link in a new tab</h1>
      <p>
        For your safety, a sign-in link works only when it opens a new page, so that a link on a web page
        cannot replace your key. The link is still unused: copy it again, open a new tab and paste it there.
      </p>
      <a class="button" href="#/">
        Continue without it
      </a>
    </section>
  );
}
