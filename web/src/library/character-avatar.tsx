import { useRef } from 'preact/hooks';
import { Avatar } from '../kit/marks';
import { useInSight } from '../kit/use-in-sight';
import { Pictures, useLibraryPicture } from '../kit/use-pictures';

/** Shows a library character in a list: its picture, read once it scrolls into sight, or its letter. */
export function CharacterAvatar({ id, name }: { id: string; name: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const isInSight = useInSight(place);
  const address = useLibraryPicture(isInSight ? id : null);
  return (
    <span class="avatar-place" ref={place}>
      <Pictures.Provider value={new Map(address ? [[id, address]] : [])}>
        <Avatar actor={id} name={name} />
      </Pictures.Provider>
    </span>
  );
}
