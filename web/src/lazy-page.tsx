import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ProblemNote } from './kit/problem-note';

/** The problem of code that could not be loaded. */
export const NOT_LOADED = {
  title: 'This page could not be loaded',
  status: 0,
  detail: 'The connection was lost, or a newer version is available.',
  fix: 'Try again, or reload the page.',
};

/**
 * Makes a page whose code loads when it is first opened.
 *
 * @param load imports the module and returns the component; called again when the person retries
 */
export function lazyPage<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loadedPage: ComponentType<P> | null = null;
  return function LazyPage(props: P) {
    const [Page, setPage] = useState<ComponentType<P> | null>(() => loadedPage);
    const [hasFailed, setFailed] = useState(false);
    const [tries, setTries] = useState(0);
    useEffect(() => {
      let isUnmounted = false;
      setFailed(false);
      load().then(
        (page) => {
          loadedPage = page;
          if (!isUnmounted) setPage(() => page);
        },
        () => !isUnmounted && setFailed(true),
      );
      return () => {
        isUnmounted = true;
      };
    }, [tries]);
    if (Page) return <Page {...props} />;
    if (!hasFailed) return <p class="loading">Loading…</p>;
    return (
      <ProblemNote problem={NOT_LOADED} onRetry={() => setTries(tries + 1)}>
        {/* After a deployment the files of the old version no longer exist. */}
        <button type="button" onClick={() => location.reload()}>
          Reload
        </button>
      </ProblemNote>
    );
  };
}
