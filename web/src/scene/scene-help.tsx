import { useEffect, useRef } from 'preact/hooks';
import { type AnyScene, isOwn, seatOf } from './who';

/** Explains the scene in a few sentences to first-time visitors. */
export function SceneHelp({ scene, onClose }: { scene: AnyScene; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="sheet help" aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">How this room works</h2>
      <ul>
        {listHelp(scene).map(([what, words]) => (
          <li key={what}>
            <strong>{what}.</strong> {words}
          </li>
        ))}
      </ul>
      <div class="row end">
        <button type="button" class="primary" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  );
}

/** Lists the things that this visitor can do here, with their effects. */
function listHelp(scene: AnyScene): [what: string, words: string][] {
  const watches = seatOf(scene)?.role === 'spectator';
  const own = isOwn(scene);
  const goes: [string, string] = scene.game
    ? [
        'The game',
        'All at the table have the same secret word but one, whose word is a near relative; nobody knows who that is. In every round each hints at the own word without saying it. A judge, who knows the words, names who played best.',
      ]
    : [
        'A round',
        'What is said begins a round: a director, whom nobody sees, decides who acts; the characters speak one after the other; then it looks again at what has changed. The row under the lines shows how far it is.',
      ];
  const note: [string, string] = [
    'Note',
    'What you keep for yourself. Besides you the owner of the scene sees it.',
  ];
  if (watches) return [goes, ['You watch', 'You hear what everybody hears.'], note];
  return [
    goes,
    ...(scene.game
      ? []
      : ([
          [
            'Say',
            'Everybody hears it. @Name, or “To”, asks one of the cast for an answer. *Words between stars* are what you do.',
          ],
          ['Whisper', 'Those you choose hear it, and the owner of the scene; nobody else learns of it.'],
        ] satisfies [string, string][])),
    note,
    ['Continue', 'The scene goes on without a word of yours.'],
    ...(own
      ? ([
          [
            'You own the scene',
            'People invites others by a link. Below the field you direct: who is next, the narrator, going on alone, settings. Every line can be edited or said anew. Backstage, beside each round, shows how it came about, what characters think and what it cost; there a round is played anew or taken back, and the scene goes back to it or forks from it. “Take back…”, at a line, does so with its round and every later one.',
          ],
        ] satisfies [string, string][])
      : []),
  ];
}
