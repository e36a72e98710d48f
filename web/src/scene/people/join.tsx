import { useRef, useState } from 'preact/hooks';
import type { InvitationView } from '../../../../src/contract/seats';
import { api, newIdempotencyKey, type PageProblem } from '../../api/api';
import { readSeat, storeSeat } from '../../api/credentials';
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
  const look = useRead(
    () => (INVITATION.test(invitation) ? api.lookAtInvitation(invitation) : Promise.resolve(NOTHING)),
    invitation,
  );
  // The words come first: small pictures take the stage a moment.
  const withFaces = useRead(
    look.value ? () => api.lookAtInvitation(invitation, true) : null,
    `${invitation} faces`,
  );
  const bill = withFaces.value ?? look.value;
  useTitle(bill?.title ?? 'Take your seat');

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
    // The invitation is used up, so this page need not stay in the history.
    location.replace(`${location.pathname}#/scenes/${scene}`);
  };

  if (!isWhole)
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
      {bill ? <StageBill bill={bill} /> : <h1>You are invited to a scene</h1>}
      {bill?.forMany ? (
        <WatchCard scene={sceneOf(invitation)} busy={busy} onJoin={() => void accept('Audience')} />
      ) : (
        <>
          <p class="lead">Say how the others are to call you, and take your seat.</p>
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
                {busy ? 'One moment…' : 'Take the seat'}
              </button>
            </div>
            <p class="quiet">
              The seat is kept in this browser. An invitation is good once: on another device, ask for
              another, or <a href="#/seats">find the seat by a passkey</a>.
            </p>
          </form>
        </>
      )}
      {(problem ?? look.problem) && <ProblemNote problem={problem ?? explain(look.problem ?? LOST)} />}
    </section>
  );
}

/** Lets one more watch by an audience link. A browser that has a seat in the scene keeps it: this one would take its place. */
function WatchCard(props: { scene: string; busy: boolean; onJoin: () => void }) {
  if (readSeat(props.scene) !== null)
    return (
      <div class="card">
        <p>You have a seat in this scene already, in this browser.</p>
        <p>
          <a class="button primary" href={`#/scenes/${props.scene}`}>
            To your seat
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
      <p class="quiet">This link is for as many as like to come. Nobody asks for your name.</p>
    </div>
  );
}

/** Shows what the person is invited to: the scene, its cast, the part, and who is there already. */
function StageBill({ bill }: { bill: InvitationView }) {
  const { title, scenario, host, role, persona, cast, people, rounds } = bill;
  const hues = new Map(cast.map(({ id }, n) => [`character:${id}`, hueAt(n)]));
  const pictures = new Map(
    cast.flatMap(({ id, picture }) => (picture === null ? [] : [[`character:${id}`, picture] as const])),
  );
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
            <strong>You watch: you hear what everybody hears, and say nothing.</strong>
          ) : persona ? (
            <>
              You play <strong dir="auto">{persona.name}</strong>
              {persona.description && <span dir="auto">: {persona.description}</span>}
            </>
          ) : (
            'You play: the host gives you a part once you are there.'
          )}
        </p>
        <p class="quiet small">
          {people.length > 0 ? `${people.join(', ')} ${people.length > 1 ? 'are' : 'is'} there now. ` : ''}
          {rounds === 0
            ? 'It has not begun yet.'
            : `${rounds} ${rounds === 1 ? 'round is' : 'rounds are'} played.`}
        </p>
      </header>
    </Hues.Provider>
  );
}

/** The form of an invitation, as the stage reads it. */
const INVITATION = /^si_[a-z0-9]{2,32}_[0-9a-z]{20}_[A-Za-z0-9]{32}$/;

/** Returns the id of the scene that an invitation leads to. */
const sceneOf = (invitation: string): string => `scn_${invitation.split('_')[2] ?? ''}`;

const NOTHING = { ok: true, value: null } as const;

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
