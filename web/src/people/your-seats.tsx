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

/** The seats of this browser, and those that a passkey keeps: here, and on every other device. */
export function YourSeats() {
  const [person, setPerson] = useState<Person | null>(null);
  const [here, setHere] = useState(listSeats);
  const { busy, problem, act, tell } = useAct();
  useTitle('Your seats');

  const stage = useStage();

  const load = async () => {
    // Nobody has signed in, and Cloudflare Access names nobody: there is nothing to ask.
    if (readSession() === null && !(await readStage())?.visitor) return setPerson(null);
    const reply = await people.me();
    if (reply.ok) return setPerson(reply.value);
    setPerson(null);
    // Nobody has signed in here, or the hour is over.
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
        A seat lives in the browser that took it. Keep it under a passkey, and you find it again on your other
        devices.
      </p>
      {problem && <ProblemNote problem={problem} />}
      {person === null && stage?.passkeys === false ? (
        <p class="quiet">This stage has no passkeys: a seat stays in the browser that took it.</p>
      ) : person === null ? (
        <p>
          <button type="button" class="primary" disabled={busy} onClick={() => void enter()}>
            Sign in with a passkey
          </button>
        </p>
      ) : (
        <section aria-labelledby="kept-title">
          <h2 id="kept-title">Kept{person.email !== null && ` for ${person.email}`}</h2>
          {person.seats.length === 0 && <p class="quiet">No seat is kept, or those that were are over.</p>}
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
                    aria-label={`Sit down in ${one.title}`}
                    disabled={busy}
                    onClick={() => void open(one)}
                  >
                    Sit down here
                  </button>
                  <button
                    type="button"
                    class="plain"
                    aria-label={`Keep ${one.title} no more`}
                    disabled={busy}
                    onClick={() => void after(() => people.forgetSeat(one.seat.id))}
                  >
                    Keep it no more
                  </button>
                </span>
              </li>
            ))}
          </ul>
          <details class="more">
            <summary>Passkeys, and what is kept of you</summary>
            <ul class="item-list">
              {person.passkeys.map((passkey) => (
                <li key={passkey.id} class="key-row">
                  <span class="quiet">
                    made <When at={passkey.createdAt} />
                    {passkey.lastUsedOn && `, used on ${passkey.lastUsedOn}`}
                  </span>
                  <ConfirmButton
                    label="Remove"
                    verb="Remove it"
                    question="This passkey signs in no more. With the last one goes the way back to the seats."
                    disabled={busy}
                    onConfirm={() => void after(() => people.removePasskey(passkey.id))}
                  />
                </li>
              ))}
            </ul>
            <p>
              The stage keeps these passkeys and which seats are yours, and nothing else of you. Your seats
              stay in the browsers that have them.
            </p>
            <ConfirmButton
              label="Forget me"
              verb="Forget all of it"
              question="Passkeys and kept seats are forgotten here. Nothing brings them back."
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
          <h2 id="here-title">In this browser alone</h2>
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
                      aria-label={`Keep ${scene}`}
                      disabled={busy}
                      onClick={() => void keep(token)}
                    >
                      {person === null ? 'Keep it under a new passkey' : 'Keep it'}
                    </button>
                  )}
                  <button
                    type="button"
                    class="plain"
                    aria-label={`Forget ${scene} here`}
                    onClick={() => {
                      storeSeat(scene, null);
                      setHere(listSeats());
                    }}
                  >
                    Forget it here
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
