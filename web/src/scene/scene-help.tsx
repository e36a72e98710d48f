import { Drawer } from '../kit/drawer';
import { say } from '../words/say';
import { type AnyScene, findSeat, isOwn } from './who';

/** A short explanation of the scene for new visitors, and its shortcuts. */
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
    ['/', 'go to the input field'],
    ['Enter', 'send; with Shift, new line'],
    ['f', 'search the transcript, like Ctrl+F'],
    ['j k', 'next line, previous line'],
    ['Enter', 'on a line: open its menu'],
    ['← →', 'on a line: other versions; on the last round: other attempts'],
    ...(isOwn(scene)
      ? ([['→', 'on the last version of a reply: a new one']] satisfies [string, string][])
      : []),
    ['c l', 'on a line: copy its text, its link'],
    ...(isOwn(scene)
      ? ([
          ['e', 'on a line: edit'],
          ['r w', 'on a line: regenerate with a note'],
          ['g', 'on a line: continue the reply'],
          ['h x', 'on a line: hide from prompts, delete'],
          ['b', 'on a round: open backstage'],
          ['d', say('open Direct')],
        ] satisfies [string, string][])
      : []),
    ['?', 'show this help'],
  ];
}

/** Lists the things that this visitor can do here, with their effects. */
function listHelp(scene: AnyScene): [what: string, words: string][] {
  const watches = findSeat(scene)?.role === 'spectator';
  const own = isOwn(scene);
  const goes: [string, string] = scene.game
    ? [
        'The game',
        "Everyone has the same secret word except one player, whose word is similar. Players don't know who that is. Each round, everyone hints at their word without saying it. A judge, who knows the words, names the best player.",
      ]
    : [
        'A round',
        'A round starts with what someone says. A hidden director decides who acts, the characters speak in turn, and then the director updates the scene. ',
      ];
  const note: [string, string] = ['Note', 'Only you and the scene owner can see it.'];
  if (watches)
    return [goes, ['You watch', 'You see all public lines.'], ...(findSeat(scene)?.forMany ? [] : [note])];
  return [
    goes,
    ...(scene.game
      ? []
      : ([
          [
            'Say',
            'Everyone sees it. Use @Name or “To” to ask a character for a reply. Put actions between *asterisks*.',
          ],
          ['Whisper', 'Only the people you choose and the scene owner see it.'],
        ] satisfies [string, string][])),
    ...(scene.game
      ? []
      : ([['Dice', 'Type /roll 2d6+1. Everyone sees each die, and characters know the result.']] satisfies [
          string,
          string,
        ][])),
    note,
    ['Continue', 'The scene continues without a line from you.'],
    ...(own
      ? ([
          [
            'You own the scene',
            'Use People to invite others with a link. Use Direct to pick the next speaker, call the narrator, auto-play rounds and change settings. The three-dot menu of a line lets you edit it, regenerate it or rewind to before it; the menu of a round lets you replay it or branch from it. Backstage shows the plan, the private thoughts and the cost of each round.',
          ],
        ] satisfies [string, string][])
      : []),
  ];
}
