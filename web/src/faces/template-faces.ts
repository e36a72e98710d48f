// words: keep
import { drawFace, type FaceSpec } from './draw-face';

/** Portraits of the built-in templates: characters as `id|name`, and personas by id. */
export const TEMPLATE_FACES: readonly {
  cast: Readonly<Record<string, FaceSpec>>;
  personas: Readonly<Record<string, FaceSpec>>;
}[] = [
  {
    cast: {
      'hesper|Hesper Quill': '24384f dba982 9a9ca3 35566b bun swept roll ribs stern flat lines',
      'tobin|Tobin Marsh': '2b4a55 f0c4a0 b5652f c9a13b mop timid worry freckles strap',
      'wren|Dr. Wren': '3a3550 c98f68 3d3531 8b8f99 part glasses moustache brows flat collar lapels',
      'rusk|Captain Rusk': '1c2438 d9a37c 22191c 2b3358 crop captain goatee smirk raised lids lapels',
    },
    personas: {
      ines: '54405a c68b62 2d1f1f 6b3f52 long parted brows smile scarf',
      jonas: '3d4a3d efc39d 8a5a2c 59503f fringe brows smile blush strap',
    },
  },
  {
    cast: {
      'ida|Ida Solheim': '1f3a44 ecc2a2 b9b3ac 7d4f3a bob part glasses cord raised smile lines collar',
    },
    personas: { noor: '33415a b97a50 221a1d 2f5d5a curls brows flat scarf' },
  },
  {
    cast: {
      'marta|Marta Holloway': '5a3226 e6b08a 8f3f22 6e7f5a knot swept brows grin blush apron cloth',
      'corin|Corin Vale': '3a2440 cf9a73 3b2a22 6a5a45 crop beard stern flat scarf',
      'sister-ane|Sister Ane': '6a4a2c f0c9a8 8a6a4a 2a2430 hood veil raised smirk blush lines',
      'reeve|Osric the Reeve':
        '28303f e2bb98 77685c 46335a tufts chaperon stern flat lines goatee collar feather',
    },
    personas: {
      ilse: '4a4360 f2cba9 d8a85a 41657a tail fringe brows smile ribbon freckles',
      dunstan: '3c3a2e d2a078 6d6259 5b4636 cap stubble timid worry roll',
    },
  },
  {
    cast: {
      'beatrix|Beatrix Oakley': '3b2f3a f0c8aa 4a2c24 1d1a22 knot part stern flat pearls lids',
      'felix|Felix Oakley': '5a2a35 e9bd98 6b4026 1f1b24 swept raised smirk lapels bow',
    },
    personas: {
      notary: '2c3a34 d8ac86 c9c4bd 3b3a46 tufts glasses brows flat moustache lines collar lapels tie',
      housekeeper: '46404f e5b896 8d8a90 2f2b38 bun part brows smile lines apron collar',
    },
  },
  {
    cast: {
      'nell|Nell Archer': '4b1027 f1c7a5 a3341f 2f6a63 curls fringe lids raised smirk earring',
      'gus|Gus Brandt': '2f3f52 e3ad88 b8b2aa 4f6b8a tufts cap moustache brows smile blush lines collar',
      'priya|Priya Anand': '2f4a3a a96b43 1b1416 8a3a5a long parted brows flat glasses earring',
      'tomas|Tomas Reyes': '5a4322 c68d63 2a1d18 b5653a mop stubble timid grin blush collar',
    },
    personas: {
      host: '33263d b98560 d7d2cb 5a2a44 crop beard brows smile lapels bow',
      guest: '3f4a5a e8b994 5a3a26 7a6a4a bob fringe brows smile collar',
    },
  },
  {
    cast: {
      'aurel|Aurel': '20304a d9a981 3a3238 f4eee2 part peaked moustache raised flat lapels bow',
      'vesna|Vesna Orlo': '4a1f2f f0c6a6 1c161a 5b2b6a knot parted lids raised lips fur earring',
      'pim|Pim': '2f4f4a f3cba8 c07a35 b5483a mop beanie brows grin freckles blush scarf label',
    },
    personas: {
      mara: '3a3a4a cf9870 33211d 5a6a58 bob part brows flat glasses scarf',
      teo: '4f3b2a c08a5f 241a18 3f5a7a crop stubble brows smile collar lapels',
    },
  },
  {
    cast: {
      'odile|Odile Marchetti': '33402f e4b892 d9d6d0 6a2f3c bun swept loupe brows smile lines collar',
      'lark|Lark': '5a4a2a 9a6240 251a18 8a6a3a curls tools raised grin apron',
    },
    personas: {
      sol: '2f3a55 d6a075 5a3d28 7a5230 swept brows smile collar strap',
      edda: '4d3a4f efc7a8 c9c4be 54708a curls part brows smile lines pearls glasses',
    },
  },
];

export interface Person {
  id: string;
  name: string;
}

/**
 * Returns drawn portraits as URLs by actor. A template is recognized by a member with a full name, because other scenes
 * may have a Pim, too.
 */
export function listTemplateFaces(
  cast: readonly Person[],
  personas: readonly Person[] = [],
): Map<string, string> {
  const present = new Set(cast.map(({ id, name }) => `${id}|${name}`));
  const faces = new Map<string, string>();
  for (const template of TEMPLATE_FACES) {
    const members = Object.entries(template.cast).filter(([key]) => present.has(key));
    if (!members.some(([key]) => key.includes(' '))) continue;
    for (const [key, spec] of members) faces.set(`character:${key.slice(0, key.indexOf('|'))}`, toUrl(spec));
    for (const { id } of personas)
      if (Object.hasOwn(template.personas, id))
        faces.set(`persona:${id}`, toUrl(template.personas[id] as FaceSpec));
  }
  return faces;
}

const toUrl = (spec: FaceSpec): string => `data:image/svg+xml,${encodeURIComponent(drawFace(spec))}`;
