import { createContext } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Reply } from '../api/api';
import { library } from '../api/library';
import { hand } from '../api/scene';
import type { AnyScene } from '../scene/who';

/** Addresses of pictures by actor, `character:<id>`, of the scene that a page shows. */
export const Pictures = createContext<ReadonlyMap<string, string>>(new Map());

/** Reads the pictures of a scene's cast. Characters without one are left out. */
export function useCastPictures(scene: AnyScene | null): ReadonlyMap<string, string> {
  const [pictures, setPictures] = useState<ReadonlyMap<string, string>>(new Map());
  const id = scene?.id ?? '';
  // Only copies from the library have pictures. They load once per scene.
  const copies = (scene?.cast ?? []).flatMap((one) => (one.from === null ? [] : [one.id])).join(' ');
  useEffect(() => {
    let isUnmounted = false;
    const addresses: string[] = [];
    setPictures(new Map());
    for (const one of copies.split(' ').filter(Boolean))
      void hand.portrait(id, one).then((reply) => {
        if (!reply.ok || reply.value === null) return;
        const address = URL.createObjectURL(reply.value);
        if (isUnmounted) return URL.revokeObjectURL(address);
        addresses.push(address);
        setPictures((known) => new Map(known).set(`character:${one}`, address));
      });
    return () => {
      isUnmounted = true;
      for (const address of addresses) URL.revokeObjectURL(address);
    };
  }, [id, copies]);
  return pictures;
}

/**
 * Returns the URL of a library character's picture; null if there is none or it is not loaded.
 *
 * @param id null: not needed yet
 * @param turn change it to reload
 */
export const useLibraryPicture = (id: string | null, turn = 0): string | null =>
  usePicture(id === null ? null : () => library.portrait(id), `${id} ${turn}`);

/**
 * Returns the URL of a picture; null if there is none or it is not loaded.
 *
 * @param load null: not needed yet
 * @param of identifies the picture; a change reloads
 */
export function usePicture(load: (() => Promise<Reply<Blob | null>>) | null, of: string): string | null {
  const [picture, setPicture] = useState<Blob | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    void load?.().then((reply) => {
      if (reply.ok && !isUnmounted) setPicture(reply.value);
    });
    return () => {
      isUnmounted = true;
    };
  }, [of]);
  const address = useMemo(() => (picture ? URL.createObjectURL(picture) : null), [picture]);
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  return address;
}
