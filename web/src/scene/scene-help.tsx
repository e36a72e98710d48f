import { Drawer } from '../kit/drawer';
import { say } from '../words/say';
import { type AnyScene, isOwn, seatOf } from './who';

/** Explains the scene in a few sentences to first-time visitors, and names the keys. */
export function SceneHelp({ scene, onClose }: { scene: AnyScene; onClose: () => void }) {
  return (
    <Drawer title="How this room works" onClose={onClose}>
      <ul class="help">
        {listHelp(scene).map(([what, words]) => (
          <li key={what}>
            <strong>{what}.</strong> {words}
          </li>
        ))}
      </ul>
      <h3>Keys</h3>
      <dl class="keys">
        {listKeys(scene).map(([keys, words]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Drawer>
  );
}

function listKeys(scene: AnyScene): [keys: string, words: string][] {
  return [
    ['/', 'to the field'],
    ['Enter', 'sends; with Shift a new line'],
    ['f', 'finds in the transcript, as Ctrl+F does'],
    ['j k', 'to the next line, to the one before'],
    ['Enter', 'at a line: what can be done with it'],
    ['← →', 'at a line: its other wordings; at the last round: its other tries'],
    ['c l', 'at a line: copies its words, its link'],
    ...(isOwn(scene)
      ? ([
          ['e', 'at a line: edits it'],
          ['r w', 'at a line: has it said anew, with a word of direction'],
          ['g', 'at a line: has its speaker go on'],
          ['h x', 'at a line: hides it from prompts, deletes it'],
          ['b', 'at a round: backstage'],
          ['d', say('directs')],
        ] satisfies [string, string][])
      : []),
    ['?', 'this help'],
  ];
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
        'What is said begins a round: a director, whom nobody sees, decides who acts; the characters speak one after the other; then it looks again at what has changed. ',
      ];
  const note: [string, string] = [
    'Note',
    'What you keep for yourself. Besides you the owner of the scene sees it.',
  ];
  if (watches)
    return [goes, ['You watch', 'You hear what everybody hears.'], ...(seatOf(scene)?.forMany ? [] : [note])];
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
            'People invites others by a link. Direct says who is next, has the narrator speak, lets the scene go on alone, and holds the settings. Under the three dots of a line it is edited, said anew or taken back with all that came after; under those of a round it is played anew or forked. Backstage shows how each round came about, what characters think and what it cost.',
          ],
        ] satisfies [string, string][])
      : []),
  ];
}
