import { readKey, storeSeat, viewAs } from '../../api/credentials';

/** Replaces a scene whose seat has ended. */
export function SeatOver({ scene, onRetry }: { scene: string; onRetry: () => void }) {
  return (
    <section class="narrow">
      <h1>Your seat in this scene has ended</h1>
      <p class="lead">The owner revoked it, someone else used a newer invitation, or it has expired.</p>
      <p>
        Your lines stay in the scene and your draft stays in this browser. If you did not expect this, ask the
        person who invited you for a new invitation.
      </p>
      <div class="buttons">
        <button type="button" onClick={onRetry}>
          Try again
        </button>
        {readKey() && (
          <button type="button" onClick={() => viewAs(scene, 'owner')}>
            View as owner
          </button>
        )}
        <button type="button" class="plain" onClick={() => storeSeat(scene, null)}>
          Forget this seat
        </button>
      </div>
    </section>
  );
}
