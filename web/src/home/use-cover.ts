import { useEffect, useMemo, useState } from 'preact/hooks';
import { api } from '../api/api';

/** Returns the address of the cover of a story; null without one, and until it is read. @param story null: it has none */
export function useCover(story: string | null): string | null {
  const [picture, setPicture] = useState<Blob | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    setPicture(null);
    if (story !== null)
      void api.cover(story).then((reply) => {
        if (reply.ok && !isUnmounted) setPicture(reply.value);
      });
    return () => {
      isUnmounted = true;
    };
  }, [story]);
  const address = useMemo(() => (picture ? URL.createObjectURL(picture) : null), [picture]);
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  return address;
}
