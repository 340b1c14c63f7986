declare module 'virtual:sample-picture' {
  import type { IsoDate, Region } from '#compute';

  /** A forecast of the sample market, drawn by the build (`vite.sample-picture.ts`). */
  const picture: {
    readonly ticker: string;
    readonly companyName: string;
    readonly lastPrice: number;
    readonly origin: string;
    readonly date: IsoDate;
    /** Whose conventions the figures follow. */
    readonly region: Region;
    readonly html: string;
  };
  export default picture;
}
