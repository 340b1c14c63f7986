/** What is used of a package without types. */
declare module 'subset-font' {
  interface Axis {
    readonly min: number;
    readonly max: number;
    readonly default: number;
  }

  /** Keeps the glyphs of a text. A number pins an axis. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      readonly targetFormat: 'woff2';
      readonly noHinting: boolean;
      /** OpenType features by tag; all others go. */
      readonly keepFeatures: readonly string[];
      readonly variationAxes: Readonly<Record<string, number | Axis>>;
    },
  ): Promise<Buffer>;
}
