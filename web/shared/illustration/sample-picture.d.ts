declare module 'virtual:sample-picture' {
  import type { IsoDate } from '#compute';

  /** A forecast of the sample market, drawn by the build (`vite.sample-picture.ts`). */
  const picture: {
    readonly ticker: string;
    readonly companyName: string;
    readonly lastPrice: number;
    readonly date: IsoDate;
    /** Figures in the conventions of the region `us`. */
    readonly html: string;
  };
  export default picture;
}
