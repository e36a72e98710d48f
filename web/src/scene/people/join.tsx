import { useRef, useState } from 'preact/hooks';
import type { InvitationView } from '../../../../src/contract/seats';
import { api, newIdempotencyKey, type PageProblem } from '../../api/api';
import { readSeat, storeSeat } from '../../api/credentials';
import { listTemplateFaces } from '../../faces/template-faces';
import { onSubmit } from '../../kit/form/on-submit';
import { Avatar, Hues, hueAt } from '../../kit/marks';
import { ProblemNote } from '../../kit/problem-note';
import { Pictures } from '../../kit/use-pictures';
import { useRead } from '../../kit/use-read';
import { useTitle } from '../../kit/use-title';
import { forgetInvitation } from '../../router';
import './people.css';

/** Page of an invitation's link: asks for a name and enters the scene. */
export function Join({ invitation }: { invitation: string }) {
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const key = useRef(newIdempotencyKey());
  const isWhole = /^si_\w+$/.test(invitation);
  const isReadable = INVITATION.test(invitation);
  const look = useRead(
    () => (isReadable ? api.lookAtInvitation(invitation) : Promise.resolve(NOTHING)),
    invitation,
  );
  // Text first: small pictures take the server a moment.
  const withFaces = useRead(
    look.value ? () => api.lookAtInvitation(invitation, true) : null,
    `${invitation} faces`,
  );
  const bill = withFaces.value ?? look.value;
  useTitle(bill?.title ?? 'Join the scene');

  const accept = async (as: string) => {
    if (!as || busy) return;
    setBusy(true);
    const reply = await api.acceptSeat({ invitation, name: as }, key.current);
    setBusy(false);
    if (!reply.ok) return setProblem(explain(reply.problem));
    const { token, scene } = reply.value;
    forgetInvitation();
    if (token === null) return setProblem(LOST);
    storeSeat(scene, token);
    // The invitation is used up, so remove this page from the history.
    location.replace(`${location.pathname}#/scenes/${scene}`);
  };

  if (!isWhole)
    return (
      <section class="narrow">
        <h1>This link is incomplete</h1>
        <p>
          An invitation ends in a long code that starts with <code>si_</code>. Copy the whole link again.
        </p>
      </section>
    );
  // Shown as a whole: the bill above would push the form down.
  if (isReadable && !bill && !look.problem) return <p class="loading">Loading…</p>;
  return (
    <section class="narrow join">
      {bill ? <StageBill bill={bill} /> : <h1>You are invited to a scene</h1>}
      {bill?.forMany ? (
        <WatchCard scene={invitationScene(invitation)} busy={busy} onJoin={() => void accept('Audience')} />
      ) : (
        <>
          <p class="lead">Enter your name to join.</p>
          <form class="card" onSubmit={onSubmit(() => accept(name.trim()))}>
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
                {busy ? 'One moment…' : 'Join'}
              </button>
            </div>
            <p class="quiet">
              Your seat is stored in this browser. An invitation works only once: on another device, ask for a
              new one, or <a href="#/seats">use your passkey</a>.
            </p>
          </form>
        </>
      )}
      {(problem ?? look.problem) && <ProblemNote problem={problem ?? explain(look.problem ?? LOST)} />}
    </section>
  );
}

/**
 * Lets one more viewer in by an audience link. A browser with a seat in the scene keeps that seat instead of replacing
 * it.
 */
function WatchCard(props: { scene: string; busy: boolean; onJoin: () => void }) {
  if (readSeat(props.scene) !== null)
    return (
      <div class="card">
        <p>You already have a seat in this scene in this browser.</p>
        <p>
          <a class="button primary" href={`#/scenes/${props.scene}`}>
            Go to your seat
          </a>
        </p>
      </div>
    );
  return (
    <div class="card">
      <p>
        <button type="button" class="primary" disabled={props.busy} onClick={props.onJoin}>
          {props.busy ? 'One moment…' : 'Watch the scene'}
        </button>
      </p>
      <p class="quiet">Anyone with this link can watch. No name needed.</p>
    </div>
  );
}

/** Shows the invitation: the scene, its cast, the role, and who is already there. */
function StageBill({ bill }: { bill: InvitationView }) {
  const { title, scenario, host, role, persona, cast, people, rounds } = bill;
  const hues = new Map(cast.map(({ id }, n) => [`character:${id}`, hueAt(n)]));
  const pictures = new Map([
    ...listTemplateFaces(cast),
    ...cast.flatMap(({ id, picture }) => (picture === null ? [] : [[`character:${id}`, picture] as const])),
  ]);
  return (
    <Hues.Provider value={hues}>
      <header class="stage-bill">
        <p class="quiet">
          {host === null ? (
            'You are invited to'
          ) : (
            <>
              <strong dir="auto">{host}</strong> invites you to
            </>
          )}
        </p>
        <h1 dir="auto">{title}</h1>
        <Pictures.Provider value={pictures}>
          <ul class="faces" aria-label="The cast">
            {cast.map(({ id, name }) => (
              <li key={id}>
                <Avatar actor={`character:${id}`} name={name} />
                <span dir="auto">{name}</span>
              </li>
            ))}
          </ul>
        </Pictures.Provider>
        {scenario && (
          <p class="scenario" dir="auto">
            {scenario}
          </p>
        )}
        <p>
          {role === 'spectator' ? (
            <strong>You can watch but not talk.</strong>
          ) : persona ? (
            <>
              You play <strong dir="auto">{persona.name}</strong>
              {persona.description && <span dir="auto">: {persona.description}</span>}
            </>
          ) : (
            'The host will give you a role after you join.'
          )}
        </p>
        <p class="quiet small">
          {people.length > 0 ? `${people.join(', ')} ${people.length > 1 ? 'are' : 'is'} there now. ` : ''}
          {rounds === 0 ? 'Not started yet.' : `${rounds} ${rounds === 1 ? 'round' : 'rounds'} so far`}
        </p>
      </header>
    </Hues.Provider>
  );
}

/** The form of an invitation, as the stage reads it. */
const INVITATION = /^si_[a-z0-9]{2,32}_[0-9a-z]{20}_[A-Za-z0-9]{32}$/;

/** Returns the id of the scene that an invitation leads to. */
const invitationScene = (invitation: string): string => `scn_${invitation.split('_')[2] ?? ''}`;

const NOTHING = { ok: true, value: null } as const;

const LOST: PageProblem = {
  title: 'You joined, but your access key did not arrive',
  status: 409,
  detail: 'The connection dropped just as the response arrived.',
  fix: 'Ask the person who invited you for a new invitation to the same seat.',
};

/** Explains a problem to a person who knows nothing about credentials. */
function explain(problem: PageProblem): PageProblem {
  if (problem.status === 409)
    return {
      ...problem,
      title: 'This invitation has already been used',
      detail: 'An invitation works only once. If you joined on another device or browser, go back there.',
      fix: 'Ask the person who invited you for a new invitation to the same seat.',
    };
  if (problem.status === 401)
    return {
      ...problem,
      title: 'This invitation is no longer valid',
      detail: 'It was revoked, replaced or has expired.',
      fix: 'Ask the person who invited you for a new one.',
    };
  return problem;
}
