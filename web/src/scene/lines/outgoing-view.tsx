import { Markdown } from '../../kit/markdown';
import { Avatar } from '../../kit/marks';
import { say } from '../../words/say';
import { type Outgoing, outgoingPersona, outgoingText } from './outbox';
import type { Outbox } from './use-outbox';

/** A line without its event yet: being sent, waiting for a connection, or rejected. */
export function OutgoingView(props: {
  one: Outgoing;
  name: string;
  outbox: Outbox;
  /** Puts the text back into the field. */
  onEdit: (one: Outgoing) => void;
}) {
  const { one, name, outbox } = props;
  const { said, state, problem } = one;
  const speaker = outgoingPersona(said);
  return (
    <>
      {speaker !== undefined && <Avatar actor={`persona:${speaker}`} name={name} />}
      <div class="said">
        <p class="who">
          <strong>{speaker === undefined ? 'Private note' : name}</strong>
          {said.type === 'turn' && said.input.whisper && <span class="mark whispered">whispers</span>}
          <span class="quiet" role="status">
            {WORDS[state]}
          </span>
        </p>
        <div class="text" dir="auto">
          <Markdown text={outgoingText(said)} />
        </div>
        {state === 'refused' && problem && (
          <p class="refused">
            {problem.title}. {problem.errors?.map(({ message }) => message).join('; ') || problem.detail}{' '}
            {problem.fix}
          </p>
        )}
        {(state === 'refused' || (state === 'waiting' && problem)) && (
          <p class="buttons">
            <button type="button" onClick={() => outbox.again(one.key)}>
              {state === 'refused' ? 'Resend' : 'Send now'}
            </button>
            {state === 'refused' && (
              <>
                <button type="button" onClick={() => props.onEdit(one)}>
                  Edit
                </button>
                <button type="button" class="plain" onClick={() => outbox.drop(one.key)}>
                  Discard
                </button>
              </>
            )}
          </p>
        )}
      </div>
    </>
  );
}

const WORDS: Record<Outgoing['state'], string> = {
  sending: 'sending…',
  accepted: say('sent'),
  waiting: "Not sent. Will be sent when you're back online.",
  refused: 'not sent',
};
