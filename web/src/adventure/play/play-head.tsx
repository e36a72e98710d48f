import {
  ArrowLeft,
  Bookmark,
  Bot,
  Ellipsis,
  FileText,
  Map as MapIcon,
  Package,
  RotateCcw,
  Scale,
  Square,
  Undo2,
} from 'lucide';
import type { Connection } from '../../../../packages/client/src/index';
import type { AdventureRun, RestoreStory } from '../../../../src/contract/adventures';
import { api, type PageProblem, type Reply } from '../../api/api';
import { Icon } from '../../kit/icon';
import { LanguageMenu } from '../../kit/language-choice';
import { ConnectionMark } from '../../kit/marks';
import { Menu, type MenuItem } from '../../kit/menu';
import { ThemeSwitch } from '../../kit/theme-switch';
import { Toolbar } from '../../kit/toolbar';
import { useAct } from '../../kit/use-act';
import { go } from '../../router';
import type { StoryState } from '../fold-adventure';

/** The open panel over the story. */
export type PlayPanel = 'map' | 'take-along' | 'saves' | 'undo' | null;

interface HeadProps {
  run: AdventureRun;
  live: Connection;
  now: StoryState | null;
  onOpen: (panel: PlayPanel) => void;
  onChanged: () => void;
  onProblem: (problem: PageProblem | null) => void;
}

/** The header: place, score, and tools to undo, save and leave. */
export function PlayHead({ run, live, now, onOpen, onChanged, onProblem }: HeadProps) {
  const { busy, act } = useAct(onChanged);
  const ask = async <T,>(does: (key: string) => Promise<Reply<T>>, what: string) =>
    act(async (key) => {
      const reply = await does(key);
      onProblem(reply.ok ? null : reply.problem);
      return reply;
    }, what);
  const restore = (body: RestoreStory) =>
    void ask((key) => api.restoreStory(run.id, body, key), `restore ${JSON.stringify(body)}`);
  const isOver = run.status === 'finished';
  const handOver = async () => {
    if (await ask(() => api.changeRun(run.id, { player: 'agent' }), 'agent'))
      await ask(() => api.controlRun(run.id, 'resume'), 'resume');
  };
  const begin = run.episode?.turn ?? run.episodes.at(-1)?.turn;
  const items: MenuItem[] = [
    { name: 'Save and restore…', icon: Bookmark, onChoose: () => onOpen('saves') },
    ...(isOver
      ? []
      : [
          {
            name: 'Undo several moves…',
            icon: Undo2,
            disabled: busy || run.undo === null,
            onChoose: () => onOpen('undo'),
          },
          {
            name: 'Start over',
            icon: RotateCcw,
            disabled: busy || begin === undefined || run.undo === null,
            onChoose: () => begin !== undefined && restore({ turn: begin }),
          },
        ]),
    { name: 'Export', icon: Package, onChoose: () => onOpen('take-along') },
    { name: 'Report', icon: FileText, onChoose: () => go(`/runs/${run.id}/report`) },
    { name: 'Compare with another run', icon: Scale, onChoose: () => go(`/runs/${run.id}/compare`) },
    ...(isOver
      ? []
      : [
          { name: 'Hand over to an agent', icon: Bot, disabled: busy, onChoose: () => void handOver() },
          {
            name: 'End the run',
            icon: Square,
            danger: true,
            disabled: busy,
            onChoose: () => void ask(() => api.controlRun(run.id, 'stop'), 'stop'),
          },
        ]),
  ];
  return (
    <header class="play-head">
      <a class="icon-button" href="#/" aria-label="Home" title="Home">
        <Icon of={ArrowLeft} />
      </a>
      <div class="play-title">
        <h1 dir="auto">{run.title}</h1>
        <p class="quiet small" dir="auto">
          {[now?.place?.name, describeScore(now), run.author && `by ${run.author}`]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <ConnectionMark state={live} />
      <Toolbar label="The story" class="play-tools">
        <button
          type="button"
          class="plain undo"
          title="Undo the last move"
          disabled={busy || isOver || run.undo === null}
          onClick={() => restore({})}
        >
          <Icon of={Undo2} /> Undo
        </button>
        <button
          type="button"
          class="plain icon-button to-map"
          aria-label="Map and objects"
          title="Map and objects"
          onClick={() => onOpen('map')}
        >
          <Icon of={MapIcon} />
        </button>
        <Menu label="More for this story" items={items}>
          <Icon of={Ellipsis} />
        </Menu>
        <LanguageMenu class="not-on-phones" />
        <ThemeSwitch />
      </Toolbar>
    </header>
  );
}

function describeScore(now: StoryState | null): string {
  if (!now) return '';
  const { score, moves, time } = now;
  return [
    score === null ? '' : `score ${score}`,
    moves === null ? '' : `${moves} ${moves === 1 ? 'move' : 'moves'}`,
    time ?? '',
  ]
    .filter(Boolean)
    .join(' · ');
}
