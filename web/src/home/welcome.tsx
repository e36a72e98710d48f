import { useStage } from '../api/use-stage';
import { TryDemo } from '../demo/try-demo';
import { KeyForm } from '../keys/key-form';
import { FoyerHead } from './foyer-head';

/** The home page of visitors without a key. */
export function Welcome({ refused }: { refused: boolean }) {
  return (
    <div class="home">
      <FoyerHead lead="Role-play with a cast of AI characters, or watch an AI figure out an unknown game.">
        <Visiting />
      </FoyerHead>
      <div class="narrow">
        <KeyForm refused={refused} />
      </div>
    </div>
  );
}

/**
 * Tells visitors without a key how they can use the server. The space is reserved until it has responded.
 */
function Visiting() {
  const stage = useStage();
  if (stage === undefined) return <div class="visiting" />;
  return (
    <div class="visiting">
      {stage?.demo ? (
        <>
          <TryDemo />
          <p>No key needed. A simple offline stand-in plays the characters.</p>
        </>
      ) : (
        <p>You need a key to use this server. Ask its operator for one.</p>
      )}
    </div>
  );
}
