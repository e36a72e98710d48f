import { useRef, useState } from 'preact/hooks';
import { api, newIdempotencyKey, type PageProblem } from '../../api/api';
import { storeSeat } from '../../api/credentials';
import { onSubmit } from '../../kit/form/on-submit';
import { ProblemNote } from '../../kit/problem-note';
import { useTitle } from '../../kit/use-title';
import { forgetInvitation } from '../../router';
import './people.css';

/** Page of an invitation's link: asks for a name and enters the scene. */
export function Join({ invitation }: { invitation: string }) {
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const key = useRef(newIdempotencyKey());
  useTitle('Take your seat');

  const accept = async () => {
    if (!name.trim() || busy) return;
    setBusy(true);
    const reply = await api.acceptSeat({ invitation, name: name.trim() }, key.current);
    setBusy(false);
    if (!reply.ok) return setProblem(explain(reply.problem));
    const { token, scene } = reply.value;
    forgetInvitation();
    if (token === null) return setProblem(LOST);
    storeSeat(scene, token);
    // The invitation is used up, so this page need not stay in the history.
    location.replace(`${location.pathname}#/scenes/${scene}`);
  };

  if (!/^si_\w+$/.test(invitation))
    return (
      <section class="narrow">
        <h1>This link is not whole</h1>
        <p>
          An invitation ends in a long word that begins with <code>si_</code>. Copy the link once more, all of
          it.
        </p>
      </section>
    );
  return (
    <section class="narrow join">
      <h1>You are invited to a scene</h1>
      <p class="lead">Say how the others are to call you, and take your seat.</p>
      <form class="card" onSubmit={onSubmit(accept)}>
        <label for="person-name">Your name</label>
        <div class="row">
          <input
            id="person-name"
            autocomplete="nickname"
            maxLength={80}
            required
            value={name}
            onInput={(typed) => setName(typed.currentTarget.value)}
          />
          <button type="submit" class="primary" disabled={busy || !name.trim()}>
            {busy ? 'One moment…' : 'Take the seat'}
          </button>
        </div>
        <p class="quiet">
          The seat is kept in this browser. An invitation is good once: on another device, ask for another, or{' '}
          <a href="#/seats">find the seat by a passkey</a>.
        </p>
      </form>
      {problem && <ProblemNote problem={problem} />}
    </section>
  );
}

const LOST: PageProblem = {
  title: 'The seat was taken, but the key to it got lost on the way',
  status: 409,
  detail: 'The connection was cut just as the answer came.',
  fix: 'Ask whoever invited you for another invitation to the same seat.',
};

/** Words a problem for a person who knows nothing of credentials. */
function explain(problem: PageProblem): PageProblem {
  if (problem.status === 409)
    return {
      ...problem,
      title: 'This invitation was used already',
      detail:
        'It is good once. If you took the seat on another device, or in another browser, you sit there.',
      fix: 'Ask whoever invited you for another invitation to the same seat.',
    };
  if (problem.status === 401)
    return {
      ...problem,
      title: 'This invitation is not good any more',
      detail: 'It was taken back, replaced by another one, or its time is over.',
      fix: 'Ask whoever invited you for another one.',
    };
  return problem;
}
