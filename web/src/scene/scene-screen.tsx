import { useMemo } from 'preact/hooks';
import { ConnectionMark, isOffstage, nameHue } from '../kit/marks';
import { RoomProblem } from '../kit/problem-note';
import { useTitle } from '../kit/use-title';
import { useRoom } from '../room/use-room';
import { CastLook, useHues, useNames } from './cast-look';
import { roundNumber } from './direct/counted-rounds';
import { changesScene, lineMaker } from './lines/fold-scene';
import { DraftView, LineView, lineClass } from './lines/line-view';
import type { AnyScene } from './who';
import { actorId } from './who';
import './lines/lines.css';
import './composer/composer.css';
import './cast/cast.css';
import './scene.css';
import './screen.css';

/** Number of lines shown, more than fit on the largest screen. */
const SHOWN = 40;

/** True for events that everyone may see, even in an owner's browser. */
const isPublic = ({ audience }: { audience: readonly string[] }): boolean => audience.includes('*');

/** Shows the scene on a large screen for an audience: the newest lines, large, without controls. */
export function SceneScreen({ id }: { id: string }) {
  const view = useRoom<AnyScene>('scenes', id, changesScene);
  const { room: scene, events, drafts } = view;
  const names = useNames(scene);
  const hues = useHues(scene);
  const toLines = useMemo(() => lineMaker(names), [names]);
  const lines = useMemo(
    () =>
      toLines(events.filter(isPublic))
        .filter(
          (line) => ['speech', 'roll'].includes(line.type) || (line.type === 'note' && line.tone === 'stage'),
        )
        .slice(-SHOWN),
    [events, toLines],
  );
  useTitle(scene?.title ?? 'Scene');

  if (view.problem) return <RoomProblem what="scene" problem={view.problem} onRetry={view.reload} />;
  if (!scene) return <p class="loading">Opening the scene…</p>;
  return (
    <CastLook scene={scene}>
      <div class="screen">
        <header>
          <h1 dir="auto">{scene.title}</h1>
          {view.live !== 'live' && <ConnectionMark state={view.live} />}
        </header>
        <section class="screen-lines" role="log" aria-label="Newest lines">
          {lines.length === 0 && scene.scenario && <p class="scenario">{scene.scenario}</p>}
          {lines.map((line) => (
            <div
              key={line.seq}
              class={lineClass(line, false)}
              style={{ '--hue': String(nameHue('actor' in line ? line.actor : '', hues)) }}
            >
              <LineView line={line} mine={false} numberOf={(n) => roundNumber(scene, n)} />
            </div>
          ))}
          {drafts.filter(isPublic).map((draft) => (
            <div
              key={draft.actor}
              class={isOffstage(draft.actor) ? 'line draft offstage' : 'line draft'}
              aria-hidden="true"
              style={{ '--hue': String(nameHue(draft.actor, hues)) }}
            >
              <DraftView draft={draft} name={names.get(actorId(draft.actor)) ?? actorId(draft.actor)} />
            </div>
          ))}
        </section>
      </div>
    </CastLook>
  );
}
