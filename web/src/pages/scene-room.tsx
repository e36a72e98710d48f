import { useEffect, useMemo, useState } from 'preact/hooks';
import { api, type PageProblem, type Reply } from '../api';
import type { Draft } from '../drafts';
import {
  changesScene,
  type Line,
  lineMaker,
  type Names,
  readProgress,
  toLine,
  withoutUndone,
} from '../fold-scene';
import { CastList } from '../parts/cast-list';
import { Composer } from '../parts/composer';
import { DraftView } from '../parts/line-view';
import { ConnectionMark, ProviderNote, StatusMark } from '../parts/marks';
import { ProblemNote, RoomProblem } from '../parts/problem-note';
import { RoundProgress } from '../parts/round-progress';
import { type Coming, Transcript } from '../parts/transcript';
import { idOfActor } from '../payload';
import { go } from '../router';
import { useRoom } from '../use-room';
import { type AnyScene, isOwn } from '../who';
import '../styles/scene.css';

/** Everything said, live, with the cast beside it and the composer under it. */
export function SceneRoom({ id, at }: { id: string; at: number | null }) {
  const view = useRoom<AnyScene>('scenes', id, changesScene);
  const { room: scene, events } = view;
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [busy, setBusy] = useState(false);

  const names = useNames(scene);
  const toLines = useMemo(() => lineMaker(names), [names]);
  const lines = useMemo(() => toLines(view.shown), [view.shown, toLines]);
  const progress = useMemo(() => readProgress(withoutUndone(events), names), [events, names]);
  const said = useMemo(() => view.fresh.flatMap((event) => toLine(event, names) ?? []), [view.fresh, names]);
  const coming = useMemo(() => view.drafts.map((draft) => comingOf(draft, names)), [view.drafts, names]);
  const { reach } = view;
  const isOpen = scene !== null;
  useEffect(() => {
    if (isOpen && at !== null) void reach(at);
  }, [isOpen, at, reach]);

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
  const failed = isOwn(scene) ? scene.failed : null;
  return (
    <div class="scene">
      <header class="room-head">
        <h1>{scene.title}</h1>
        <div class="marks">
          {scene.status === 'finished' && <StatusMark status="finished" />}
          <ConnectionMark state={view.live} />
          {isOwn(scene) && <a href={`#/calls?room=${id}`}>Calls</a>}
        </div>
        <ProviderNote provider={scene.provider} />
      </header>
      <CastList scene={scene} onProblem={setProblem} />
      <section class="stage" aria-label="Stage">
        <Transcript
          scene={scene}
          lines={lines}
          coming={coming}
          self={null}
          at={at}
          hasEarlier={view.hasEarlier}
          loadEarlier={view.loadEarlier}
          onToEnd={() => {
            view.leave();
            if (at !== null) go(`/scenes/${id}`);
          }}
        />
        <Announcer lines={said} />
        <div class="under-stage">
          {progress && (
            <RoundProgress progress={progress} queued={scene.queued}>
              {running && isOwn(scene) && (
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

/** Names by id; the same object as long as nobody is called otherwise. */
function useNames(scene: AnyScene | null): Names {
  const people = [...(scene?.cast ?? []), ...(scene?.personas ?? [])].map(
    ({ id, name }) => [id, name] as const,
  );
  const told = JSON.stringify(people);
  return useMemo(() => new Map(JSON.parse(told) as [string, string][]), [told]);
}

function comingOf(draft: Draft, names: Names): Coming {
  const id = idOfActor(draft.actor);
  const view = <DraftView draft={draft} name={names.get(id) ?? id} />;
  return { key: `draft ${draft.actor}`, class: 'line draft', actor: draft.actor, hidden: true, view };
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
