import { useEffect, useRef, useState } from 'preact/hooks';
import { Avatar } from '../kit/marks';
import { Pictures, useLibraryPicture } from '../kit/use-pictures';

/** A character of the library in a list: its picture, read when it comes into sight, or its letter. */
export function CharacterAvatar({ id, name }: { id: string; name: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setSeen(true);
        observer.disconnect();
      },
      { rootMargin: '100px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const address = useLibraryPicture(seen ? id : null);
  return (
    <span class="avatar-place" ref={place}>
      <Pictures.Provider value={new Map(address ? [[id, address]] : [])}>
        <Avatar actor={id} name={name} />
      </Pictures.Provider>
    </span>
  );
}
