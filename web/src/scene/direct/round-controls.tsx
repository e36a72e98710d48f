import { useState } from 'preact/hooks';
import type { Scene } from '../../../../src/api/scenes';
import { hand } from '../../api/scene';
import { ProblemNote } from '../../kit/problem-note';
import { useAct } from '../../kit/use-act';
import { go } from '../../router';
import { backstagePath } from '../backstage/use-backstage';
import { SceneSettings } from '../settings/scene-settings';
import { AutonomyForm } from './autonomy-form';
import { describeNext } from './fold-pace';
import { NarrateForm } from './narrate-form';

type Open = 'narrate' | 'autonomy' | 'settings' | null;

/** The owner's controls of a scene: who speaks next, the narrator, going on alone, settings, backstage. */
export function RoundControls({ scene, onDone }: { scene: Scene; onDone: () => void }) {
  const { id, cast, called } = scene;
  const { busy, problem, act } = useAct(onDone);
  const [roomy] = useState(isRoomy);
  const [open, setOpen] = useState<Open>(null);
  const over = scene.status === 'finished';
  const isGame = scene.game !== null;
  const close = () => setOpen(null);
  const fork = async () => {
    const fork = await act((key) => hand.fork(id, {}, key), 'fork');
    if (fork) go(`/scenes/${fork.id}`);
  };
  return (
    <>
      <details class="direct" open={roomy}>
        <summary>Direct the scene</summary>
        <div class="buttons">
          {!isGame && !over && (
            <label class="next">
              <span>Next to speak</span>
              <select
                value={called.next ?? ''}
                disabled={busy}
                onChange={({ currentTarget: { value } }) =>
                  void act(() =>
                    hand.chooseNextSpeaker(id, {
                      character: value || null,
                      skip: called.skip.filter((one) => one !== value),
                    }),
                  )
                }
              >
                <option value="">{describeNext(scene.settings)}</option>
                {cast.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name} alone
                  </option>
                ))}
              </select>
            </label>
          )}
          {!isGame && !over && (
            <button type="button" onClick={() => setOpen('narrate')}>
              Narrate…
            </button>
          )}
          {!over && !scene.autonomy && (
            <button type="button" onClick={() => setOpen('autonomy')}>
              Go on alone…
            </button>
          )}
          {scene.rounds > 0 && (
            <button type="button" disabled={busy} onClick={() => void fork()}>
              Fork
            </button>
          )}
          <button type="button" onClick={() => setOpen('settings')}>
            Settings
          </button>
          <a class="button to-backstage" href={`#${backstagePath(id, 0)}`}>
            Backstage
          </a>
        </div>
        {called.skip.length > 0 && (
          <p class="quiet small">
            Passed over in the next round:{' '}
            {called.skip.map((one) => cast.find((member) => member.id === one)?.name ?? one).join(', ')}
          </p>
        )}
        {problem && <ProblemNote problem={problem} />}
      </details>
      {open === 'narrate' && <NarrateForm scene={scene} onDone={onDone} onClose={close} />}
      {open === 'autonomy' && <AutonomyForm scene={scene} onDone={onDone} onClose={close} />}
      {open === 'settings' && <SceneSettings scene={scene} onDone={onDone} onClose={close} />}
    </>
  );
}

/** Returns true when the controls fit beside the transcript. Otherwise they are folded away. */
const isRoomy = (): boolean => window.matchMedia('(min-width: 60rem) and (min-height: 40rem)').matches;
