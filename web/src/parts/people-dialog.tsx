import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Scene } from '../../../src/contract/scenes';
import type { NewSeat, SeatView } from '../../../src/contract/seats';
import { api, type PageProblem, type Reply } from '../api';
import { CopyButton } from './copy-button';
import { InviteForm } from './invite-form';
import { ProblemNote } from './problem-note';
import { SeatList } from './seat-list';
import '../styles/people.css';

/** The owner's list of people: invites, gives parts, takes seats back. */
export function PeopleDialog({ scene, onClose }: { scene: Scene; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [seats, setSeats] = useState<SeatView[] | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [made, setMade] = useState<NewSeat | null>(null);
  const [busy, setBusy] = useState(false);

  const read = useCallback(async () => {
    const reply = await api.seats(scene.id);
    if (reply.ok) setSeats(reply.value.items);
    else setProblem(reply.problem);
  }, [scene.id]);
  // Who is there changes while the dialog is open; the scene is read again when it does.
  const there = JSON.stringify(scene.people);
  useEffect(() => void read(), [read, there]);
  useEffect(() => dialog.current?.showModal(), []);

  const act = async <T,>(does: () => Promise<Reply<T>>): Promise<T | null> => {
    setBusy(true);
    const reply = await does();
    setBusy(false);
    setProblem(reply.ok ? null : reply.problem);
    await read();
    return reply.ok ? reply.value : null;
  };
  const show = async (does: () => Promise<Reply<NewSeat>>): Promise<boolean> => {
    setMade(null);
    const seat = await act(does);
    setMade(seat);
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
      <InviteForm scene={scene} seats={seats ?? []} busy={busy} onInvite={show} />
      {made && <Invitation made={made} />}
      {problem && <ProblemNote problem={problem} />}
      {seats === null && !problem && <p class="quiet">Reading who is invited…</p>}
      {seats !== null && (
        <SeatList
          scene={scene}
          seats={seats}
          busy={busy}
          onRecast={(seat, persona) => void act(() => api.changeSeat(scene.id, seat, { persona }))}
          onRevoke={(seat) => void act(() => api.revokeSeat(scene.id, seat))}
          onRenew={(seat, key) => void show(() => api.renewSeat(scene.id, seat, key))}
        />
      )}
    </dialog>
  );
}

/** The link that was just made, shown this once. */
function Invitation({ made }: { made: NewSeat }) {
  const { invitation } = made;
  if (invitation === null)
    return (
      <p class="card" role="status">
        The seat was made, but its link got lost on the way. Ask for a new link in the list.
      </p>
    );
  const link = `${location.origin}${location.pathname}#/join?invitation=${invitation}`;
  return (
    <div class="card invitation" role="status">
      <label for="invitation-link">
        <strong>Send this link to the person.</strong> It is shown this once, and good for one.
      </label>
      <div class="row">
        <input
          id="invitation-link"
          readOnly
          value={link}
          onFocus={(focused) => focused.currentTarget.select()}
        />
        <CopyButton class="primary" label="Copy the link" text={() => link} />
      </div>
    </div>
  );
}
