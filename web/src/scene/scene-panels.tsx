import { useRef } from 'preact/hooks';
import type { PageProblem } from '../api/api';
import { Drawer } from '../kit/drawer';
import { lazyPage } from '../lazy-page';
import { ExportMenu } from '../room/take-along';
import type { News } from './away/use-news';
import { CastPanel } from './cast/cast-panel';
import { type AnyScene, isOwn } from './who';

const DirectDrawer = lazyPage(() => import('./direct/direct-drawer').then((part) => part.DirectDrawer));
const SceneSettings = lazyPage(() => import('./settings/scene-settings').then((part) => part.SceneSettings));
const TurnSigns = lazyPage(() => import('./away/turn-signs').then((part) => part.TurnSignsDrawer));
const SceneHelp = lazyPage(() => import('./scene-help').then((part) => part.SceneHelp));

/** The open panel next to the transcript. */
export type Panel = 'cast' | 'direct' | 'models' | 'take-along' | 'turn' | 'help' | null;

export function ScenePanels(props: {
  scene: AnyScene;
  panel: Panel;
  cast: Parameters<typeof CastPanel>[0];
  news: News;
  onProblem: (problem: PageProblem | null) => void;
  onDone: () => void;
  onClose: () => void;
}) {
  const { scene, panel, cast, news, onDone, onClose } = props;
  // It stays mounted once opened: its forms stay open when the drawer closes.
  const isDirected = useRef(false);
  isDirected.current ||= panel === 'direct';
  return (
    <>
      {isOwn(scene) && isDirected.current && (
        <DirectDrawer scene={scene} isOpen={panel === 'direct'} onDone={onDone} onClose={onClose} />
      )}
      {panel === 'models' && isOwn(scene) && (
        <SceneSettings scene={scene} first="answers" onDone={onDone} onClose={onClose} />
      )}
      {panel === 'cast' && (
        <Drawer title="Cast" onClose={onClose}>
          <div class="cast">
            <CastPanel {...cast} />
          </div>
        </Drawer>
      )}
      {panel === 'take-along' && (
        <Drawer title="Export" onClose={onClose}>
          <ExportMenu
            room={{ kind: 'scenes', id: scene.id }}
            forms={['md', 'txt', 'html', 'jsonl']}
            hasExport={isOwn(scene)}
            isOpen
            onProblem={props.onProblem}
          />
        </Drawer>
      )}
      {panel === 'turn' && <TurnSigns signs={news.signs} onChange={news.changeSigns} onClose={onClose} />}
      {panel === 'help' && <SceneHelp scene={scene} onClose={onClose} />}
    </>
  );
}
