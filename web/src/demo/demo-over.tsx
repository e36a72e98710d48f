import { useEffect } from 'preact/hooks';
import { storeSeat } from '../api/credentials';
import { FoyerHead } from '../home/foyer-head';
import { KeyForm } from '../keys/key-form';
import { useTitle } from '../kit/use-title';
import { go } from '../router';
import { TryDemo } from './try-demo';
import '../kit/form/form.css';
import './demo.css';

/** Replaces a demo scene after its time: what happens to it, and how to continue. */
export function DemoOver({ scene }: { scene: string }) {
  useTitle('Your two minutes are over');
  // Forget it on leaving, so that a reload shows the same.
  useEffect(() => () => storeSeat(scene, null), [scene]);
  return (
    <div class="home demo-over">
      <FoyerHead
        title="Your two minutes are over"
        lead="Thanks for playing. Your scene and everything in it will be deleted within a minute."
      >
        <TryDemo words="Try again" />
      </FoyerHead>
      <div class="narrow">
        <KeyForm refused={false} onKey={() => go('/')} />
        <section class="card">
          <h2>Or run your own server</h2>
          <p>
            You played with canned replies, which cost nothing and need no network. On your own server you
            choose the model, and scenes stay as long as you like.
          </p>
          <p>
            Download the project, then run <code>npm ci</code> and <code>npm start</code> in its folder. You
            get a link that opens your server.
          </p>
        </section>
      </div>
    </div>
  );
}
