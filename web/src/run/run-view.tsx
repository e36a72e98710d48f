import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ActionId } from '../../../src/contract/agents';
import type { GridRun } from '../../../src/contract/runs';
import { api, type PageProblem } from '../api/api';
import { ProblemNote } from '../kit/problem-note';
import { useReading } from '../kit/use-reading';
import type { RoomView } from '../room/use-room';
import { type RunPlace, redirect, runAddress } from '../router';
import { BoardViewer } from './board/board-viewer';
import { CopyBoard, OPENING, OwnBoard, type PlayedFrame } from './board/play-board';
import type { OwnRun } from './board/use-own-play';
import { FailedTurn } from './failed-turn';
import { describeTurn, foldRun } from './fold-run';
import { describeEnd, RunHead } from './run-head';
import { RunKnown } from './run-known';
import { SpentNote } from './spent-note';
import { Timeline } from './turns/timeline';
import { TurnDetail } from './turns/turn-detail';
import { useRunPlace } from './use-run-place';
import type { Begins } from './watch/begins';
import { eventsUpTo, foldKnown } from './watch/fold-known';
import { useWatch } from './watch/use-watch';
import { useWatchKeys } from './watch/use-watch-keys';
import { WatchBar } from './watch/watch-bar';

/** Returns true for games that can be restored, so that a person can fork and play on from a frame. */
const isBuiltin = (game: string): boolean => game !== 'pushed' && !game.startsWith('arc3:');

/** True if a person can play the run itself: the game is remote and the agent is idle. */
const canPlayOwn = ({ game, status }: GridRun): boolean =>
  game.startsWith('arc3:') && (status === 'created' || status === 'paused');

interface RunViewProps {
  id: string;
  at: RunPlace;
  /** A person plays from the beginning on. */
  plays: boolean;
  run: GridRun;
  view: RoomView<GridRun>;
  begins: Begins;
}

const toOwnRun = (run: GridRun, cells: string | null): OwnRun => ({
  id: run.id,
  hasBegun: cells !== null,
  cells,
  state: run.gameState,
  level: run.level,
  available: (Object.keys(run.actions) as ActionId[]).sort(),
  left: run.budgets.actions - run.used.actions,
});

/**
 * A grid game run: the board, all turns, and each action's rule with evidence, all cut to the point that a watcher has
 * reached.
 */
export function RunView({ id, at, plays, run, view, begins }: RunViewProps) {
  const { events } = view;
  // The starting point is fixed when the page opens.
  const [beginning] = useState(begins);
  const watch = useWatch(events, beginning, !view.hasEarlier);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [playedFrame, setPlayed] = useState<PlayedFrame | null>(plays ? OPENING : null);
  const whole = useMemo(() => foldRun(events), [events]);
  const story = useMemo(() => (watch.seen === events ? whole : foldRun(watch.seen)), [watch.seen, whole]);
  const boards = useMemo(() => new Map(whole.frames.map(({ n, cells }) => [n, cells])), [whole]);
  const { value: knowledge } = useReading(() => api.knowledge(id), run.head);
  const place = useRunPlace(id, at, story);

  const { frames, turns, spent } = story;
  const { turn, index, follows } = place;
  const newest = whole.frames.length - 1;
  const isOver = run.status === 'finished';
  const last = turns.findLast(({ status }) => status !== 'running');
  const canPutBack = isBuiltin(run.game);
  const canPlay = canPutBack || canPlayOwn(run);

  const goLive = () => {
    watch.goLive();
    place.showFrame(null);
  };
  const play = () => {
    watch.play(follows || index >= newest ? null : index);
    place.showFrame(null);
  };
  const show = (next: number) => {
    if (next >= newest) return goLive();
    if (next < frames.length - 1) {
      place.showFrame(Math.max(0, next));
    } else {
      watch.seek(next);
      place.showFrame(null);
    }
  };
  // Do not move a reader away from an earlier turn.
  useEffect(() => {
    if (!follows) watch.pause();
  }, [follows]);
  const endPlay = () => {
    setPlayed(null);
    if (plays) redirect(runAddress(id, at));
  };
  useWatchKeys({
    isOff: playedFrame !== null,
    onPlay: watch.plays && follows ? watch.pause : play,
    onStep: (by) => show(index + by),
    onLive: goLive,
  });
  const frame = frames[index];
  // The frame up to which everything is known; null: the visible frame.
  const upTo = frame && index < frames.length - 1 ? frame.n : null;
  const known = useMemo(() => {
    if (knowledge && upTo === null && !watch.isBehind) return knowledge;
    const seen = upTo === null ? watch.seen : eventsUpTo(watch.seen, upTo);
    return foldKnown(seen, run.verifyAfter);
  }, [knowledge, upTo, watch.isBehind, watch.seen, run.verifyAfter]);
  /** The end is hidden: an earlier position is on show. */
  const isPast = upTo !== null || watch.isBehind;
  const actions = frames.slice(0, index + 1).filter(({ action }) => action !== null).length;
  if (beginning === 'first' && view.hasEarlier) return <p class="loading">Opening the run…</p>;
  return (
    <div class="run grid-run">
      <RunHead
        run={run}
        live={view.live}
        hidesEnd={isPast}
        canFork={canPutBack}
        onDone={view.refresh}
        onProblem={setProblem}
      />
      {problem && <ProblemNote problem={problem} />}
      <FailedTurn run={run} onDone={view.refresh} onProblem={setProblem} />
      {spent && !isOver && <SpentNote spent={spent} />}
      <Timeline run={id} turns={turns} shown={turn?.n ?? null} follows={follows} onShow={place.showTurn} />
      <div class="run-columns">
        <div class="run-left">
          {playedFrame && canPutBack ? (
            <CopyBoard run={id} frame={playedFrame} onEnd={endPlay} key={playedFrame.n} />
          ) : playedFrame && run.game.startsWith('arc3:') ? (
            <OwnBoard run={toOwnRun(run, whole.frames.at(-1)?.cells ?? null)} onEnd={endPlay} />
          ) : (
            <BoardViewer
              run={id}
              frames={frames}
              index={index}
              of={watch.isBehind ? (whole.turns.at(-1)?.n ?? null) : null}
              waits={run.waitsFor}
              moves={watch.plays && follows}
              {...(canPlay ? { onPlay: () => setPlayed(frame ?? OPENING) } : {})}
              playsOwn={!canPutBack}
              bar={
                <WatchBar
                  watch={watch}
                  index={index}
                  newest={newest}
                  follows={follows}
                  name={
                    frame ? `Frame ${frame.n}${frame.turn ? `, turn ${frame.turn}` : ''}` : 'No frame yet'
                  }
                  isOver={isOver}
                  onPlay={play}
                  onShow={show}
                  onLive={goLive}
                />
              }
            />
          )}
        </div>
        <div class="run-right">
          <TurnDetail
            run={id}
            turn={turn}
            frames={frames.flatMap((frame, at) =>
              frame.turn === turn?.n && turn ? [{ frame, index: at }] : [],
            )}
            shown={index}
            // It is stored at the end of the turn but was made before this frame.
            prediction={whole.frames[index]?.prediction ?? null}
            onShowFrame={show}
            canFork={canPutBack}
            onProblem={setProblem}
            key={turn?.n ?? 0}
          />
          <RunKnown
            run={run}
            known={known}
            boards={boards}
            turns={isPast ? turns.filter(({ n }) => n <= (turn?.n ?? 0)) : turns}
            past={isPast ? { actions, turns: turn?.n ?? 0 } : null}
            shown={turn?.n ?? null}
            spent={spent}
            onChanged={view.refresh}
          />
        </div>
      </div>
      <p class="sr-only" aria-live="polite">
        {isOver && !watch.isBehind ? `Run finished: ${describeEnd(run)}.` : last ? describeTurn(last) : ''}
      </p>
    </div>
  );
}
