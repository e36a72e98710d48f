import { useEffect, useRef, useState } from 'preact/hooks';
import { UNDERSTUDY_NAME } from '../../../src/base/answerer';
import type { GridGame } from '../../../src/contract/runs';
import type { Template } from '../../../src/contract/scenes';
import type { StoryGame } from '../../../src/contract/stories';
import { api, type PageProblem } from '../api/api';
import { ConnectButton, MODEL_CHANGED } from '../connect/connect-button';
import { ProblemNote } from '../kit/problem-note';
import { useInSight } from '../kit/use-in-sight';
import type { Listing } from '../kit/use-list';
import { useRead } from '../kit/use-read';
import { lazyPage } from '../lazy-page';
import { ImportZone } from '../library/import/import-zone';
import { type ImportedFile, linkScene } from '../library/import/use-imports';
import { FoyerHead } from './foyer-head';
import type { GoOn } from './go-on';
import { Programme } from './programme';
import { type ShelfItem, useRooms } from './use-rooms';
import './home.css';

const HomeRest = lazyPage(() => import('./home-rest').then((part) => part.HomeRest));

/** The home page: recent rooms, posters to start from, and all rooms. */
export function Home() {
  const [templates, setTemplates] = useState<Template[] | null>(null);
  const [games, setGames] = useState<GridGame[] | null>(null);
  const [stories, setStories] = useState<StoryGame[] | null>(null);
  const [scenes, runs] = [useRooms('scenes'), useRooms('runs')];
  const { value: providers, reload: reloadProviders } = useRead(api.providers, 'providers');
  const first = providers?.items.find(({ isDefault }) => isDefault);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    document.title = 'Proscenium';
    void api.templates().then((reply) => {
      if (reply.ok) setTemplates(reply.value.items);
      else setProblem(reply.problem);
    });
    // Games without their own actions are remote, so this starts nothing.
    void api.games().then((reply) => {
      if (!reply.ok) return setProblem(reply.problem);
      const { items } = reply.value;
      setGames(items.filter((one) => one.kind === 'grid').filter(({ actions }) => actions.length > 0));
      setStories(items.filter((one) => one.kind === 'adventure'));
    });
  }, []);
  useEffect(() => {
    window.addEventListener(MODEL_CHANGED, reloadProviders);
    return () => window.removeEventListener(MODEL_CHANGED, reloadProviders);
  }, [reloadProviders]);
  // A first visit has no rooms to continue.
  const [Continue, setContinue] = useState<typeof GoOn | null>(null);
  const hasRooms = [scenes, runs].some(({ items }) => (items?.length ?? 0) > 0);
  useEffect(() => {
    if (hasRooms) void import('./go-on').then((part) => setContinue(() => part.GoOn));
  }, [hasRooms]);
  // Shown together, so that nothing moves when a slower answer arrives.
  const isReady =
    problem !== null ||
    (templates !== null &&
      games !== null &&
      [scenes, runs].every((list) => list.items ?? list.problem) &&
      (Continue !== null || !hasRooms));
  const withoutStory = (id: string) => (held: StoryGame[] | null) =>
    (held ?? []).filter((one) => one.id !== id);
  const addStory = (story: StoryGame) => setStories((held) => [...withoutStory(story.id)(held), story]);
  const takeIn = (what: ImportedFile) => {
    if (what.state === 'story') addStory(what.story);
  };
  /** Dropping only cards means: start a scene with them. */
  const playCards = (files: readonly ImportedFile[]) => {
    const scene = files.every(({ state }) => state === 'item') ? linkScene(files) : null;
    if (scene !== null) location.hash = scene;
  };
  const [opening] = templates ?? [];
  const playFirst = async () => {
    if (!opening || busy) return;
    setBusy(true);
    const { playTemplate } = await import('./begin');
    const refusal = await playTemplate(opening.id);
    setBusy(false);
    setProblem(refusal);
  };

  return (
    <div class="home">
      <FoyerHead lead="Role-play with a cast of AI characters, or watch an AI figure out an unknown game.">
        <button type="button" class="footlight" disabled={!opening || busy} onClick={() => void playFirst()}>
          {busy ? 'Starting the scene…' : 'Play a scene'}
        </button>
        <p>
          Featured: <span dir="auto">{opening?.title}</span>
        </p>
        <div class="model-state">
          {first?.kind === UNDERSTUDY_NAME && (
            <>
              <ConnectButton class="mark understudy">understudy</ConnectButton>
              <span class="provider-note">No AI model connected: canned replies.</span>
              <ConnectButton class="plain" />
            </>
          )}
          {first && first.kind !== UNDERSTUDY_NAME && (
            <>
              <span class="provider-note">
                Replies are written by {[first.model, first.name].filter(Boolean).join(' by ')}.
              </span>
              <ConnectButton class="plain">Change</ConnectButton>
            </>
          )}
        </div>
      </FoyerHead>
      {problem && <ProblemNote problem={problem} />}
      {isReady && (
        <>
          {Continue && <Continue scenes={scenes.items ?? []} runs={runs.items ?? []} />}
          <Programme
            templates={templates}
            games={games}
            stories={stories}
            onUploaded={addStory}
            onDeleted={({ id }) => setStories(withoutStory(id))}
          />
          <ImportZone
            words="Drop a character card, World Info, story, chat or export anywhere on this page."
            onImported={takeIn}
            onAllImported={playCards}
          />
          <Rest scenes={scenes} runs={runs} />
        </>
      )}
    </div>
  );
}

/** The lists of rooms and the end of the page; loaded when they come near, because most visits start above. */
function Rest(props: { scenes: Listing<ShelfItem>; runs: Listing<ShelfItem> }) {
  const place = useRef<HTMLDivElement>(null);
  const isInSight = useInSight(place);
  return (
    <div class="home-rest" ref={place}>
      {isInSight && <HomeRest {...props} />}
    </div>
  );
}
