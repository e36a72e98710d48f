import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { readKey } from '../api/credentials';
import { Brand } from '../kit/brand';
import { ProblemNote } from '../kit/problem-note';
import { ThemeSwitch } from '../kit/theme-switch';
import { useTitle } from '../kit/use-title';
import { SiteNav } from '../site-nav';
import { CallList } from './call-list';
import { CallView } from './call-view';
import { groupCalls } from './find-calls';
import { listCalls, type OpenApi } from './openapi';
import { Overview } from './overview';
import './reference.css';

/** The id of the call that the address names: `#takeTurn`. */
const readChoice = (): string => decodeURI(location.hash.replace(/^#/, ''));

function useChoice(): string {
  const [choice, setChoice] = useState(readChoice);
  useEffect(() => {
    const follow = () => setChoice(readChoice());
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return choice;
}

type Read = { document: OpenApi } | { failed: true } | null;

/** Reads the document of the API from the stage that the page comes from. */
function useDocument(): { read: Read; retry: () => void } {
  const [reading, setReading] = useState<Read>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    setReading(null);
    fetch('/openapi.json')
      .then(async (response) => {
        if (!response.ok) throw new Error(`status ${response.status}`);
        setReading({ document: (await response.json()) as OpenApi });
      })
      .catch(() => setReading({ failed: true }));
  }, [tries]);
  return { read: reading, retry: () => setTries(tries + 1) };
}

/** The page at `/docs`: all endpoints with a search, rendered from the server's own document. */
export function Reference() {
  const { read: reading, retry } = useDocument();
  const main = useRef<HTMLElement>(null);
  return (
    <div class="shell">
      {/* A button, because a link's fragment would be taken for a call. */}
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header class="top">
        <Brand href="/" />
        <SiteNav page="docs" isOwner={readKey() !== null} />
        <ThemeSwitch />
      </header>
      {reading === null && (
        <main ref={main} tabIndex={-1}>
          <p class="loading">Loading…</p>
        </main>
      )}
      {reading && 'failed' in reading && (
        <main ref={main} tabIndex={-1}>
          <section class="narrow">
            <h1>API</h1>
            <ProblemNote problem={NOT_LOADED} onRetry={retry} />
          </section>
        </main>
      )}
      {reading && 'document' in reading && <Calls document={reading.document} main={main} />}
    </div>
  );
}

const NOT_LOADED = {
  title: 'The API description could not be loaded',
  status: 0,
  detail: 'The connection was lost, or the server is not responding.',
};

function Calls({ document, main }: { document: OpenApi; main: RefObject<HTMLElement | null> }) {
  const calls = useMemo(() => listCalls(document), [document]);
  const groups = useMemo(() => groupCalls(calls, document.tags ?? []), [calls, document]);
  const choice = useChoice();
  const call = calls.find(({ id }) => id === choice) ?? null;
  const first = useRef(choice);
  useTitle(call ? `${call.summary} · API` : 'API');
  useEffect(() => {
    if (first.current === choice) return;
    first.current = '';
    // Keyboard and screen reader go on at the call that was chosen.
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [choice]);
  return (
    <div class={`reference${call ? ' of-call' : ''}`}>
      <CallList document={document} calls={calls} groups={groups} choice={call?.id ?? null} />
      <main ref={main} tabIndex={-1}>
        {call ? (
          <CallView key={call.id} document={document} call={call} />
        ) : (
          <Overview document={document} groups={groups} count={calls.length} />
        )}
      </main>
    </div>
  );
}
