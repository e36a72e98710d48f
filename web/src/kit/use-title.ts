import { useEffect } from 'preact/hooks';

/** @param news number of new items; shown before the title, and as a dot on the page's icon */
export function useTitle(title: string, news = 0): void {
  useEffect(() => {
    document.title = documentTitle(title, news);
    markIcon(news > 0);
  }, [title, news]);
  useEffect(() => () => markIcon(false), []);
}

/** Most that is counted in a title, where room is scarce. */
const MOST = 99;

export const documentTitle = (title: string, news: number): string =>
  `${news > 0 ? `(${news > MOST ? `${MOST}+` : news}) ` : ''}${title} · Proscenium`;

/** Adds or removes a dot on the page's icon. */
function markIcon(isMarked: boolean): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')) {
    link.dataset.plain ??= link.getAttribute('href') ?? '';
    const href = isMarked ? '/favicon-news.svg' : link.dataset.plain;
    if (link.getAttribute('href') !== href) link.setAttribute('href', href);
  }
}
