import { useEffect, useRef, useState } from 'preact/hooks';
import {
  credentialFor,
  EMBEDDED_SCENE,
  KEY_CHANGED,
  KEY_REFUSED,
  readKey,
  readSeat,
} from './api/credentials';
import { useStage } from './api/use-stage';
import type { LinkSecret } from './brought';
import { ConnectHost } from './connect/connect-host';
import { Brand } from './kit/brand';
import { LanguageMenu } from './kit/language-choice';
import { ThemeSwitch } from './kit/theme-switch';
import { Toasts } from './kit/toast';
import { lazyPage } from './lazy-page';
import { type Route, useRoute } from './router';
import { SiteNav } from './site-nav';

const Arrival = lazyPage(() => import('./keys/arrival').then((page) => page.Arrival));
const LinkPage = lazyPage(() => import('./keys/arrival').then((page) => page.LinkPage));
const Home = lazyPage(() => import('./home/home').then((page) => page.Home));
const Welcome = lazyPage(() => import('./home/welcome').then((page) => page.Welcome));
const SceneRoom = lazyPage(() => import('./scene/scene-room').then((page) => page.SceneRoom));
const SceneScreen = lazyPage(() => import('./scene/scene-screen').then((page) => page.SceneScreen));
const WhatIfPage = lazyPage(() => import('./scene/what-if/what-if-page').then((page) => page.WhatIfPage));
const Join = lazyPage(() => import('./scene/people/join').then((page) => page.Join));
const YourSeats = lazyPage(() => import('./people/your-seats').then((page) => page.YourSeats));
const RunRoom = lazyPage(() => import('./run/run-room').then((page) => page.RunRoom));
const AdventureRoom = lazyPage(() => import('./adventure/adventure-room').then((page) => page.AdventureRoom));
const RunEvent = lazyPage(() => import('./run/run-event').then((page) => page.RunEvent));
const RunCompare = lazyPage(() => import('./run/compare/run-compare').then((page) => page.RunCompare));
const RunReport = lazyPage(() => import('./run/report/run-report').then((page) => page.RunReport));
const Calls = lazyPage(() => import('./calls/calls').then((page) => page.Calls));
const NewScene = lazyPage(() => import('./home/new-scene/new-scene').then((page) => page.NewScene));
const Library = lazyPage(() => import('./library/library').then((page) => page.Library));
const LibraryShelf = lazyPage(() => import('./library/library-shelf').then((page) => page.LibraryShelf));
const LibraryItemPage = lazyPage(() => import('./library/library-item').then((page) => page.LibraryItemPage));
const Experiments = lazyPage(() => import('./experiments/experiments').then((page) => page.Experiments));
const ExperimentPage = lazyPage(() =>
  import('./experiments/experiment-page').then((page) => page.ExperimentPage),
);
const Keys = lazyPage(() => import('./keys/keys').then((page) => page.Keys));
const CallView = lazyPage(() => import('./calls/call').then((page) => page.CallView));
const Webhooks = lazyPage(() => import('./webhooks/webhooks').then((page) => page.Webhooks));
const Usage = lazyPage(() => import('./usage/usage').then((page) => page.Usage));

function RoutedPage({ route }: { route: Route }) {
  switch (route.page) {
    case 'home':
      return <Home />;
    case 'scene':
      return <SceneRoom key={sceneKey(route.id)} id={route.id} at={route.at} />;
    case 'screen':
      return <SceneScreen key={sceneKey(route.id)} id={route.id} />;
    case 'what-if':
      return <WhatIfPage key={sceneKey(route.id)} {...route} />;
    case 'join':
      return <Join key={route.invitation} invitation={route.invitation} />;
    case 'seats':
      return <YourSeats />;
    case 'run':
      return <RunRoom key={route.id} id={route.id} at={route.at} plays={route.plays} />;
    case 'adventure':
      return <AdventureRoom key={route.id} id={route.id} at={route.at} />;
    case 'event':
      return <RunEvent key={`${route.run} ${route.seq}`} run={route.run} seq={route.seq} />;
    case 'report':
      return <RunReport key={route.id} id={route.id} />;
    case 'compare':
      return <RunCompare key={`${route.id} ${route.other}`} id={route.id} other={route.other} />;
    case 'calls':
      return <Calls query={route.query} />;
    case 'call':
      return <CallView key={route.id} id={route.id} />;
    case 'new-scene':
      return <NewScene key={route.parts} parts={route.parts} />;
    case 'library':
      return <Library />;
    case 'shelf':
      return <LibraryShelf key={route.kind} kind={route.kind} />;
    case 'item':
      return (
        <LibraryItemPage
          key={`${route.kind}/${route.id ?? `new/${route.under}`}`}
          kind={route.kind}
          id={route.id}
          under={route.under}
        />
      );
    case 'experiments':
      return <Experiments />;
    case 'experiment':
      return <ExperimentPage key={route.id} id={route.id} />;
    case 'keys':
      return <Keys />;
    case 'usage':
      return <Usage query={route.query} />;
    case 'webhooks':
      return <Webhooks at={route.at} />;
    case 'link':
      return <LinkPage />;
    case 'lost':
      return (
        <section class="narrow">
          <h1>Page not found</h1>
          <p>
            There is no page at <code>{route.hash}</code>. <a href="#/">Go to the home page</a>
          </p>
        </section>
      );
  }
}

/** Identifies a scene together with its viewer, because each viewer sees a different page. */
const sceneKey = (id: string): string => `${id} ${credentialFor(`/scenes/${id}`)}`;

/** True for pages without an API key: links, your seats, and scenes in which this browser has a seat. */
const isOpenTo = (route: Route): boolean =>
  route.page === 'join' ||
  route.page === 'seats' ||
  route.page === 'link' ||
  ((route.page === 'scene' || route.page === 'screen') && readSeat(route.id) !== null);

/** In a frame of another site: only the scene that it shows, with the seat of the invitation. */
const isOpenInFrame = (route: Route): boolean =>
  route.page === 'join' || (route.page === 'scene' && route.id === EMBEDDED_SCENE && isOpenTo(route));

/**
 * Returns whether this browser owns the rooms (by a stored key or Cloudflare Access), and whether the API rejected its
 * key. Rerenders on any credential change.
 */
function useOwner(): { owns: boolean; refused: boolean } {
  const [state, setState] = useState(() => ({ key: readKey(), refused: false }));
  const { visitor } = useStage(state.key === null) ?? {};
  useEffect(() => {
    const change = () => setState({ key: readKey(), refused: false });
    const refuse = () => setState({ key: readKey(), refused: true });
    window.addEventListener(KEY_CHANGED, change);
    window.addEventListener(KEY_REFUSED, refuse);
    // Another tab may store a key.
    window.addEventListener('storage', change);
    return () => {
      window.removeEventListener(KEY_CHANGED, change);
      window.removeEventListener(KEY_REFUSED, refuse);
      window.removeEventListener('storage', change);
    };
  }, []);
  return { owns: state.key === null ? visitor?.owner === true : !state.refused, refused: state.refused };
}

/** @param props `brought` is the secret in this page's link, until it is handled */
export function App(props: { brought: LinkSecret | null }) {
  const route = useRoute();
  const [linkSecret, setLinkSecret] = useState(props.brought);
  const { owns, refused } = useOwner();
  const main = useRef<HTMLElement>(null);
  // A change of `at` stays on the same page, which scrolls by itself.
  const address = JSON.stringify({ ...route, at: null, plays: null, query: null });
  const first = useRef(address);
  useEffect(() => {
    // After a navigation within the page, keyboard and screen reader continue at the new content.
    if (first.current === address) return;
    first.current = '';
    setLinkSecret(null);
    main.current?.focus();
    window.scrollTo(0, 0);
  }, [address]);

  const room = ['scene', 'run', 'adventure'].includes(route.page);
  const isOfScene = route.page === 'scene' || route.page === 'screen';
  if (EMBEDDED_SCENE)
    return (
      <div class="shell room">
        <main ref={main} tabIndex={-1}>
          {isOpenInFrame(route) ? (
            <RoutedPage route={route} />
          ) : (
            <p class="narrow">Open this scene by its invitation.</p>
          )}
        </main>
        <Toasts />
      </div>
    );
  return (
    <div
      class={`shell${room ? ' room' : ''}${isOfScene ? ' of-scene' : ''}${['run', 'adventure'].includes(route.page) && owns ? ' of-run' : ''}`}
    >
      {/* A button, because a link's fragment would be taken for a route. */}
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header class="top">
        <Brand href="#/" />
        <SiteNav page={route.page} isOwner={owns} />
        <div class="row">
          {/* A change draws the page anew: the secret of a link must be settled by then. */}
          {!linkSecret && <LanguageMenu />}
          <ThemeSwitch />
        </div>
      </header>
      <main ref={main} tabIndex={-1}>
        {linkSecret ? (
          <Arrival brought={linkSecret} onDone={() => setLinkSecret(null)} />
        ) : owns || isOpenTo(route) ? (
          <RoutedPage route={route} />
        ) : (
          <Welcome refused={refused} />
        )}
      </main>
      <Toasts />
      <ConnectHost />
    </div>
  );
}
