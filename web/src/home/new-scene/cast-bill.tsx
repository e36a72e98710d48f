import { X } from 'lucide';
import type { LibraryItem } from '../../../../src/contract/library';
import { TextField } from '../../kit/form/fields';
import { Check } from '../../kit/form/typed-field';
import { Icon } from '../../kit/icon';
import { Avatar } from '../../kit/marks';
import { useLibraryPicture } from '../../kit/use-pictures';
import type { ScenePlan } from '../scene-plan';
import type { Member } from './card-words';

interface BillProps {
  members: readonly Member[];
  plan: ScenePlan;
  change: (part: Partial<ScenePlan>) => void;
}

/** The chosen cards with portrait, name in this scene, and whether to include their lorebook. */
export function CastBill({ members, plan, change }: BillProps) {
  return (
    <ul class="cast-bill" aria-label="The cast">
      {members.map((member, index) => (
        <li key={member.card}>
          <BillPortrait member={member} />
          <div class="cast-bill-words">
            <TextField
              label="Name in this scene"
              pointer={`/characters/${index}/name`}
              value={plan.names[member.card] ?? member.name}
              onChange={(name) => change({ names: { ...plan.names, [member.card]: name } })}
            />
            {member.entries !== null && (
              <Check
                label={`Include its lorebook (${countEntries(member.entries)})`}
                checked={!plan.withoutBook.includes(member.card)}
                onChange={(on) => {
                  const others = plan.withoutBook.filter((id) => id !== member.card);
                  change({ withoutBook: on ? others : [...others, member.card] });
                }}
              />
            )}
            <button
              type="button"
              class="plain"
              onClick={() => change({ characters: plan.characters.filter((id) => id !== member.card) })}
            >
              <Icon of={X} /> Remove {member.name}
            </button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function BillPortrait({ member: { card, name } }: { member: Member }) {
  const address = useLibraryPicture(card);
  return address === null ? (
    <Avatar actor={card} name={name} />
  ) : (
    <img class="portrait" src={address} alt={`Portrait of ${name}`} />
  );
}

/** The included lorebooks, each with a checkbox. */
export function BookBill(props: {
  books: readonly LibraryItem<'lorebook'>[];
  plan: ScenePlan;
  change: BillProps['change'];
}) {
  const { books, plan, change } = props;
  return (
    <div class="book-bill row">
      {books.map(({ id, body }) => (
        <Check
          key={id}
          label={`Lorebook ${body.name}, ${countEntries(body.entries.length)}`}
          checked
          onChange={() => change({ lorebooks: plan.lorebooks.filter((one) => one !== id) })}
        />
      ))}
    </div>
  );
}

const countEntries = (count: number): string => (count === 1 ? '1 entry' : `${count} entries`);
