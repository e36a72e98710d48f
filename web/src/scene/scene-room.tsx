import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { withoutUndone } from '../../../src/contract/events/fold/undone';
import { api, type PageProblem, type Reply } from '../api/api';
import { readSeat } from '../api/credentials';
import { DemoClock } from '../demo/demo-clock';
import { DemoOver } from '../demo/demo-over';
import { isDemo } from '../demo/demo-seat';
import { useDemoEnd } from '../demo/use-demo-end';
import { Drawer } from '../kit/drawer';
import { Hues } from '../kit/marks';
import { ProblemNote, RoomProblem } from '../kit/problem-note';
import { Pictures, useCastPictures } from '../kit/use-pictures';
import { useTitle } from '../kit/use-title';
import { lazyPage } from '../lazy-page';
import { TakeAlong } from '../room/take-along';
import { useRoom } from '../room/use-room';
import { go } from '../router';
import { tellTerm } from '../words/terms';
import { type LastLine, nameTurn } from './away/my-turn';
import { ToNew } from './away/new-since';
import { useAway } from './away/use-away';
import { useTellTurn, useTurnSigns } from './away/use-turn-signs';
import { useBackstageRound } from './backstage/use-backstage';
import { CastPanel } from './cast/cast-panel';
import { TableTurn } from './cast/table-view';
import { Composer } from './composer/composer';
import { keepDraft } from './composer/use-draft';
import { DirectDrawer } from './direct/direct-drawer';
import { withoutKnown } from './direct/fold-pace';
import { PaceBar } from './direct/pace-bar';
import { TakeBack, usePendingTakeBack } from './direct/take-back';
import { FindBar } from './find/find-bar';
import { arrangeLines, withoutAfter } from './lines/arrange';
import { comingOf, readRewording } from './lines/coming';
import { changesScene, type Line, lineMaker, type Progress, readProgress, toLine } from './lines/fold-scene';
import type { Outgoing, Said } from './lines/outbox';
import { Transcript } from './lines/transcript';
import { readTries } from './lines/tries';
import { Typists } from './lines/typists';
import { useOutbox } from './lines/use-outbox';
import { SeatOver } from './people/seat-over';
import { type Panel, SceneHead } from './scene-head';
import { SceneSettings } from './settings/scene-settings';
import { useHues } from './use-hues';
import { useNames } from './use-names';
import { useRoomKeys } from './use-room-keys';
import { useWide } from './use-wide';
import { type AnyScene, isOwn, personasToSpeak, seatOf } from './who';
import './lines/lines.css';
import './composer/composer.css';
import './cast/cast.css';
import './scene.css';
import './direct/direct.css';

const Backstage = lazyPage(() => import('./backstage/backstage').then((part) => part.Backstage));
const TurnSigns = lazyPage(() => import('./away/turn-signs').then((part) => part.TurnSignsDrawer));
const SceneHelp = lazyPage(() => import('./scene-help').then((part) => part.SceneHelp));

/** Shows the transcript, live, with the cast beside it and the composer under it. */
export function SceneRoom({ id, at }: { id: string; at: number | null }) {
  const view = useRoom<AnyScene>('scenes', id, changesScene);
  const { room: scene, events, reach } = view;
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [busy, setBusy] = useState(false);
  const [panel, setPanel] = useState<Panel>(null);
  const [isFinding, setFinding] = useState(false);
  const [foundSeq, setFoundSeq] = useState<number | null>(null);
  const [persona, choosePersona] = usePersona(id, scene);
  const outbox = useOutbox(id, view.live, events);
  const pending = usePendingTakeBack(scene, events, view.refresh, setProblem);
  const isWide = useWide();
  /** Draws the composer anew, with the text that was put back. */
  const [edits, setEdits] = useState(0);

  const names = useNames(scene);
  const own = scene !== null && isOwn(scene);
  const hues = useHues(scene);
  const pictures = useCastPictures(scene);
  const toLines = useMemo(() => lineMaker(names, own), [names, own]);
  const lines = useMemo(
    () => arrangeLines(withoutAfter(toLines(view.shown, view.later), pending.to ?? Number.MAX_SAFE_INTEGER)),
    [view.shown, view.later, toLines, pending.to],
  );
  const counting = useMemo(() => withoutUndone(events), [events]);
  const progress = useMemo(() => readProgress(counting, names), [counting, names]);
  const tries = useMemo(() => readTries(events, scene?.rounds ?? 0), [events, scene?.rounds]);
  const rewording = readRewording(counting, lines, view.drafts, progress);
  const newLines = useMemo(
    () => withoutKnown(view.fresh, events).flatMap((event) => toLine(event, names) ?? []),
    [view.fresh, events, names],
  );
  const backstage = useBackstageRound();
  const isOpen = scene !== null;
  useEffect(() => {
    if (isOpen && at !== null) void reach(at);
  }, [isOpen, at, reach]);
  const self = persona ? `persona:${persona}` : null;
  const away = useAway(id, events.at(-1)?.seq ?? 0, lines, self);
  const [signs, changeSigns] = useTurnSigns();
  const lastLine = useMemo(() => readLastLine(lines), [lines]);
  const turn = scene && nameTurn(scene, persona, lastLine, progress?.state === 'running');
  const isCalled = useTellTurn(turn, scene !== null, away.isAway, signs);
  const news = Math.max(away.unread?.count ?? 0, isCalled ? 1 : 0);
  useTitle(scene?.title ?? 'Scene', away.isAway ? news : 0);
  const isDemoOver = useDemoEnd(id, scene);
  const find = () => setFinding(true);
  useRoomKeys({
    onFind: find,
    onHelp: () => setPanel('help'),
    onDirect: own ? () => setPanel('direct') : undefined,
  });

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

  if (isDemoOver) return <DemoOver scene={id} />;
  if (view.problem) {
    if ([401, 404].includes(view.problem.status) && isDemo(id)) return <DemoOver scene={id} />;
    if (view.problem.status === 401 && readSeat(id) !== null)
      return <SeatOver scene={id} onRetry={view.reload} />;
    return <RoomProblem what="scene" problem={view.problem} onRetry={view.reload} />;
  }
  if (!scene) return <p class="loading">Opening the scene…</p>;

  const behind = backstage !== null && own;
  const failure = progress?.state === 'running' ? null : scene.failed;
  const why = isOwn(scene) ? scene.failed?.problem : undefined;
  const isUnanswered = scene.failed?.problem.type === '/problems/model-unreachable';
  const cast = { scene, names, events: counting, progress, persona };
  const closePanel = () => setPanel(null);
  // What is being taken back is settled before anything is said after it.
  const say = (said: Said) => void pending.settle().then(() => outbox.say(said));
  return (
    <Pictures.Provider value={pictures}>
      <Hues.Provider value={hues}>
        <TakeBack.Provider value={pending.takeBack}>
          <div class={behind ? 'scene behind' : 'scene'}>
            <SceneHead scene={scene} live={view.live} onOpen={setPanel} onFind={find} />
            <section class="stage" aria-label="Stage">
              <Transcript
                scene={scene}
                lines={lines}
                coming={comingOf({
                  ...{ progress, names, outbox },
                  drafts: view.drafts,
                  rewords: rewording?.actor ?? null,
                  streaming: scene.streaming,
                  onEdit: edit,
                })}
                rewording={rewording}
                tries={tries}
                self={self}
                away={away}
                at={foundSeq ?? at}
                isFound={foundSeq !== null}
                hasEarlier={view.hasEarlier}
                loadEarlier={view.loadEarlier}
                onToEnd={() => {
                  view.leave();
                  setFoundSeq(null);
                  if (at !== null) go(`/scenes/${id}`);
                }}
              >
                {away.unread && !away.isAway && !away.isMarkSeen && (
                  <ToNew {...away.unread} onShow={() => setFoundSeq(away.unread?.seq ?? null)} />
                )}
                {isFinding && (
                  <FindBar
                    lines={lines}
                    hasEarlier={view.hasEarlier}
                    loadEarlier={view.loadEarlier}
                    onShow={setFoundSeq}
                    onClose={() => {
                      setFinding(false);
                      setFoundSeq(null);
                    }}
                  />
                )}
              </Transcript>
              <Announcer lines={newLines} />
              <div class="under-stage">
                <Typists typists={view.typists} />
                {progress && <RoundState progress={progress} />}
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
                    {isOwn(scene) && /^\/problems\/model-/.test(why.type ?? '') && (
                      <button type="button" onClick={() => setPanel('models')}>
                        Model settings
                      </button>
                    )}
                  </ProblemNote>
                )}
                {failure && !why && (
                  <p class="quiet" role="status">
                    Round {failure.n} could not be finished
                    {isUnanswered && ': the model did not answer'}. The owner of the scene can retry it;
                    nothing that was said is lost.
                  </p>
                )}
                {problem && <ProblemNote problem={problem} />}
                {isDemo(id) && <DemoClock endsAt={seatOf(scene)?.endsAt} />}
                <PaceBar scene={scene} names={names} persona={persona} onDone={view.refresh} />
                <TableTurn scene={scene} events={counting} persona={persona} />
                {seatOf(scene)?.forMany ? (
                  <p class="quiet watches">You watch, as everybody does who came by this link.</p>
                ) : (
                  <Composer
                    key={edits}
                    scene={scene}
                    persona={persona}
                    onPersona={choosePersona}
                    onSay={say}
                    onTyping={view.typing}
                    events={counting}
                  />
                )}
              </div>
            </section>
            {isWide && (
              <aside class="cast" aria-label="Cast">
                <CastPanel {...cast} />
              </aside>
            )}
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
          {isOwn(scene) && (
            <DirectDrawer
              scene={scene}
              isOpen={panel === 'direct'}
              onDone={view.refresh}
              onClose={closePanel}
            />
          )}
          {panel === 'models' && isOwn(scene) && (
            <SceneSettings scene={scene} first="answers" onDone={view.refresh} onClose={closePanel} />
          )}
          {panel === 'cast' && (
            <Drawer title="Cast" onClose={closePanel}>
              <div class="cast">
                <CastPanel {...cast} />
              </div>
            </Drawer>
          )}
          {panel === 'take-along' && (
            <Drawer title="Take it with you" onClose={closePanel}>
              <TakeAlong
                room={{ kind: 'scenes', id }}
                forms={['md', 'txt', 'html', 'jsonl']}
                hasExport={own}
                isOpen
                onProblem={setProblem}
              />
            </Drawer>
          )}
          {panel === 'turn' && <TurnSigns signs={signs} onChange={changeSigns} onClose={closePanel} />}
          {panel === 'help' && <SceneHelp scene={scene} onClose={closePanel} />}
        </TakeBack.Provider>
      </Hues.Provider>
    </Pictures.Provider>
  );
}

/** Tells screen readers how far the newest round is; everybody else sees it in the transcript. */
function RoundState({ progress }: { progress: Progress }) {
  const { n, state, steps } = progress;
  const now = steps.filter((step) => step.state === 'running').map(({ label }) => label);
  return (
    <p class={`progress ${state} sr-only`} role="status">
      Round {n} {state === 'running' ? ['is played', ...now].join(', ') : tellTerm(state)}
    </p>
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

/** Returns the newest line that was said; they are not drawn in the order in which they were. */
function readLastLine(lines: readonly Line[]): LastLine | null {
  let last: LastLine | null = null;
  for (const line of lines) if (line.type === 'speech' && line.seq > (last?.seq ?? 0)) last = line;
  return last;
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
