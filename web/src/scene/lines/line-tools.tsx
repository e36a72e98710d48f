import {
  Copy,
  Ellipsis,
  Eye,
  EyeOff,
  Link,
  MessageSquareMore,
  Pencil,
  RefreshCw,
  Split,
  Trash2,
  Undo2,
  Wand,
} from 'lucide';
import { useContext, useRef, useState } from 'preact/hooks';
import { isLocalHost } from '../../../../src/base/reach';
import type { LineVisibility, Scene } from '../../../../src/contract/scenes';
import type { Reply } from '../../api/api';
import { hand } from '../../api/scene';
import { copyText } from '../../kit/copy-text';
import { Icon } from '../../kit/icon';
import { Menu, type MenuItem } from '../../kit/menu';
import { showToast } from '../../kit/toast';
import { type Act, useAct } from '../../kit/use-act';
import { Wordings } from '../../kit/wordings';
import { counts } from '../direct/counted-rounds';
import { useUndo } from '../direct/take-back';
import { findAffected, type Speech, WhatIf, type WhatIfStart } from '../what-if/start';
import { type AnyScene, actorId, isOwn } from '../who';
import { isWaiting } from './arrange';
import type { Line } from './fold-scene';
import { EditForm, RefusedNote, RegenerateForm } from './line-forms';
import { canReadAloud, isReadingAloud, readAloud, stopReading } from './read-aloud';
import { useLineHand } from './use-line-hand';

type Form = 'edit' | 'anew' | null;

interface ToolsProps {
  line: Speech | Extract<Line, { type: 'jotting' }>;
  scene: AnyScene;
  /** True if this player can choose between versions. */
  mayChoose: boolean;
  /** True for the newest reply of a character. */
  isNewest: boolean;
}

/** Actions on a line: a menu, a long press, and keys while it has focus. */
export function LineTools({ line, scene, mayChoose, isNewest }: ToolsProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [form, setForm] = useState<Form>(null);
  const act = useAct();
  const takeBack = useUndo();
  const askWhatIf = useContext(WhatIf);
  const items = [
    ...(isOwn(scene) && line.type === 'speech'
      ? listDeeds(line, scene, act, setForm, takeBack, askWhatIf)
      : []),
    ...(line.type === 'speech' && canReadAloud ? [aloudItem(line)] : []),
    ...listCopies(line, scene),
  ];
  const speech = line.type === 'speech' ? line : null;
  const stored = (isOwn(scene) || mayChoose) && speech?.wordings;
  // An older reply without other versions has none to browse, so that a stray swipe makes no call.
  const isAddable = speech !== null && canRewrite(speech, scene) && (isNewest || Boolean(stored));
  const wordings = stored || (isAddable && { count: 1, chosen: 0 });
  const isPlaying = scene.round !== null;
  const isBusy = act.busy || isPlaying;
  const add = () => void act.act((key) => hand.regenerate(scene.id, line.seq, '', key), 'anew');
  const choose = (index: number) => {
    if (!wordings || index < 0 || isBusy) return;
    if (index < wordings.count) void act.act(() => hand.choose(scene.id, line.seq, index));
    else if (isAddable) add();
  };
  useLineHand(place, {
    items,
    onHold: () => setOpen(true),
    onTurn: (by) => wordings && choose(wordings.chosen + by),
  });
  return (
    <span class="line-tools" ref={place}>
      {wordings && (
        <Wordings
          legend="Versions of this reply"
          {...wordings}
          busy={isBusy}
          onChoose={choose}
          onAdd={isAddable ? add : undefined}
        />
      )}
      <Menu label="More for this line" items={items} open={isOpen} onOpen={setOpen} tabIndex={-1}>
        <Icon of={Ellipsis} />
      </Menu>
      {form === 'edit' && speech && <EditForm scene={scene} line={speech} onClose={() => setForm(null)} />}
      {form === 'anew' && speech && (
        <RegenerateForm scene={scene} line={speech} onClose={() => setForm(null)} />
      )}
      {act.problem && <RefusedNote problem={act.problem} onClose={() => act.tell(null)} />}
    </span>
  );
}

const aloudItem = ({ name, text }: Speech): MenuItem =>
  isReadingAloud()
    ? { name: 'Stop reading', keys: 's', onChoose: stopReading }
    : { name: 'Read aloud', keys: 's', onChoose: () => readAloud(name, text) };

function listCopies(line: ToolsProps['line'], scene: AnyScene): MenuItem[] {
  const link = `${location.origin}${location.pathname}#/scenes/${scene.id}?at=${line.seq}`;
  const copy = async (text: string, done: string) =>
    showToast({ text: (await copyText(text)) ? done : 'This browser does not allow copying.' });
  return [
    { name: 'Copy', icon: Copy, keys: 'c', onChoose: () => void copy(line.text, 'Text copied.') },
    {
      name: 'Copy link',
      icon: Link,
      keys: 'l',
      onChoose: () =>
        void copy(
          link,
          isLocalHost(location.hostname) ? 'Link copied. It only works on this computer.' : 'Link copied.',
        ),
    },
  ];
}

/** True if the owner can regenerate and continue the line. */
const canRewrite = (line: Speech, scene: AnyScene): boolean =>
  isOwn(scene) &&
  line.actor.startsWith('character:') &&
  !line.isHiddenFromPrompts &&
  !scene.game &&
  scene.status !== 'finished';

/** Lists the owner's actions on a line. */
function listDeeds(
  line: Speech,
  scene: Scene,
  { busy, act }: Act,
  openForm: (form: Form) => void,
  takeBack: (n: number) => void,
  askWhatIf: (start: WhatIfStart) => void,
): MenuItem[] {
  const { seq, actor, round } = line;
  if (actor === 'judge') return [];
  const isPlaying = scene.round !== null;
  const change = (does: () => Promise<Reply<LineVisibility>>, text: string) => async () => {
    if (!(await act(does))) return;
    showToast({ text, verb: 'Undo', onVerb: () => void act(() => hand.showLine(scene.id, seq)) });
  };
  const hide = change(() => hand.hideLine(scene.id, seq), 'Message hidden from prompts.');
  const remove = change(() => hand.deleteLine(scene.id, seq), 'Message deleted.');
  const deletion: MenuItem = {
    ...{ name: 'Delete message', icon: Trash2, keys: 'x', danger: true, disabled: isPlaying },
    onChoose: () => void remove(),
  };
  if (line.isHiddenFromPrompts)
    return [
      {
        ...{ name: 'Show to characters again', icon: Eye, keys: 'h', disabled: isPlaying },
        onChoose: () => void act(() => hand.showLine(scene.id, seq)),
      },
      deletion,
    ];
  const next = { character: actorId(actor), skip: [] };
  const affected = findAffected(scene, line);
  return [
    { name: 'Edit', icon: Pencil, keys: 'e', disabled: isPlaying, onChoose: () => openForm('edit') },
    ...(canRewrite(line, scene)
      ? [
          {
            name: 'Regenerate',
            icon: RefreshCw,
            keys: 'r',
            disabled: busy || isPlaying,
            onChoose: () => void act((key) => hand.regenerate(scene.id, seq, '', key), 'anew'),
          },
          {
            name: 'Regenerate with a note…',
            icon: Wand,
            keys: 'w',
            disabled: busy || isPlaying,
            onChoose: () => openForm('anew'),
          },
          {
            name: 'Continue this reply',
            icon: MessageSquareMore,
            keys: 'g',
            disabled: busy || isPlaying,
            onChoose: () => void act((key) => hand.continueLine(scene.id, seq, key), 'on'),
          },
          {
            name: `${line.name} speaks next`,
            disabled: busy,
            onChoose: () => void act(() => hand.chooseNextSpeaker(scene.id, next)),
          },
        ]
      : []),
    ...(!isWaiting(line) && !scene.game
      ? [
          {
            ...{ name: 'Hide from prompts', icon: EyeOff, keys: 'h', disabled: isPlaying },
            onChoose: () => void hide(),
          },
          deletion,
        ]
      : []),
    ...(affected !== null
      ? [
          {
            name: 'What if…',
            icon: Split,
            disabled: isPlaying,
            onChoose: () => askWhatIf({ from: affected, line }),
          },
        ]
      : []),
    ...(round !== null && counts(scene, round)
      ? [
          {
            name: 'Rewind to before this',
            icon: Undo2,
            danger: true,
            disabled: isPlaying,
            onChoose: () => takeBack(round),
          },
        ]
      : []),
  ];
}
