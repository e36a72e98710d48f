import {
  ArrowLeft,
  BellRing,
  Clapperboard,
  Ellipsis,
  Eye,
  Keyboard,
  MonitorPlay,
  Package,
  Search,
  UserPlus,
  UsersRound,
} from 'lucide';
import { useState } from 'preact/hooks';
import type { Connection } from '../../../packages/client/src/index';
import type { OwnSeat } from '../../../src/contract/seats';
import { readKey, readSeat, viewAs } from '../api/credentials';
import { isDemo } from '../demo/demo-seat';
import { Icon } from '../kit/icon';
import { LanguageMenu } from '../kit/language-choice';
import { ConnectionMark, ProviderNote, StatusMark } from '../kit/marks';
import { Menu, type MenuItem } from '../kit/menu';
import { ThemeSwitch } from '../kit/theme-switch';
import { Toolbar } from '../kit/toolbar';
import { lazyPage } from '../lazy-page';
import { go } from '../router';
import { PeopleHere } from './people/people-here';
import type { Panel } from './scene-panels';
import { type AnyScene, findSeat, isOwn, personasToSpeak } from './who';

interface HeadProps {
  scene: AnyScene;
  live: Connection;
  onOpen: (panel: Panel) => void;
  onFind: () => void;
}

/** The header: back, title, people present, and the room's tools. */
export function SceneHead({ scene, live, onOpen, onFind }: HeadProps) {
  const [people, setPeople] = useState(false);
  const seat = findSeat(scene);
  const own = isOwn(scene);
  const back = own || isDemo(scene.id) ? { to: '#/', name: 'Home' } : { to: '#/seats', name: 'Your seats' };
  return (
    <header class="scene-head">
      <a class="button plain icon-button" href={back.to} aria-label={back.name} title={back.name}>
        <Icon of={ArrowLeft} />
      </a>
      <div class="scene-title">
        <h1 dir="auto">{scene.title}</h1>
        {seat && <p class="quiet small">{describeSeat(scene, seat)}</p>}
        {scene.status === 'finished' && <StatusMark status="finished" />}
        <ProviderNote answeredBy={own ? scene.answeredBy : [scene.provider]} />
      </div>
      <ConnectionMark state={live} />
      <PeopleHere scene={scene} />
      <Toolbar label="The room" class="scene-tools">
        {own && <Tool name="People" icon={UserPlus} onClick={() => setPeople(true)} />}
        {own && <Tool name="Direct" icon={Clapperboard} onClick={() => onOpen('direct')} />}
        <Tool name="Cast" icon={UsersRound} class="to-cast" onClick={() => onOpen('cast')} />
        <Menu label="More for this room" items={listMore(scene, onOpen, onFind)}>
          <Icon of={Ellipsis} />
        </Menu>
        <LanguageMenu class="not-on-phones" />
        <ThemeSwitch class="not-on-phones" />
      </Toolbar>
      {people && own && <PeopleDialog scene={scene} onClose={() => setPeople(false)} />}
    </header>
  );
}

const PeopleDialog = lazyPage(() => import('./people/people-dialog').then((part) => part.PeopleDialog));

function Tool(props: { name: string; icon: typeof Search; class?: string; onClick: () => void }) {
  return (
    <button
      type="button"
      class={`plain icon-button ${props.class ?? ''}`}
      aria-label={props.name}
      title={props.name}
      onClick={props.onClick}
    >
      <Icon of={props.icon} />
    </button>
  );
}

function listMore(scene: AnyScene, onOpen: (panel: Panel) => void, onFind: () => void): MenuItem[] {
  const other = isOwn(scene) ? 'seat' : 'owner';
  const hasBoth = readSeat(scene.id) !== null && readKey() !== null;
  return [
    { name: 'Find in the transcript', icon: Search, keys: 'f', onChoose: onFind },
    {
      name: 'Presentation view',
      icon: MonitorPlay,
      onChoose: () => go(`/scenes/${scene.id}/screen`),
    },
    ...(personasToSpeak(scene).length > 0
      ? [{ name: "Notify me when it's my turn", icon: BellRing, onChoose: () => onOpen('turn') }]
      : []),
    { name: 'Export', icon: Package, onChoose: () => onOpen('take-along') },
    ...(hasBoth
      ? [
          {
            name: other === 'owner' ? 'View as owner' : 'Back to my seat',
            icon: Eye,
            onChoose: () => viewAs(scene.id, other),
          },
        ]
      : []),
    { name: 'Help and shortcuts', icon: Keyboard, keys: '?', onChoose: () => onOpen('help') },
  ];
}

const describeSeat = (scene: AnyScene, { name, role, persona, forMany }: OwnSeat) => {
  if (forMany) return 'You are watching.';
  const plays = scene.personas.find(({ id }) => id === persona)?.name;
  if (role === 'spectator') return `${name}, you are watching.`;
  return plays ? `${name}, you play ${plays}.` : `${name}, you have no role yet.`;
};
