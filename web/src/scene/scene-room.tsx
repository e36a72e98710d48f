import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { withoutUndone } from '../../../src/events/fold/undone';
import { api, type PageProblem, type Reply } from '../api/api';
import { readSeat } from '../api/credentials';
import { ProblemNote, RoomProblem } from '../kit/problem-note';
import { Pictures, useCastPictures } from '../kit/use-pictures';
import { useTitle } from '../kit/use-title';
import { lazyPage } from '../lazy-page';
import { useRoom } from '../room/use-room';
import { go } from '../router';
import { useBackstageRound } from './backstage/use-backstage';
import { CastList } from './cast/cast-list';
import { TableTurn } from './cast/table-view';
import { Composer } from './composer/composer';
import { keepDraft } from './composer/use-draft';
import { withoutKnown } from './direct/fold-pace';
import { PaceBar } from './direct/pace-bar';
import { RoundControls } from './direct/round-controls';
import { RoundProgress } from './direct/round-progress';
import { comingOf } from './lines/coming';
import { changesScene, type Line, lineMaker, readProgress, toLine } from './lines/fold-scene';
import type { Outgoing } from './lines/outbox';
import { Transcript } from './lines/transcript';
import { Typists } from './lines/typists';
import { useOutbox } from './lines/use-outbox';
import { SeatOver } from './people/seat-over';
import { SceneHead } from './scene-head';
import { useNames } from './use-names';
import { type AnyScene, isOwn, personasToSpeak } from './who';
import './lines/lines.css';
import './composer/composer.css';
import './cast/cast.css';
import './scene.css';
import './direct/direct.css';

const Backstage = lazyPage(() => import('./backstage/backstage').then((part) => part.Backstage));

/** Shows the transcript, live, with the cast beside it and the composer under it. */
export function SceneRoom({ id, at }: { id: string; at: number | null }) {
  const view = useRoom<AnyScene>('scenes', id, changesScene);
  const { room: scene, events, reach } = view;
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [busy, setBusy] = useState(false);
  const [persona, choosePersona] = usePersona(id, scene);
  const outbox = useOutbox(id, view.live, events);
  /** Draws the composer anew, with the text that was put back. */
  const [edits, setEdits] = useState(0);

  const names = useNames(scene);
  const pictures = useCastPictures(scene);
  const toLines = useMemo(() => lineMaker(names), [names]);
  const lines = useMemo(() => toLines(view.shown, view.later), [view.shown, view.later, toLines]);
  const counting = useMemo(() => withoutUndone(events), [events]);
  const progress = useMemo(() => readProgress(counting, names), [counting, names]);
  const newLines = useMemo(
    () => withoutKnown(view.fresh, events).flatMap((event) => toLine(event, names) ?? []),
    [view.fresh, events, names],
  );
  const backstage = useBackstageRound();
  const isOpen = scene !== null;
  useEffect(() => {
    if (isOpen && at !== null) void reach(at);
  }, [isOpen, at, reach]);
  useTitle(scene?.title ?? 'Scene');

  const act = async (does: () => Promise<Reply<unknown>>) => {
    setBusy(true);
    const reply = await does();
    setBusy(false);
    setProblem(reply.ok ? null : reply.problem);
    view.refresh();
  };
  const edit = useCallback(
    (one: Outgoing) => {
      const speaker = one.said.type === 'turn' ? one.said.input.personaId : persona;
      keepDraft(id, speaker ?? 'notes', one.said);
      if (speaker) choosePersona(speaker);
      outbox.drop(one.key);
      setEdits((n) => n + 1);
    },
    [id, persona, choosePersona, outbox.drop],
  );

  if (view.problem) {
    if (view.problem.status === 401 && readSeat(id) !== null)
      return <SeatOver scene={id} onRetry={view.reload} />;
    return <RoomProblem what="scene" problem={view.problem} onRetry={view.reload} />;
  }
  if (!scene) return <p class="loading">Opening the scene…</p>;

  const running = progress?.state === 'running';
  const behind = backstage !== null && isOwn(scene);
  const failure = running ? null : scene.failed;
  const why = isOwn(scene) ? scene.failed?.problem : undefined;
  const isCutOff = scene.failed?.problem.type === '/problems/model-unreachable';
  return (
    <Pictures.Provider value={pictures}>
      <div class={behind ? 'scene behind' : 'scene'}>
        <SceneHead scene={scene} live={view.live} />
        <CastList scene={scene} names={names} events={counting} persona={persona} onProblem={setProblem} />
        <section class="stage" aria-label="Stage">
          <Transcript
            scene={scene}
            lines={lines}
            coming={comingOf(view.drafts, outbox, names, edit)}
            self={persona ? `persona:${persona}` : null}
            at={at}
            hasEarlier={view.hasEarlier}
            loadEarlier={view.loadEarlier}
            onToEnd={() => {
              view.leave();
              if (at !== null) go(`/scenes/${id}`);
            }}
          />
          <Announcer lines={newLines} />
          <div class="under-stage">
            <Typists typists={view.typists} />
            {progress && (
              <RoundProgress
                progress={progress}
                events={counting}
                drafts={view.drafts}
                queued={scene.waiting ? 0 : scene.queued}
              >
                {running && isOwn(scene) && (
                  <button type="button" disabled={busy} onClick={() => void act(() => api.cancelRound(id))}>
                    Cancel the round
                  </button>
                )}
              </RoundProgress>
            )}
            {failure && why && (
              <ProblemNote problem={why}>
                <button
                  type="button"
                  class="primary"
                  disabled={busy}
                  onClick={() => void act(() => api.retryRound(id, failure.n))}
                >
                  Retry round {failure.n}
                </button>
              </ProblemNote>
            )}
            {failure && !why && (
              <p class="quiet" role="status">
                Round {failure.n} could not be finished
                {isCutOff && ": the model can't be reached"}. The owner of the scene can retry it; nothing
                that was said is lost.
              </p>
            )}
            {problem && <ProblemNote problem={problem} />}
            <PaceBar scene={scene} names={names} persona={persona} onDone={view.refresh} />
            <TableTurn scene={scene} events={counting} persona={persona} />
            <Composer
              key={edits}
              scene={scene}
              persona={persona}
              onPersona={choosePersona}
              onSay={outbox.say}
              onTyping={view.typing}
              events={counting}
            />
            {isOwn(scene) && <RoundControls scene={scene} onDone={view.refresh} />}
          </div>
        </section>
        {behind && isOwn(scene) && (
          <Backstage
            scene={scene}
            names={names}
            n={backstage ?? 0}
            mark={events.at(-1)?.seq ?? 0}
            onDone={view.refresh}
          />
        )}
      </div>
    </Pictures.Provider>
  );
}

/** Returns the id of the persona that speaks here, as this browser chose it; undefined: none may. */
function usePersona(scene: string, read: AnyScene | null): [string | undefined, (id: string) => void] {
  const place = `proscenium:persona:${scene}`;
  const [chosenId, setChosenId] = useState(() => localStorage.getItem(place));
  const choose = useCallback(
    (id: string) => {
      localStorage.setItem(place, id);
      setChosenId(id);
    },
    [place],
  );
  const personas = read ? personasToSpeak(read) : [];
  return [(personas.find(({ id }) => id === chosenId) ?? personas[0])?.id, choose];
}

/** Announces new lines to screen readers, without the history when the room opens. */
function Announcer({ lines }: { lines: Line[] }) {
  const texts = lines.flatMap((line) => {
    if (line.type === 'speech') return [`${line.name}${line.whisper ? ' whispers' : ''}: ${line.text}`];
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
