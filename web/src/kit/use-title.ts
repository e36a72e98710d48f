import { useEffect } from 'preact/hooks';

/** What the tab of the browser says. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Proscenium`;
  }, [title]);
}
