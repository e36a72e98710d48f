import { useEffect, useRef, useState } from 'preact/hooks';
import { linkReach } from '../../../../packages/client/src/links';
import type { Scene } from '../../../../src/contract/scenes';
import type { NewSeat } from '../../../../src/contract/seats';
import { api, type Reply } from '../../api/api';
import { access } from '../../api/library';
import { ProblemNote } from '../../kit/problem-note';
import { useAct } from '../../kit/use-act';
import { useRead } from '../../kit/use-read';
import { AudienceLink } from './audience-link';
import { InviteForm } from './invite-form';
import { invitationLink, LinkBox } from './link-box';
import { SeatList } from './seat-list';
import './people.css';

/** The owner's list of people: invite, assign roles, revoke seats. */
export function PeopleDialog({ scene, onClose }: { scene: Scene; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [newSeat, setNewSeat] = useState<NewSeat | null>(null);
  // Reload the scene as people come and go while the dialog is open.
  const { value, ...list } = useRead(
    () => api.seats(scene.id),
    `${scene.id} ${JSON.stringify(scene.people)}`,
  );
  const me = useRead(access.me, 'me');
  const { busy, act, ...done } = useAct(list.reload);
  const seats = value?.items ?? null;
  const isOriginKnown = me.value !== null || me.problem !== null;
  const origin = me.value?.publicUrl ?? location.origin;
  const problem = done.problem ?? list.problem;
  useEffect(() => dialog.current?.showModal(), []);

  const show = async (does: (key: string) => Promise<Reply<NewSeat>>, what: string): Promise<boolean> => {
    setNewSeat(null);
    const seat = await act(does, what);
    setNewSeat(seat);
    return seat !== null;
  };

  return (
    <dialog ref={dialog} class="people" aria-labelledby="people-title" onClose={onClose}>
      <header class="row">
        <h2 id="people-title">People</h2>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </header>
      {isOriginKnown && <ReachNote origin={origin} />}
      <InviteForm scene={scene} seats={seats ?? []} busy={busy} onInvite={show} />
      {newSeat && isOriginKnown && <Invitation made={newSeat} origin={origin} />}
      {problem && <ProblemNote problem={problem} />}
      {seats === null && !problem && <p class="quiet">Loading invitations…</p>}
      {seats !== null && (
        <SeatList
          scene={scene}
          seats={seats.filter(({ forMany }) => !forMany)}
          busy={busy}
          onRecast={(seat, persona) => void act(() => api.changeSeat(scene.id, seat, { persona }))}
          onRevoke={(seat) => void act(() => api.revokeSeat(scene.id, seat))}
          onRenew={(seat) => void show((key) => api.renewSeat(scene.id, seat, key), `renew ${seat}`)}
        />
      )}
      {seats !== null && isOriginKnown && (
        <AudienceLink
          scene={scene}
          seats={seats}
          origin={origin}
          busy={busy}
          act={act}
          onRevoke={(seat) => void act(() => api.revokeSeat(scene.id, seat))}
        />
      )}
    </dialog>
  );
}

/** Warns about a link that other people cannot open. */
function ReachNote({ origin }: { origin: string }) {
  const { host, hostname } = new URL(origin);
  const reach = linkReach(hostname);
  if (reach === 'everyone') return null;
  return (
    <p class="notice" role="note">
      {/* One piece, as a notice sets its parts under each other. */}
      <span>
        {reach === 'machine' ? (
          <>
            This server runs at <code>{host}</code>, an address that only works on this computer. Other people
            cannot open a link to it.
          </>
        ) : (
          <>
            This server runs at <code>{host}</code>, an address that only works on your network. People
            elsewhere cannot open a link to it.
          </>
        )}{' '}
        Start it with <code>npm start -- --share</code> to share it for a while, or deploy it.
      </span>
    </p>
  );
}

/** Shows the new link once. */
function Invitation({ made, origin }: { made: NewSeat; origin: string }) {
  const { invitation } = made;
  if (invitation === null)
    return (
      <p class="card" role="status">
        The seat was created, but its link did not arrive. Create a new link in the list.
      </p>
    );
  return (
    <div class="card invitation" role="status">
      <LinkBox
        id="invitation-link"
        link={invitationLink(origin, invitation)}
        label={
          <>
            <strong>Send this link.</strong> It works once and won't be shown again.
          </>
        }
      />
    </div>
  );
}
