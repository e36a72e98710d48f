import { useEffect, useState } from 'preact/hooks';
import { api, type PageProblem } from '../api/api';
import { readKey, storeFirstKey, storeKey } from '../api/credentials';
import type { Brought } from '../brought';
import { ProblemNote } from '../kit/problem-note';
import { useTitle } from '../kit/use-title';

/** Returns the tenant of a key, `ps_<tenant>_<secret>`. */
const tenantOf = (key: string): string => /^ps_([a-z0-9]+)_/.exec(key)?.[1] ?? 'unknown';

/** Settles a link's secret first: exchanges a code for its key, and asks before the stored key is replaced. */
export function Arrival({ brought, onDone }: { brought: Brought; onDone: () => void }) {
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
        <h1>This link brought no key</h1>
        <ProblemNote
          problem={problem}
          {...(problem.status === 401 ? {} : { onRetry: () => setTries(tries + 1) })}
        >
          <button type="button" onClick={onDone}>
            {readKey() === null ? 'Paste a key' : 'Go on with the key of this browser'}
          </button>
        </ProblemNote>
      </section>
    );
  if (key === null) return <p class="loading">Fetching the key…</p>;
  return (
    <section class="narrow">
      <h1>Another key?</h1>
      <p>
        This browser has a key of the tenant <strong>{tenantOf(readKey() ?? '')}</strong>. The link that you
        opened brings another, of the tenant <strong>{tenantOf(key)}</strong>. A browser has one key: the
        rooms of the other are not seen with it, and whoever made the link can read what is made with theirs.
      </p>
      <div class="buttons">
        <button type="button" class="primary" onClick={onDone}>
          Keep the key that is here
        </button>
        <button
          type="button"
          onClick={() => {
            storeKey(key);
            onDone();
          }}
        >
          Use the key of the link
        </button>
      </div>
    </section>
  );
}

const explain = (problem: PageProblem): PageProblem =>
  problem.status === 401
    ? {
        ...problem,
        title: 'This link is good no more',
        detail: 'A link opens one browser, and only for a few minutes.',
        fix: 'Where the stage was started, npm run link prints another.',
      }
    : problem;

/** Target of a link with a key that was opened on a page that was already there. */
export function LinkPage() {
  useTitle('Open the link anew');
  return (
    <section class="narrow">
      <h1>Open this link in a new tab</h1>
      <p>
        A link that brings a key is taken only when the page is opened with it, so that nothing that stands on
        a page can give you another key. It was removed from the address and is not used up: copy it once
        more, open a new tab, and paste it there.
      </p>
      <a class="button" href="#/">
        Go on as you are
      </a>
    </section>
  );
}
