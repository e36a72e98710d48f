import type { Draft } from '../../../../packages/client/src/index';
import { idOfActor } from '../who';
import type { Names } from './fold-scene';
import { DraftView } from './line-view';
import type { Outgoing } from './outbox';
import { OutgoingView } from './outgoing-view';
import type { Coming } from './transcript';
import type { Outbox } from './use-outbox';

/** Lists the entries after the lines: those being written, then those that this browser is sending. */
export function comingOf(
  drafts: readonly Draft[],
  outbox: Outbox,
  names: Names,
  onEdit: (one: Outgoing) => void,
): Coming[] {
  const nameOf = (id: string) => names.get(id) ?? id;
  return [
    ...drafts.map((draft) => ({
      key: `draft ${draft.actor}`,
      class: 'line draft',
      actor: draft.actor,
      hidden: true,
      view: <DraftView draft={draft} name={nameOf(idOfActor(draft.actor))} />,
    })),
    ...outbox.outgoing.map((one) => {
      const { said } = one;
      const speaker = said.type === 'turn' ? (said.input.personaId ?? '') : '';
      const whispers = said.type === 'turn' && said.input.whisper === true;
      return {
        key: `out ${one.key}`,
        class: `line outgoing ${one.state} ${said.type === 'note' ? 'jotting' : whispers ? 'person whisper' : 'person'}`,
        actor: said.type === 'turn' ? `persona:${speaker}` : '',
        hidden: false,
        view: <OutgoingView one={one} name={nameOf(speaker)} outbox={outbox} onEdit={onEdit} />,
      };
    }),
  ];
}
