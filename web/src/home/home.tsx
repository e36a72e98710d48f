import { useEffect, useRef, useState } from 'preact/hooks';
import type { GridGame } from '../../../src/api/runs';
import type { StoryGame } from '../../../src/api/stories';
import { nameAnswerer } from '../../../src/base/answerer';
import { api, type PageProblem } from '../api/api';
import { storeKey } from '../api/credentials';
import { ProviderNote } from '../kit/marks';
import { ProblemNote } from '../kit/problem-note';
import { useRead } from '../kit/use-read';
import { ImportZone } from '../library/import/import-zone';
import type { Imported } from '../library/import/use-imports';
import { AdventureStart } from './adventure-start';
import { ExplorationStart } from './exploration-start';
import { HomeBudgets } from './home-budgets';
import { RoomShelf } from './room-shelf';
import { SceneStart } from './scene-start';
import '../kit/form/form.css';
import './home.css';

/** Start page: lists the rooms with their status, and every way to begin something new. */
export function Home() {
  const [games, setGames] = useState<GridGame[] | null>(null);
  const [stories, setStories] = useState<StoryGame[] | null>(null);
  const { value: providers } = useRead(api.providers, 'providers');
  const first = providers?.items.find(({ isDefault }) => isDefault);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const shelves = useRef<HTMLDivElement>(null);

  useEffect(() => {
    document.title = 'Proscenium';
    // Games without actions of their own are played elsewhere, so nothing starts here.
    void api.games().then((reply) => {
      if (!reply.ok) return setProblem(reply.problem);
      const { items } = reply.value;
      setGames(items.filter((one) => one.kind === 'grid').filter(({ actions }) => actions.length > 0));
      setStories(items.filter((one) => one.kind === 'adventure'));
    });
  }, []);
  const addStory = (story: StoryGame) =>
    setStories((held) => [...(held ?? []).filter(({ id }) => id !== story.id), story]);
  const takeIn = (what: Imported) => {
    if (what.state === 'story') addStory(what.story);
  };

  return (
    <div class="home">
      <section class="hero">
        <h1>A stage at the edge</h1>
        <p class="lead">
          Play a scene with a directed cast, or watch an agent learn a game it has never seen.
        </p>
        <button type="button" class="plain to-shelves" onClick={() => shelves.current?.focus()}>
          To my scenes and runs
        </button>
        {problem && <ProblemNote problem={problem} />}
        <div class="starts">
          <SceneStart onProblem={setProblem} />
          <ExplorationStart games={games} onProblem={setProblem} />
          <AdventureStart stories={stories} onUploaded={addStory} onProblem={setProblem} />
        </div>
        <ImportZone
          words="Drop a character card, World Info, a story, a chat or an export anywhere on this page."
          onImported={takeIn}
        />
        <ProviderNote
          answeredBy={first ? [nameAnswerer({ provider: first.name, model: first.model ?? undefined })] : []}
        />
      </section>
      <div class="shelves" ref={shelves} tabIndex={-1}>
        <RoomShelf kind="scenes" />
        <RoomShelf kind="runs" />
      </div>
      <HomeBudgets />
      <footer class="foot row between">
        <span class="row">
          <a href="#/library">Library</a>
          <a href="#/keys">Keys</a>
        </span>
        <button type="button" class="plain" onClick={() => storeKey(null)}>
          Forget the key in this browser
        </button>
      </footer>
    </div>
  );
}
