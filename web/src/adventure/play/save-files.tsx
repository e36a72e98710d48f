import { useState } from 'preact/hooks';
import type { AdventureRun, RestoreStory } from '../../../../src/contract/adventures';
import { api, type PageProblem, type Reply } from '../../api/api';
import { DownloadButton } from '../../kit/download-button';
import { FileButton } from '../../kit/file-button';
import { onSubmit } from '../../kit/form/on-submit';
import { TypedField } from '../../kit/form/typed-field';
import { ProblemNote } from '../../kit/problem-note';
import { useAct } from '../../kit/use-act';
import type { Entry } from '../fold-adventure';

/** Named saves to restore or download, and files from other interpreters to load. */
export function SaveFiles(props: {
  run: AdventureRun;
  entries: readonly Entry[];
  onSaved: () => void;
  onRestored: () => void;
}) {
  const { run, entries, onSaved, onRestored } = props;
  const { busy, problem, act, tell } = useAct(onSaved);
  const [name, setName] = useState(run.story?.place?.name ?? '');
  const isOver = run.status === 'finished';
  const isTaken = run.saves.some((save) => save.name === name.trim());
  const save = () => act((key) => api.saveStory(run.id, name.trim(), key), `save ${name}`);
  const goBack = async (does: (key: string) => Promise<Reply<unknown>>, what: string) => {
    if ((await act(does, what)) !== null) onRestored();
  };
  const restore = (body: RestoreStory) =>
    goBack((key) => api.restoreStory(run.id, body, key), `restore:${JSON.stringify(body)}`);
  const restoreFile = (file: File) =>
    goBack((key) => api.restoreFile(run.id, file, key), `restore:${file.name}:${file.lastModified}`);
  const tellProblem = (one: PageProblem | null) => tell(one);
  return (
    <div class="saves">
      {!isOver && (
        <form class="save-row" aria-label="Save game" onSubmit={onSubmit(() => !busy && save())}>
          <TypedField label="Name of the save" maxLength={60} required value={name} onChange={setName} />
          <button type="submit" class="primary" disabled={busy || name.trim() === ''}>
            {isTaken ? 'Replace' : 'Save'}
          </button>
        </form>
      )}
      {problem && <ProblemNote problem={problem} />}
      {run.saves.length === 0 ? (
        <p class="quiet">No saves yet.</p>
      ) : (
        <ul class="save-list" aria-label="Saved games">
          {run.saves.toReversed().map((one) => (
            <li key={one.name}>
              <div>
                <strong dir="auto">{one.name}</strong>
                <p class="quiet small">{describeSave(one.turn, entries)}</p>
              </div>
              {!isOver && (
                <button type="button" disabled={busy} onClick={() => void restore({ save: one.name })}>
                  Restore
                </button>
              )}
              <DownloadButton
                path={`/runs/${run.id}/saves/${encodeURIComponent(one.name)}`}
                fallbackName={`${run.id}.qzl`}
                label="Download"
                onProblem={tellProblem}
              />
            </li>
          ))}
        </ul>
      )}
      {!isOver && (
        <FileButton
          name="Saved game"
          label="Load a save file…"
          accept=".qzl,.sav,.qut"
          disabled={busy}
          onFiles={([file]) => file && void restoreFile(file)}
        />
      )}
      <p class="quiet small">
        You can exchange these files with Frotz, Gargoyle, Parchment and other interpreters.
      </p>
    </div>
  );
}

/** Describes a save by its last move, if that is loaded. */
function describeSave(turn: number, entries: readonly Entry[]): string {
  const move = entries.findLast((entry) => entry.type === 'move' && entry.turn === turn);
  if (move?.type !== 'move') return `Turn ${Math.abs(turn)}`;
  const { command, score } = move;
  return score === null
    ? `Turn ${turn}, after “${command}”`
    : `Turn ${turn}, after “${command}”, score ${score}`;
}
