import { useEffect, useState } from 'preact/hooks';
import type { PageProblem } from '../api/api';
import { lazyPage } from '../lazy-page';
import { useNews } from './away/use-news';
import { useBackstageRound } from './backstage/use-backstage';
import { CastColumn } from './cast/cast-panel';
import { Composer } from './composer/composer';
import { useSpeech } from './composer/use-speech';
import { Undo } from './direct/take-back';
import { StageLines } from './lines/stage-lines';
import { useClosed } from './scene-closed';
import { SceneFrame } from './scene-frame';
import { SceneHead } from './scene-head';
import { type Panel, ScenePanels } from './scene-panels';
import { UnderStage } from './under-stage';
import { useRoomKeys } from './use-room-keys';
import { useScene } from './use-scene';
import { isOwn } from './who';
import './lines/lines.css';
import './composer/composer.css';
import './cast/cast.css';
import './scene.css';
import './direct/direct.css';

const Backstage = lazyPage(() => import('./backstage/backstage').then((part) => part.Backstage));

/** The live transcript, with the cast next to it and the composer below. */
export function SceneRoom({ id, at }: { id: string; at: number | null }) {
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [panel, setPanel] = useState<Panel>(null);
  const [isFinding, setFinding] = useState(false);
  const room = useScene(id, setProblem);
  const { view, names } = room;
  const { room: scene, reach, refresh } = view;
  const own = scene !== null && isOwn(scene);
  const speech = useSpeech(room);
  const { persona } = speech;
  const backstage = useBackstageRound();
  const isOpen = scene !== null;
  useEffect(() => {
    if (isOpen && at !== null) void reach(at);
  }, [isOpen, at, reach]);
  const news = useNews(room, persona);
  const closed = useClosed(id, view);
  const find = () => setFinding(true);
  useRoomKeys({
    onFind: find,
    onHelp: () => setPanel('help'),
    onDirect: own ? () => setPanel('direct') : undefined,
  });
  if (closed || !scene) return closed;

  const behind = backstage !== null && own;
  const { events, lines, progress } = room;
  const cast = { scene, names, events, lines, progress, persona, onDone: refresh };
  return (
    <SceneFrame scene={scene} lines={lines}>
      <Undo.Provider value={room.pending.takeBack}>
        <div class={behind ? 'scene behind' : 'scene'}>
          <SceneHead scene={scene} live={view.live} onOpen={setPanel} onFind={find} />
          <section class="stage" aria-label="Stage">
            <StageLines
              scene={scene}
              room={room}
              speech={speech}
              away={news.away}
              at={at}
              isFinding={isFinding}
              onFound={() => setFinding(false)}
            />
            <UnderStage
              scene={scene}
              room={room}
              persona={persona}
              problem={problem}
              onProblem={setProblem}
              onModels={() => setPanel('models')}
            >
              <Composer
                key={speech.edits}
                scene={scene}
                persona={persona}
                onPersona={speech.choosePersona}
                onSay={speech.say}
                onTyping={view.typing}
                events={events}
              />
            </UnderStage>
          </section>
          <CastColumn {...cast} />
          {behind && isOwn(scene) && (
            <Backstage
              scene={scene}
              names={names}
              n={backstage ?? 0}
              mark={view.events.at(-1)?.seq ?? 0}
              onDone={refresh}
            />
          )}
        </div>
        <ScenePanels
          scene={scene}
          panel={panel}
          cast={cast}
          news={news}
          onProblem={setProblem}
          onDone={refresh}
          onClose={() => setPanel(null)}
        />
      </Undo.Provider>
    </SceneFrame>
  );
}
