import { useEffect } from 'preact/hooks';

/** @param news how much is new; shown before the title, and as a dot on the icon of the page */
export function useTitle(title: string, news = 0): void {
  useEffect(() => {
    document.title = titleOf(title, news);
    markIcon(news > 0);
  }, [title, news]);
  useEffect(() => () => markIcon(false), []);
}

/** Most that is counted in a title, where room is scarce. */
const MOST = 99;

export const titleOf = (title: string, news: number): string =>
  `${news > 0 ? `(${news > MOST ? `${MOST}+` : news}) ` : ''}${title} · Proscenium`;

/** Puts a dot on the icon of the page, or takes it away. */
function markIcon(isMarked: boolean): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')) {
    link.dataset.plain ??= link.getAttribute('href') ?? '';
    const href = isMarked ? '/favicon-news.svg' : link.dataset.plain;
    if (link.getAttribute('href') !== href) link.setAttribute('href', href);
  }
}
