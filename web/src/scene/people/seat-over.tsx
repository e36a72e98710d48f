import { lookAs, readKey, storeSeat } from '../../api/credentials';

/** Replaces a scene whose seat is over. */
export function SeatOver({ scene, onRetry }: { scene: string; onRetry: () => void }) {
  return (
    <section class="narrow">
      <h1>Your seat in this scene is over</h1>
      <p class="lead">
        Its owner took it back, somebody else has taken it by a newer invitation, or its time has run out.
      </p>
      <p>
        What you said stays in the scene, and what you were about to say is kept in this browser. If this
        surprises you, ask whoever invited you for another invitation.
      </p>
      <div class="buttons">
        <button type="button" onClick={onRetry}>
          Try again
        </button>
        {readKey() && (
          <button type="button" onClick={() => lookAs(scene, 'owner')}>
            Look as the owner
          </button>
        )}
        <button type="button" class="plain" onClick={() => storeSeat(scene, null)}>
          Forget this seat
        </button>
      </div>
    </section>
  );
}
