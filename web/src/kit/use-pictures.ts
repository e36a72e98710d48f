import { createContext } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { library } from '../api/library';
import { hand } from '../api/scene';
import type { AnyScene } from '../scene/who';

/** Addresses of pictures by actor, `character:<id>`, of the scene that a page shows. */
export const Pictures = createContext<ReadonlyMap<string, string>>(new Map());

/** The pictures of a scene's cast, as they are read. Who has none is not in it. */
export function useCastPictures(scene: AnyScene | null): ReadonlyMap<string, string> {
  const [pictures, setPictures] = useState<ReadonlyMap<string, string>>(new Map());
  const id = scene?.id ?? '';
  // Those written for the scene alone have none; the others are read once, however often the scene is.
  const copies = (scene?.cast ?? []).flatMap((one) => (one.from === null ? [] : [one.id])).join(' ');
  useEffect(() => {
    let gone = false;
    const made: string[] = [];
    setPictures(new Map());
    for (const one of copies.split(' ').filter(Boolean))
      void hand.portrait(id, one).then((reply) => {
        if (!reply.ok || reply.value === null) return;
        const address = URL.createObjectURL(reply.value);
        if (gone) return URL.revokeObjectURL(address);
        made.push(address);
        setPictures((known) => new Map(known).set(`character:${one}`, address));
      });
    return () => {
      gone = true;
      for (const address of made) URL.revokeObjectURL(address);
    };
  }, [id, copies]);
  return pictures;
}

/**
 * The picture of a character of the library as an address to show; null without one, and until it is read.
 *
 * @param id null: not wanted yet
 * @param turn another number reads it again
 */
export function useLibraryPicture(id: string | null, turn = 0): string | null {
  const [picture, setPicture] = useState<Blob | null>(null);
  useEffect(() => {
    let gone = false;
    if (id !== null)
      void library.portrait(id).then((reply) => {
        if (reply.ok && !gone) setPicture(reply.value);
      });
    return () => {
      gone = true;
    };
  }, [id, turn]);
  const address = useMemo(() => (picture ? URL.createObjectURL(picture) : null), [picture]);
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  return address;
}
