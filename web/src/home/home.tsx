import { useEffect, useState } from 'preact/hooks';
import { nameAnswerer, UNDERSTUDY_NAME } from '../../../src/base/answerer';
import type { GridGame } from '../../../src/contract/runs';
import type { Template } from '../../../src/contract/scenes';
import type { StoryGame } from '../../../src/contract/stories';
import { api, type PageProblem } from '../api/api';
import { storeKey } from '../api/credentials';
import { usageApi } from '../api/usage';
import { ConnectButton, MODEL_CHANGED } from '../connect/connect-button';
import { LanguageField } from '../kit/language-choice';
import { ProviderNote } from '../kit/marks';
import { ProblemNote } from '../kit/problem-note';
import { useRead } from '../kit/use-read';
import { ImportZone } from '../library/import/import-zone';
import { type ImportedFile, linkScene } from '../library/import/use-imports';
import { BudgetMeters, SpentNote } from '../usage/budget-meters';
import { playTemplate } from './begin';
import { FoyerHead } from './foyer-head';
import { GoOn } from './go-on';
import { Programme } from './programme';
import { RoomShelf } from './room-shelf';
import '../usage/usage.css';
import '../kit/form/form.css';
import './home.css';

/** The home page: recent rooms, posters to start from, and all rooms. */
export function Home() {
  const [templates, setTemplates] = useState<Template[] | null>(null);
  const [games, setGames] = useState<GridGame[] | null>(null);
  const [stories, setStories] = useState<StoryGame[] | null>(null);
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
        {opening && (
          <p>
            Featured: <span dir="auto">{opening.title}</span>
          </p>
        )}
        <div class="model-state">
          {first && (
            <ProviderNote
              answeredBy={[nameAnswerer({ provider: first.name, model: first.model ?? undefined })]}
            />
          )}
          {first && first.kind !== UNDERSTUDY_NAME && <ConnectButton class="plain">Change</ConnectButton>}
        </div>
      </FoyerHead>
      {problem && <ProblemNote problem={problem} />}
      <GoOn />
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
      <div class="shelves">
        <RoomShelf kind="scenes" />
        <RoomShelf kind="runs" />
      </div>
      <p>
        <a href="#/experiments">Experiments: compare models across games</a>
      </p>
      <HomeBudgets />
      <footer class="foot row between">
        <span class="row">
          <a href="#/library">Library</a>
          <a href="#/keys">Keys</a>
        </span>
        <LanguageField />
        <button type="button" class="plain" onClick={() => storeKey(null)}>
          Sign out
        </button>
      </footer>
    </div>
  );
}

/** The tenant's budgets and usage. If they fail to load, the usage page says why. */
function HomeBudgets() {
  const { value: budgets } = useRead(usageApi.budgets, 'budgets');
  if (!budgets) return null;
  const isLimited = budgets.operator !== null || budgets.tenant !== null;
  return (
    <section class="budgets" aria-labelledby="home-budgets-title">
      <h2 id="home-budgets-title">Spending</h2>
      <SpentNote budgets={budgets} />
      <BudgetMeters budgets={budgets} />
      <p class="quiet">
        {!isLimited && 'No limit set. '}
        <a href="#/usage">{isLimited ? 'Usage and your budget' : 'See usage, or set a budget'}</a>
      </p>
    </section>
  );
}
