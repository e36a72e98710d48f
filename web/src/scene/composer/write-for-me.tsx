import { PenLine } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import type { Event } from '../../../../src/contract/events/events';
import { api } from '../../api/api';
import { Icon } from '../../kit/icon';
import { ProblemNote } from '../../kit/problem-note';
import { useAct } from '../../kit/use-act';

/**
 * Drafts a line for the person. Text in the field describes what it should be about; the draft replaces it and can be
 * undone. Nothing is sent.
 */
export function WriteForMe(props: {
  scene: string;
  persona: string;
  text: string;
  events: readonly Event[];
  onText: (text: string) => void;
}) {
  const { scene, persona, text, events, onText } = props;
  const { busy, problem, act } = useAct();
  /** Seq of the input that requested the draft. */
  const [inputSeq, setInputSeq] = useState<number | null>(null);
  const [replaced, setReplaced] = useState<{ own: string; draft: string } | null>(null);
  const end =
    inputSeq === null ? undefined : events.find((event) => event.seq > inputSeq && endsDraft(event, persona));
  const hasChanged = replaced !== null && text !== replaced.draft;

  useEffect(() => {
    if (!end) return;
    setInputSeq(null);
    if (end.kind !== 'draft.written') return;
    const draft = end.payload.text;
    setReplaced(text.trim() === '' ? null : { own: text, draft });
    onText(draft);
  }, [end, text, onText]);

  const ask = async () => {
    const direction = text.trim();
    const wish = { personaId: persona, ...(direction && { direction: direction.slice(0, 400) }) };
    const acceptance = await act((key) => api.draft(scene, wish, key), direction);
    if (acceptance) setInputSeq(acceptance.inputSeq);
  };
  return (
    <>
      {problem && <ProblemNote problem={problem} />}
      {replaced && !hasChanged && (
        <button
          type="button"
          class="plain"
          onClick={() => {
            onText(replaced.own);
            setReplaced(null);
          }}
        >
          Back to my text
        </button>
      )}
      <button
        type="button"
        class={inputSeq === null ? 'plain icon-button' : 'plain icon-button writing'}
        aria-label={inputSeq === null ? 'Write for me' : 'Writing…'}
        disabled={busy || inputSeq !== null}
        title="Write for me: a model drafts your line; you can edit it before sending"
        onClick={() => void ask()}
      >
        <Icon of={PenLine} />
      </button>
    </>
  );
}

const endsDraft = ({ kind, actor }: Event, persona: string): boolean =>
  kind === 'draft.written'
    ? actor === `persona:${persona}`
    : kind === 'round.failed' || kind === 'round.cancelled' || kind === 'round.rolledback';
