import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Scene } from '../../../src/contract/scenes';
import { api, type PageProblem, type Reply } from '../api';
import { changesScene, type Line, readProgress, toLine, withEdits, withoutUndone } from '../fold-scene';
import { CastList } from '../parts/cast-list';
import { Composer } from '../parts/composer';
import { ConnectionMark, ProviderNote, StatusMark } from '../parts/marks';
import { ProblemNote, RoomProblem } from '../parts/problem-note';
import { RoundProgress } from '../parts/round-progress';
import { Transcript } from '../parts/transcript';
import { useRoom } from '../use-room';
import '../styles/scene.css';

/** Everything said, live, with the cast beside it and the composer under it. */
export function SceneRoom({ id }: { id: string }) {
  const view = useRoom<Scene>('scenes', id, changesScene);
  const { room: scene, events } = view;
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [busy, setBusy] = useState(false);

  const cast = scene?.cast;
  const personas = scene?.personas;
  const names = useMemo(
    () => new Map([...(cast ?? []), ...(personas ?? [])].map((one) => [one.id, one.name])),
    [cast, personas],
  );
  const counted = useMemo(() => withEdits(withoutUndone(events)), [events]);
  const lines = useMemo(() => counted.flatMap((event) => toLine(event, names) ?? []), [counted, names]);
  const progress = useMemo(() => readProgress(counted, names), [counted, names]);
  const said = useMemo(() => view.fresh.flatMap((event) => toLine(event, names) ?? []), [view.fresh, names]);

  useEffect(() => {
    document.title = scene ? `${scene.title} · Proscenium` : 'Scene · Proscenium';
  }, [scene]);

  const act = async (does: () => Promise<Reply<unknown>>) => {
    setBusy(true);
    const reply = await does();
    setBusy(false);
    setProblem(reply.ok ? null : reply.problem);
    view.refresh();
  };

  if (view.problem) return <RoomProblem what="scene" problem={view.problem} onRetry={view.reload} />;
  if (!scene) return <p class="loading">Opening the scene…</p>;

  const running = progress?.state === 'running';
  const failed = scene.failed;
  return (
    <div class="scene">
      <header class="room-head">
        <h1>{scene.title}</h1>
        <div class="marks">
          {scene.status === 'finished' && <StatusMark status="finished" />}
          <ConnectionMark state={view.live} />
          <a href={`#/calls?room=${id}`}>Calls</a>
        </div>
        <ProviderNote provider={scene.provider} />
      </header>
      <CastList scene={scene} onProblem={setProblem} />
      <section class="stage" aria-label="Stage">
        <Transcript
          lines={lines}
          drafts={view.drafts}
          names={names}
          scenario={scene.scenario}
          hasEarlier={view.hasEarlier}
          loadEarlier={view.loadEarlier}
        />
        <Announcer lines={said} />
        <div class="under-stage">
          {progress && (
            <RoundProgress progress={progress} queued={scene.queued}>
              {running && (
                <button type="button" disabled={busy} onClick={() => void act(() => api.cancelRound(id))}>
                  Cancel the round
                </button>
              )}
            </RoundProgress>
          )}
          {failed && !running && (
            <ProblemNote problem={failed.problem}>
              <button
                type="button"
                class="primary"
                disabled={busy}
                onClick={() => void act(() => api.retryRound(id, failed.n))}
              >
                Retry round {failed.n}
              </button>
            </ProblemNote>
          )}
          {problem && <ProblemNote problem={problem} />}
          <Composer scene={scene} />
        </div>
      </section>
    </div>
  );
}

/** Says new lines to screen readers, without reading the whole history when the room opens. */
function Announcer({ lines }: { lines: Line[] }) {
  const texts = lines.flatMap((line) => {
    if (line.type === 'speech') return [`${line.name}: ${line.text}`];
    return line.type === 'note' ? [line.text] : [];
  });
  return (
    <div class="sr-only" aria-live="polite" role="log" aria-label="New lines">
      {texts.map((text, i) => (
        <p key={`${lines[0]?.seq}-${i}`}>{text}</p>
      ))}
    </div>
  );
}
