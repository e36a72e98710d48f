import { useState } from 'preact/hooks';
import type { GridGame } from '../../../../src/contract/runs';
import { api, type PageProblem } from '../../api';
import { readProfile } from '../../api-library';
import { go } from '../../router';
import { NumberField, TextField } from '../form/fields';
import { ChooseItem } from '../library/choose-item';
import { ProblemNote } from '../problem-note';

/** Begins a run in a grid game: one that is built in, or one of the ARC-AGI-3 service. */
export function ExplorationStart(props: {
  /** Null while they load. */
  games: GridGame[] | null;
  onProblem: (problem: PageProblem | null) => void;
}) {
  const { games, onProblem } = props;
  const [game, setGame] = useState('corridor');
  const [remote, setRemote] = useState<GridGame[] | null>(null);
  const [refused, setRefused] = useState<PageProblem | null>(null);
  const [title, setTitle] = useState('');
  const [seed, setSeed] = useState('');
  const [actions, setActions] = useState<number | null>(null);
  const [calls, setCalls] = useState<number | null>(null);
  const [tokens, setTokens] = useState<number | null>(null);
  const [profile, setProfile] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState<'run' | 'arc' | null>(null);
  const chosen = [...(games ?? []), ...(remote ?? [])].find(({ id }) => id === game);

  const run = async () => {
    if (busy) return;
    setBusy('run');
    const budgets = {
      ...(actions !== null && { actions }),
      ...(calls !== null && { calls }),
      ...(tokens !== null && { tokens }),
    };
    const answers = await readProfile(profile);
    if (!answers.ok) {
      setBusy(null);
      return onProblem(answers.problem);
    }
    const made = await api.createRun({
      game,
      start: true,
      ...(answers.value && { profiles: { explorer: answers.value, analyst: answers.value } }),
      ...(title.trim() !== '' && { title: title.trim() }),
      ...(seed.trim() !== '' && { seed: seed.trim() }),
      ...(Object.keys(budgets).length > 0 && { budgets }),
    });
    if (made.ok) return go(`/runs/${made.value.id}`);
    setBusy(null);
    onProblem(made.problem);
  };
  const findRemote = async () => {
    setBusy('arc');
    const reply = await api.games('arc3');
    setBusy(null);
    setRefused(reply.ok ? null : reply.problem);
    if (!reply.ok) return;
    const found = reply.value.items.filter((one) => one.kind === 'grid');
    setRemote(found);
    if (found[0]) setGame(found[0].id);
  };

  return (
    <form
      class="card start"
      aria-labelledby="run-title"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        void run();
      }}
    >
      <h2 id="run-title">Exploration</h2>
      <p>
        {chosen?.description ??
          'An agent in a game it was told nothing about finds out what each of its actions does.'}
      </p>
      <label class="field">
        Game
        <select value={game} disabled={!games} onChange={(changed) => setGame(changed.currentTarget.value)}>
          {remote === null ? (
            games?.map(toOption)
          ) : (
            <>
              <optgroup label="Built in">{games?.map(toOption)}</optgroup>
              <optgroup label="ARC-AGI-3">{remote.map(toOption)}</optgroup>
            </>
          )}
        </select>
      </label>
      {remote === null && !refused && (
        <button
          type="button"
          class="plain start-aside"
          disabled={busy !== null}
          onClick={() => void findRemote()}
        >
          {busy === 'arc' ? 'Asking ARC…' : 'Look for games of ARC-AGI-3'}
        </button>
      )}
      {remote?.length === 0 && <p class="quiet">The ARC-AGI-3 service offers no game at the moment.</p>}
      {refused && <ProblemNote problem={refused} />}
      <details class="more" open={isOpen} onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
        <summary>Options</summary>
        <div class="fields one-column">
          {/* The profiles of the library are asked for when somebody looks. */}
          {isOpen && (
            <ChooseItem
              label="Who answers"
              kind="profile"
              none="The operator's model"
              pointer="/profiles"
              value={profile}
              onChange={setProfile}
            />
          )}
          <TextField
            label="Title"
            pointer="/title"
            placeholder="the game's"
            value={title}
            onChange={setTitle}
          />
          <TextField label="Seed" pointer="/seed" placeholder="any" value={seed} onChange={setSeed} />
          <NumberField
            label="Most actions"
            pointer="/budgets/actions"
            placeholder="200"
            min={1}
            value={actions}
            onChange={setActions}
          />
          <NumberField
            label="Most calls of models"
            pointer="/budgets/calls"
            placeholder="400"
            min={1}
            value={calls}
            onChange={setCalls}
          />
          <NumberField
            label="Most tokens"
            pointer="/budgets/tokens"
            placeholder="no limit"
            min={0}
            value={tokens}
            onChange={setTokens}
          />
        </div>
      </details>
      <button type="submit" class="primary big" disabled={busy !== null}>
        {busy === 'run' ? 'Opening the game…' : 'Run an exploration'}
      </button>
    </form>
  );
}

const toOption = ({ id, title }: GridGame) => (
  <option key={id} value={id}>
    {title}
  </option>
);
