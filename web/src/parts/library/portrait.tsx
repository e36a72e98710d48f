import { useEffect, useState } from 'preact/hooks';
import { library } from '../../api-library';
import { Avatar } from '../marks';

/** The picture a character came with; its letter when it has none. */
export function Portrait({ id, name }: { id: string; name: string }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let shown: string | null = null;
    let gone = false;
    void library.portrait(id).then((reply) => {
      if (!reply.ok || reply.value === null) return;
      if (gone) return URL.revokeObjectURL(reply.value);
      shown = reply.value;
      setAddress(shown);
    });
    return () => {
      gone = true;
      if (shown) URL.revokeObjectURL(shown);
    };
  }, [id]);
  if (address === null) return <Avatar actor={id} name={name} />;
  return <img class="portrait" src={address} alt={`Portrait of ${name || 'the character'}`} />;
}
