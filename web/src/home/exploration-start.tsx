import { useState } from 'preact/hooks';
import type { GridGame } from '../../../src/api/runs';
import { api, type PageProblem } from '../api/api';
import { bindFields } from '../kit/form/bind-fields';
import { NumberField, TextField } from '../kit/form/fields';
import { Options } from '../kit/form/options';
import { ProblemNote } from '../kit/problem-note';
import { ChooseProfile } from '../library/choose-profile';
import { beginRun } from './begin';
import { toBudgets } from './scene-plan';
import { StartCard } from './start-card';

interface Budgets {
  actions: number | null;
  calls: number | null;
  tokens: number | null;
}

/** Begins a run in a grid game: a built-in one, or one of the ARC-AGI-3 service. */
export function ExplorationStart(props: {
  /** Null while they load. */
  games: GridGame[] | null;
  onProblem: (problem: PageProblem | null) => void;
}) {
  const { games, onProblem } = props;
  const [game, setGame] = useState('corridor');
  const [remote, setRemote] = useState<GridGame[] | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [title, setTitle] = useState('');
  const [seed, setSeed] = useState('');
  const [budgets, setBudgets] = useState<Budgets>({ actions: null, calls: null, tokens: null });
  const [profile, setProfile] = useState('');
  const chosenGame = [...(games ?? []), ...(remote ?? [])].find(({ id }) => id === game);
  const most = bindFields(
    budgets,
    (measure, value) => setBudgets((held) => ({ ...held, [measure]: value })),
    '/budgets',
  );

  const run = () =>
    beginRun(
      {
        game,
        start: true,
        ...(title.trim() !== '' && { title: title.trim() }),
        ...(seed.trim() !== '' && { seed: seed.trim() }),
        ...toBudgets(budgets),
      },
      profile,
      ['explorer', 'analyst'],
    );
  const findRemote = async () => {
    setAsking(true);
    const reply = await api.games('arc3');
    setAsking(false);
    setProblem(reply.ok ? null : reply.problem);
    if (!reply.ok) return;
    const gridGames = reply.value.items.filter((one) => one.kind === 'grid');
    setRemote(gridGames);
    if (gridGames[0]) setGame(gridGames[0].id);
  };

  return (
    <StartCard
      title="Exploration"
      what={
        chosenGame?.description ??
        'An agent in a game it was told nothing about finds out what each of its actions does.'
      }
      verb="Run an exploration"
      verbing="Opening the game…"
      isReady={!isAsking}
      onStart={run}
      onProblem={onProblem}
      options={
        <>
          <ChooseProfile value={profile} onChange={setProfile} />
          <TextField
            label="Title"
            pointer="/title"
            placeholder="the game's"
            value={title}
            onChange={setTitle}
          />
          <TextField label="Seed" pointer="/seed" placeholder="any" value={seed} onChange={setSeed} />
          <NumberField label="Most actions" {...most('actions')} placeholder="200" min={1} />
          <NumberField label="Most calls of models" {...most('calls')} placeholder="400" min={1} />
          <NumberField label="Most tokens" {...most('tokens')} placeholder="no limit" min={0} />
        </>
      }
    >
      <label class="field">
        Game
        <select value={game} disabled={!games} onChange={(changed) => setGame(changed.currentTarget.value)}>
          {remote === null ? (
            <Options of={toOptions(games)} />
          ) : (
            <>
              <optgroup label="Built in">
                <Options of={toOptions(games)} />
              </optgroup>
              <optgroup label="ARC-AGI-3">
                <Options of={toOptions(remote)} />
              </optgroup>
            </>
          )}
        </select>
      </label>
      {remote === null && !problem && (
        <button type="button" class="plain start-aside" disabled={isAsking} onClick={() => void findRemote()}>
          {isAsking ? 'Asking ARC…' : 'Look for games of ARC-AGI-3'}
        </button>
      )}
      {remote?.length === 0 && <p class="quiet">The ARC-AGI-3 service offers no game at the moment.</p>}
      {problem && <ProblemNote problem={problem} />}
    </StartCard>
  );
}

const toOptions = (games: GridGame[] | null) => games?.map(({ id, title }) => [id, title] as const) ?? [];
