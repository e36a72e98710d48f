import type { Route } from './router';

type PageName = Route['page'];
/** Where one can go from everywhere, and the pages that belong to it. */
const PLACES: readonly { href: string; name: string; pages: readonly PageName[] }[] = [
  { href: '#/', name: 'Home', pages: ['home', 'new-scene'] },
  { href: '#/library', name: 'Library', pages: ['library', 'shelf', 'item'] },
  { href: '#/calls', name: 'Calls', pages: ['calls', 'call'] },
  { href: '#/usage', name: 'Usage', pages: ['usage'] },
  { href: '#/keys', name: 'Keys', pages: ['keys'] },
  { href: '/docs', name: 'API', pages: [] },
];

/**
 * The navigation of the site. Says which place this page is in, to eyes and to screen readers. Who only has a seat in a
 * scene, or an invitation, is led to no page that needs a key.
 */
export function SiteNav({ route, hasKey }: { route: Route; hasKey: boolean }) {
  const places = hasKey ? PLACES : PLACES.filter(({ pages }) => pages.length === 0);
  return (
    <nav aria-label="Site">
      {places.map(({ href, name, pages }) => (
        <a key={href} href={href} aria-current={pages.includes(route.page) ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
