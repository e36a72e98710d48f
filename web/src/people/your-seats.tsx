import { useEffect, useState } from 'preact/hooks';
import type { KeptSeat, Person } from '../../../src/contract/people';
import { listSeats, storeSeat } from '../api/credentials';
import { readStage, useStage } from '../api/use-stage';
import { ConfirmButton } from '../kit/confirm-button';
import { ProblemNote } from '../kit/problem-note';
import { useAct } from '../kit/use-act';
import { useTitle } from '../kit/use-title';
import { When } from '../kit/when';
import { people, readSession, register, signIn, storeSession } from './person-api';
import '../library/library.css';

/** The seats in this browser, and those saved with a passkey on any device. */
export function YourSeats() {
  const [person, setPerson] = useState<Person | null>(null);
  const [here, setHere] = useState(listSeats);
  const { busy, problem, act, tell } = useAct();
  useTitle('Your seats');

  const stage = useStage();

  const load = async () => {
    // Nobody is signed in, and Cloudflare Access names no one either: skip the request.
    if (readSession() === null && !(await readStage())?.visitor) return setPerson(null);
    const reply = await people.me();
    if (reply.ok) return setPerson(reply.value);
    setPerson(null);
    // Not signed in, or the session has expired.
    if (reply.problem.status === 401) return storeSession(null);
    if (readSession() !== null) tell(reply.problem);
  };
  useEffect(() => void load(), []);

  const enter = async () => {
    if (await act(() => signIn())) await load();
  };
  const keep = async (token: string) => {
    if (person === null ? await act(() => register(token)) : await act(() => people.keep(token)))
      await load();
  };
  const open = async ({ scene, seat }: KeptSeat) => {
    const seating = await act(() => people.open(seat.id));
    if (!seating?.token) return;
    storeSeat(scene, seating.token);
    location.hash = `#/scenes/${scene}`;
  };
  const after = async (does: () => ReturnType<typeof people.forgetSeat>) => {
    if (await act(does)) await load();
  };
  const leave = async () => {
    if (!(await act(() => people.forgetMe()))) return;
    storeSession(null);
    setPerson(null);
  };
  const ownScenes = new Set(person?.seats.map(({ scene }) => scene));
  const loose = here.filter(({ scene }) => !ownScenes.has(scene));

  return (
    <div class="library seats-page">
      <h1>Your seats</h1>
      <p class="lead">
        A seat is stored in the browser you joined with. Save it with a passkey to use it on your other
        devices.
      </p>
      {problem && <ProblemNote problem={problem} />}
      {person === null && stage?.passkeys === false ? (
        <p class="quiet">
          This server does not support passkeys. A seat stays in the browser you joined with.
        </p>
      ) : person === null ? (
        <p>
          <button type="button" class="primary" disabled={busy} onClick={() => void enter()}>
            Sign in with a passkey
          </button>
        </p>
      ) : (
        <section aria-labelledby="kept-title">
          <h2 id="kept-title">Saved{person.email !== null && ` for ${person.email}`}</h2>
          {person.seats.length === 0 && <p class="quiet">No saved seats, or they have all ended.</p>}
          <ul class="item-list">
            {person.seats.map((one) => (
              <li key={one.seat.id} class="key-row">
                <span class="title" dir="auto">
                  {one.title}
                </span>
                <span class="quiet">
                  {one.seat.name}, {one.seat.role}
                </span>
                <span class="row">
                  <button
                    type="button"
                    aria-label={`Join ${one.title}`}
                    disabled={busy}
                    onClick={() => void open(one)}
                  >
                    Join
                  </button>
                  <button
                    type="button"
                    class="plain"
                    aria-label={`Remove ${one.title}`}
                    disabled={busy}
                    onClick={() => void after(() => people.forgetSeat(one.seat.id))}
                  >
                    Remove
                  </button>
                </span>
              </li>
            ))}
          </ul>
          <details class="more">
            <summary>Passkeys and stored data</summary>
            <ul class="item-list">
              {person.passkeys.map((passkey) => (
                <li key={passkey.id} class="key-row">
                  <span class="quiet">
                    added <When at={passkey.createdAt} />
                    {passkey.lastUsedOn && `, last used ${passkey.lastUsedOn}`}
                  </span>
                  <ConfirmButton
                    label="Remove"
                    verb="Remove"
                    question="You can no longer sign in with this passkey. If it is your last one, you lose access to your saved seats."
                    disabled={busy}
                    onConfirm={() => void after(() => people.removePasskey(passkey.id))}
                  />
                </li>
              ))}
            </ul>
            <p>
              The server stores these passkeys and the list of your seats, nothing else. The seats stay in the
              browsers that have them.
            </p>
            <ConfirmButton
              label="Delete my data"
              verb="Delete everything"
              question="This deletes your passkeys and saved seats. It cannot be undone."
              disabled={busy}
              onConfirm={() => void leave()}
            />
          </details>
          <p>
            <button
              type="button"
              class="plain"
              onClick={() => {
                storeSession(null);
                setPerson(null);
              }}
            >
              Sign out
            </button>
          </p>
        </section>
      )}
      {loose.length > 0 && (
        <section aria-labelledby="here-title">
          <h2 id="here-title">Only in this browser</h2>
          <ul class="item-list">
            {loose.map(({ scene, token }) => (
              <li key={scene} class="key-row">
                <a class="title" href={`#/scenes/${scene}`}>
                  {scene}
                </a>
                <span class="row">
                  {(person !== null || stage?.passkeys) && (
                    <button
                      type="button"
                      aria-label={`Save ${scene}`}
                      disabled={busy}
                      onClick={() => void keep(token)}
                    >
                      {person === null ? 'Save with a new passkey' : 'Keep'}
                    </button>
                  )}
                  <button
                    type="button"
                    class="plain"
                    aria-label={`Remove ${scene} from this browser`}
                    onClick={() => {
                      storeSeat(scene, null);
                      setHere(listSeats());
                    }}
                  >
                    Remove from this browser
                  </button>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
