import { Menu as Bars } from 'lucide';
import { listSeats } from './api/credentials';
import { Icon } from './kit/icon';
import { Menu } from './kit/menu';
import type { Route } from './router';

/** Pages behind `#`, and the reference of the API, which is a document of its own. */
type PageName = Route['page'] | 'docs';
/** Destinations of the navigation, and the pages that belong to each. */
const PLACES: readonly { href: string; name: string; pages: readonly PageName[] }[] = [
  { href: '#/', name: 'Home', pages: ['home', 'new-scene'] },
  { href: '#/experiments', name: 'Experiments', pages: ['experiments', 'experiment'] },
  { href: '#/library', name: 'Library', pages: ['library', 'shelf', 'item'] },
  { href: '#/calls', name: 'Calls', pages: ['calls', 'call'] },
  { href: '#/usage', name: 'Usage', pages: ['usage'] },
  { href: '#/webhooks', name: 'Webhooks', pages: ['webhooks'] },
  { href: '#/keys', name: 'Keys', pages: ['keys'] },
  { href: '/docs', name: 'API', pages: ['docs'] },
];
const SEATS = { href: '#/seats', name: 'Your seats', pages: ['seats'] as const };

/**
 * The site's navigation, which marks the current page visually and for screen readers. Visitors with only a seat or
 * invitation get no links to pages that need a key.
 */
export function SiteNav({ page, isOwner }: { page: PageName; isOwner: boolean }) {
  const open = isOwner ? PLACES : PLACES.filter(({ href }) => !href.startsWith('#'));
  // Without a seat here, people arrive through an invitation, which links there too.
  const places = listSeats().length > 0 || page === 'seats' ? [SEATS, ...open] : open;
  const links = places.map(({ href, name, pages }) => ({
    href: page === 'docs' && href.startsWith('#') ? `/${href}` : href,
    name,
    isChosen: (pages as readonly string[]).includes(page),
  }));
  return (
    <>
      <nav aria-label="Site">
        {links.map(({ href, name, isChosen }) => (
          <a key={href} href={href} aria-current={isChosen ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <Menu
        label="Pages"
        class="plain icon-button on-phones"
        items={links.map(({ href, ...link }) => ({ ...link, onChoose: () => location.assign(href) }))}
      >
        <Icon of={Bars} />
      </Menu>
    </>
  );
}
