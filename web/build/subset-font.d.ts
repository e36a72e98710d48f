declare module 'subset-font' {
  type Axis = number | { min?: number; max?: number; default?: number };

  /** Returns the font with only the characters of the text, and with its axes pinned or narrowed. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2';
      variationAxes?: Readonly<Record<string, Axis>>;
      keepFeatures?: readonly string[];
      noHinting?: boolean;
      dropTables?: readonly string[];
    },
  ): Promise<Uint8Array>;
}
