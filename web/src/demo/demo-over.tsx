import { useEffect } from 'preact/hooks';
import { storeSeat } from '../api/credentials';
import { FoyerHead } from '../home/foyer-head';
import { KeyForm } from '../keys/key-form';
import { useTitle } from '../kit/use-title';
import { go } from '../router';
import { TryDemo } from './try-demo';
import '../kit/form/form.css';
import '../home/home.css';
import './demo.css';

/** Replaces the scene of a visitor whose time is over: what becomes of it, and how to play on. */
export function DemoOver({ scene }: { scene: string }) {
  useTitle('The two minutes are over');
  // Forgotten on leaving, so that a reload says the same.
  useEffect(() => () => storeSeat(scene, null), [scene]);
  return (
    <div class="home demo-over">
      <FoyerHead
        title="The two minutes are over"
        lead="Thank you for playing. Your scene is deleted within a minute, with everything that was said in it."
      >
        <TryDemo words="Try it once more" />
      </FoyerHead>
      <div class="narrow">
        <KeyForm refused={false} onKey={() => go('/')} />
        <section class="card">
          <h2>Or run a stage of your own</h2>
          <p>
            The understudy that you met is a stand-in which costs nothing and needs no network. On a stage of
            your own, a model that you choose plays the cast, and scenes stay for as long as you like.
          </p>
          <p>
            Fetch the project, then run <code>npm ci</code> and <code>npm start</code> in its folder: that
            prints a link which opens your stage.
          </p>
        </section>
      </div>
    </div>
  );
}
