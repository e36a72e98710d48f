import { Drama, Ellipsis, GitFork, RefreshCw, Split, Undo2 } from 'lucide';
import { useContext, useRef, useState } from 'preact/hooks';
import type { Scene } from '../../../../src/contract/scenes';
import { api } from '../../api/api';
import { hand } from '../../api/scene';
import { Icon } from '../../kit/icon';
import { Menu, type MenuItem } from '../../kit/menu';
import { useAct } from '../../kit/use-act';
import { Wordings } from '../../kit/wordings';
import { go } from '../../router';
import { backstagePath } from '../backstage/use-backstage';
import { canRetry, counts } from '../direct/counted-rounds';
import { useUndo } from '../direct/take-back';
import { WhatIf } from '../what-if/start';
import { RefusedNote } from './line-forms';
import type { Tries } from './tries';
import { useLineHand } from './use-line-hand';

/** The owner's actions on a round, at its divider. Only offers what the room accepts now. */
export function RoundTools({ scene, n, tries }: { scene: Scene; n: number; tries: Tries | null }) {
  const place = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { busy, problem, act, tell } = useAct();
  const takeBack = useUndo();
  const askWhatIf = useContext(WhatIf);
  const isIdle = scene.round === null && !busy;
  const fork = async () => {
    const copy = await act((key) => hand.fork(scene.id, { round: n }, key), `fork ${n}`);
    if (copy) go(`/scenes/${copy.id}`);
  };
  const items: MenuItem[] = [
    { name: 'Backstage', icon: Drama, keys: 'b', onChoose: () => go(backstagePath(scene.id, n)) },
    ...(canRetry(scene, n)
      ? [
          {
            name: scene.failed?.n === n ? 'Try again' : 'Replay this round',
            icon: RefreshCw,
            keys: 'r',
            disabled: !isIdle,
            onChoose: () => void act(() => api.retryRound(scene.id, n)),
          },
        ]
      : []),
    ...(counts(scene, n)
      ? [
          { name: 'Branch from here', icon: GitFork, disabled: !isIdle, onChoose: () => void fork() },
          { name: 'What if…', icon: Split, disabled: !isIdle, onChoose: () => askWhatIf({ from: n }) },
          {
            name: 'Rewind to before this',
            icon: Undo2,
            danger: true,
            disabled: !isIdle,
            onChoose: () => takeBack(n),
          },
        ]
      : []),
  ];
  const mayChoose = tries !== null && canRetry(scene, n);
  const choose = (index: number) => {
    const attempt = tries?.attempts[index];
    if (!mayChoose || attempt === undefined || index === tries?.chosen || !isIdle) return;
    void act(() => api.chooseTry(scene.id, n, attempt));
  };
  useLineHand(place, {
    items,
    onHold: () => setOpen(true),
    onTurn: (by) => choose((tries?.chosen ?? 0) + by),
  });
  return (
    <span class="line-tools" ref={place}>
      {mayChoose && (
        <Wordings
          legend="Attempts of this round"
          count={tries.attempts.length}
          chosen={tries.chosen}
          busy={!isIdle}
          onChoose={choose}
        />
      )}
      <Menu label={`More for round ${n}`} items={items} open={isOpen} onOpen={setOpen} tabIndex={-1}>
        <Icon of={Ellipsis} />
      </Menu>
      {problem && <RefusedNote problem={problem} onClose={() => tell(null)} />}
    </span>
  );
}

/** Replays the newest round, next to the notice that it produced nothing. */
export function RetryRound({ scene, n }: { scene: Scene; n: number }) {
  const { busy, problem, act, tell } = useAct();
  return (
    <>
      <button
        type="button"
        class="plain retry"
        disabled={busy || scene.round !== null}
        onClick={() => void act(() => api.retryRound(scene.id, n))}
      >
        <Icon of={RefreshCw} /> Retry
      </button>
      {problem && <RefusedNote problem={problem} onClose={() => tell(null)} />}
    </>
  );
}
