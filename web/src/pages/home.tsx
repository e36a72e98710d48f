import { useCallback, useEffect, useState } from 'preact/hooks';
import type { GridGame, RunSummary } from '../../../src/contract/runs';
import type { SceneSummary, Template } from '../../../src/contract/scenes';
import type { StoryGame } from '../../../src/contract/stories';
import { api, newIdempotencyKey, type PageProblem } from '../api';
import { storeKey } from '../credentials';
import { AdventureStart } from '../parts/adventure-start';
import { ProviderNote, StatusMark } from '../parts/marks';
import { ProblemNote } from '../parts/problem-note';
import { go } from '../router';

const REFRESH_MS = 10_000;

interface Shelf {
  scenes: SceneSummary[];
  runs: RunSummary[];
}

/** Start page: what this is, a card each for a scene, a run and an adventure, and what is already there. */
export function Home() {
  const [templates, setTemplates] = useState<Template[] | null>(null);
  const [template, setTemplate] = useState('');
  const [games, setGames] = useState<GridGame[] | null>(null);
  const [stories, setStories] = useState<StoryGame[] | null>(null);
  const [game, setGame] = useState('corridor');
  const [shelf, setShelf] = useState<Shelf | null>(null);
  const [provider, setProvider] = useState('');
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [starting, setStarting] = useState<'scene' | 'run' | null>(null);

  const load = useCallback(async () => {
    const [scenes, runs] = await Promise.all([api.scenes(), api.runs()]);
    const failed = [scenes, runs].find((reply) => !reply.ok);
    setProblem(failed && !failed.ok ? failed.problem : null);
    if (scenes.ok && runs.ok) setShelf({ scenes: scenes.value.items, runs: runs.value.items });
  }, []);

  useEffect(() => {
    document.title = 'Proscenium';
    void load();
    void api.provider().then((reply) => reply.ok && setProvider(reply.value.provider));
    // Games with no actions of their own are played elsewhere: nothing to start here.
    void api.games().then((reply) => {
      if (!reply.ok) return;
      const { items } = reply.value;
      setGames(items.filter((one) => one.kind === 'grid').filter(({ actions }) => actions.length > 0));
      setStories(items.filter((one) => one.kind === 'adventure'));
    });
    void api.templates().then((reply) => {
      if (!reply.ok) return setProblem(reply.problem);
      setTemplates(reply.value.items);
      setTemplate(reply.value.items[0]?.id ?? '');
    });
    const look = () => {
      if (document.visibilityState === 'visible') void load();
    };
    const timer = setInterval(look, REFRESH_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [load]);

  const playScene = async () => {
    setStarting('scene');
    const made = await api.createScene(template);
    if (made.ok) {
      // The cast opens the scene, so that something is on stage at once; a failure shows in the room.
      await api.turn(made.value.id, { type: 'continuation', to: [] }, newIdempotencyKey());
      return go(`/scenes/${made.value.id}`);
    }
    setStarting(null);
    setProblem(made.problem);
  };
  const runExploration = async () => {
    setStarting('run');
    const made = await api.createRun({ game, start: true });
    if (made.ok) return go(`/runs/${made.value.id}`);
    setStarting(null);
    setProblem(made.problem);
  };

  const chosen = templates?.find((one) => one.id === template);
  return (
    <div class="home">
      <section class="hero">
        <h1>A stage at the edge</h1>
        <p class="lead">
          Play a scene with a directed cast, or watch an agent learn a game it has never seen.
        </p>
        {problem && (
          <ProblemNote problem={problem}>
            <button type="button" onClick={() => void load()}>
              Try again
            </button>
          </ProblemNote>
        )}
        <div class="starts">
          <div class="card start">
            <h2>Scene</h2>
            <p>
              {chosen?.description ?? 'A director, a cast, and you. Everyone answers what was just said.'}
            </p>
            {chosen && <p class="quiet">With {chosen.characters.join(', ')}.</p>}
            {templates && templates.length > 1 && (
              <label class="field">
                Template
                <select value={template} onChange={(changed) => setTemplate(changed.currentTarget.value)}>
                  {templates.map((one) => (
                    <option key={one.id} value={one.id}>
                      {one.title}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <button
              type="button"
              class="primary big"
              disabled={!template || starting !== null}
              onClick={() => void playScene()}
            >
              {starting === 'scene' ? 'Raising the curtain…' : 'Play a scene'}
            </button>
          </div>
          <div class="card start">
            <h2>Run</h2>
            <p>An agent in a game it was told nothing about finds out what each of its actions does.</p>
            {games && games.length > 1 && (
              <label class="field">
                Game
                <select value={game} onChange={(changed) => setGame(changed.currentTarget.value)}>
                  {games.map((one) => (
                    <option key={one.id} value={one.id}>
                      {one.title}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <button
              type="button"
              class="primary big"
              disabled={starting !== null}
              onClick={() => void runExploration()}
            >
              {starting === 'run' ? 'Opening the game…' : 'Run an exploration'}
            </button>
          </div>
          <AdventureStart
            stories={stories}
            onUploaded={(story) =>
              setStories((held) => [...(held ?? []).filter(({ id }) => id !== story.id), story])
            }
            onProblem={setProblem}
          />
        </div>
        <ProviderNote provider={provider} />
      </section>
      <div class="shelves">
        <Shelf
          title="My scenes"
          empty="No scene yet."
          href="/scenes"
          items={shelf?.scenes.map((one) => ({ ...one, count: one.rounds, unit: 'round' }))}
        />
        <Shelf
          title="My runs"
          empty="No run yet."
          href="/runs"
          items={shelf?.runs.map((one) => ({ ...one, count: one.turns, unit: 'turn' }))}
        />
      </div>
      <footer class="foot">
        <button type="button" class="plain" onClick={() => storeKey(null)}>
          Forget the key in this browser
        </button>
      </footer>
    </div>
  );
}

interface ShelfItem {
  id: string;
  title: string;
  status: string;
  count: number;
  unit: string;
  updatedAt: string;
}

function Shelf(props: { title: string; empty: string; href: string; items: ShelfItem[] | undefined }) {
  const id = `shelf${props.href.replace('/', '-')}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{props.title}</h2>
      {!props.items && <p class="quiet">Loading…</p>}
      {props.items?.length === 0 && <p class="quiet">{props.empty}</p>}
      <ul class="shelf">
        {props.items?.map((item) => (
          <li key={item.id}>
            <a href={`#${props.href}/${item.id}`}>
              <span class="title">{item.title}</span>
              <StatusMark status={item.status} />
              <span class="quiet">
                {item.count} {item.unit}
                {item.count === 1 ? '' : 's'} · <When at={item.updatedAt} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function When({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at}>{date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}</time>
  );
}
