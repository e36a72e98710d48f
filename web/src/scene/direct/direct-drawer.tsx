import {
  Brain,
  Drama,
  FastForward,
  Feather,
  GitFork,
  Map as MapIcon,
  ScrollText,
  Settings,
  Split,
  Webhook,
} from 'lucide';
import { useContext, useState } from 'preact/hooks';
import type { Limits } from '../../../../src/contract/money';
import type { Scene } from '../../../../src/contract/scenes';
import { hand } from '../../api/scene';
import { Drawer } from '../../kit/drawer';
import { type FieldList, Fields, typed } from '../../kit/form/field-list';
import { SelectField, TypedField } from '../../kit/form/typed-field';
import { Icon } from '../../kit/icon';
import { ProblemNote } from '../../kit/problem-note';
import { Sheet } from '../../kit/sheet';
import { useAct } from '../../kit/use-act';
import { lazyPage } from '../../lazy-page';
import { MemoryList } from '../../memories/memory-list';
import { go } from '../../router';
import { webhooksAddress } from '../../webhooks/webhook-place';
import { say } from '../../words/say';
import { backstagePath } from '../backstage/use-backstage';
import { LimitFields } from '../settings/limit-fields';
import { SceneSettings } from '../settings/scene-settings';
import { lastPlayed, WhatIf } from '../what-if/start';
import { describeNext } from './fold-pace';

const HandoutForm = lazyPage(() => import('./handout-form').then((part) => part.HandoutForm));

type Form = 'narrate' | 'handout' | 'autonomy' | 'memories' | 'settings' | null;

interface DirectProps {
  scene: Scene;
  isOpen: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** The owner's controls of a scene: next speaker, narrator, auto-play, settings, backstage. */
export function DirectDrawer({ scene, isOpen, onDone, onClose }: DirectProps) {
  const { id, cast, called } = scene;
  const { busy, problem, act } = useAct(onDone);
  const [form, setForm] = useState<Form>(null);
  const askWhatIf = useContext(WhatIf);
  const last = lastPlayed(scene);
  const over = scene.status === 'finished';
  const mayCall = scene.game === null && !over;
  const close = () => setForm(null);
  const open = (next: Form) => {
    onClose();
    setForm(next);
  };
  const fork = async () => {
    const copy = await act((key) => hand.fork(id, {}, key), 'fork');
    if (copy) go(`/scenes/${copy.id}`);
  };
  const callOn = (character: string) =>
    void act(() =>
      hand.chooseNextSpeaker(id, {
        character: character || null,
        skip: called.skip.filter((one) => one !== character),
      }),
    );
  return (
    <>
      {isOpen && (
        <Drawer title="Direct" onClose={onClose}>
          {mayCall && (
            <SelectField
              label="Next speaker"
              options={[
                ['', describeNext(scene.settings)],
                ...cast.map(({ id, name }) => [id, `Only ${name}`] as const),
              ]}
              value={called.next ?? ''}
              disabled={busy}
              onChange={callOn}
            />
          )}
          {called.skip.length > 0 && (
            <p class="quiet small">
              Skipped in the next round:{' '}
              {called.skip.map((one) => cast.find((member) => member.id === one)?.name ?? one).join(', ')}
            </p>
          )}
          <ul class="deeds">
            {mayCall && (
              <Deed
                icon={Feather}
                name="Narrate…"
                about="The narrator describes the scene"
                onClick={() => open('narrate')}
              />
            )}
            {!scene.game && (
              <Deed
                icon={MapIcon}
                name="Show a handout…"
                about="A text or a picture for everyone or for some players"
                onClick={() => open('handout')}
              />
            )}
            {!over && !scene.autonomy && (
              <Deed
                icon={FastForward}
                name={say('Auto-play…')}
                about="The characters talk among themselves for a few rounds"
                onClick={() => open('autonomy')}
              />
            )}
            <Deed
              icon={Drama}
              name="Backstage"
              about="How each round was decided, and its cost"
              onClick={() => {
                onClose();
                go(backstagePath(id, 0));
              }}
            />
            <Deed
              icon={Brain}
              name="Memories"
              about="View, correct, pin and add characters' memories"
              onClick={() => open('memories')}
            />
            {scene.rounds > 0 && (
              <Deed
                icon={GitFork}
                name="Fork"
                about="Continue in a copy of this scene"
                disabled={busy}
                onClick={() => void fork()}
              />
            )}
            {last > 0 && (
              <Deed
                icon={Split}
                name="What if…"
                about="Play rounds again with another line, model or card"
                onClick={() => {
                  onClose();
                  askWhatIf({ from: last });
                }}
              />
            )}
            <Deed
              icon={ScrollText}
              name="Calls"
              about="Prompts and replies of the models"
              onClick={() => go(`/calls?room=${id}`)}
            />
            <Deed
              icon={Webhook}
              name="Connect Discord, Slack, GitHub"
              about="Let other programs take turns"
              onClick={() => go(webhooksAddress({ side: 'in', room: id }))}
            />
            <Deed
              icon={Settings}
              name="Settings"
              about="Pace, tone, rules, models, limits"
              onClick={() => open('settings')}
            />
          </ul>
          {problem && <ProblemNote problem={problem} />}
        </Drawer>
      )}
      {form === 'narrate' && <NarrateForm scene={scene} onDone={onDone} onClose={close} />}
      {form === 'handout' && <HandoutForm scene={scene} onClose={close} />}
      {form === 'autonomy' && <AutonomyForm scene={scene} onDone={onDone} onClose={close} />}
      {form === 'memories' && (
        <Drawer title="Memories" onClose={close}>
          <MemoryList place={{ kind: 'scenes', id }} people={cast} />
        </Drawer>
      )}
      {form === 'settings' && <SceneSettings scene={scene} onDone={onDone} onClose={close} />}
    </>
  );
}

function Deed(props: {
  icon: typeof Drama;
  name: string;
  about: string;
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <li class="deed">
      <button type="button" class="plain" disabled={props.disabled} onClick={props.onClick}>
        <Icon of={props.icon} /> {props.name}
      </button>
      <span class="quiet small">{props.about}</span>
    </li>
  );
}

function NarrateForm(props: { scene: Scene; onDone: () => void; onClose: () => void }) {
  const [text, setText] = useState('');
  const { busy, problem, act } = useAct(props.onDone);
  const send = async () => {
    const reply = await act((key) => hand.narrate(props.scene.id, text.trim(), key), text.trim());
    if (reply) props.onClose();
  };
  return (
    <Sheet title="Narration" verb="Narrate" busy={busy} onSend={() => void send()} onClose={props.onClose}>
      <TypedField
        label="What should the narrator describe? (empty: the surroundings)"
        rows={3}
        maxLength={2000}
        value={text}
        onChange={setText}
      />
      {problem && <ProblemNote problem={problem} />}
    </Sheet>
  );
}

const PACE: FieldList<{ rounds: string; pause: string }> = {
  rounds: typed('Rounds', { isNumber: true, min: 1, max: 100, required: true }),
  pause: typed('Seconds between rounds', { isNumber: true, min: 0, max: 3600, required: true }),
};

/** Auto-plays a scene for a number of rounds or until a budget is spent. */
function AutonomyForm(props: { scene: Scene; onDone: () => void; onClose: () => void }) {
  const [pace, setPace] = useState({ rounds: '3', pause: '5' });
  const { rounds, pause } = pace;
  const [limits, setLimits] = useState<Limits>({ calls: null, tokens: null, money: null });
  const { busy, problem, act } = useAct(props.onDone);
  const send = async () => {
    const body = { rounds: Number(rounds), pauseSeconds: Number(pause), budget: limits };
    if (await act((key) => hand.goOn(props.scene.id, body, key), JSON.stringify(body))) props.onClose();
  };
  return (
    <Sheet
      title="Auto-play"
      verb="Start"
      busy={busy}
      ready={rounds !== '' && pause !== ''}
      onSend={() => void send()}
      onClose={props.onClose}
    >
      <p class="quiet">Player lines go first and do not count. Every round costs money.</p>
      <div class="row">
        <Fields fields={PACE} values={pace} onChange={(part) => setPace((held) => ({ ...held, ...part }))} />
      </div>
      <details>
        <summary>Max spending</summary>
        <LimitFields
          limits={limits}
          pointer="/budget"
          onChange={(change) => setLimits((now) => ({ ...now, ...change }))}
        />
      </details>
      {problem && <ProblemNote problem={problem} />}
    </Sheet>
  );
}
