import { useEffect, useMemo, useState } from 'preact/hooks';
import { api } from '../api/api';

/**
 * Returns the URL of a story's cover; null if there is none or it is not loaded.
 *
 * @param story null: no story
 */
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
