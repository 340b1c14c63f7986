/** The parts of MDN's Observatory (MPL-2.0, plain JavaScript) that score captured responses. */
declare module '@mdn/mdn-http-observatory/src/types.js' {
  export interface CapturedResponse {
    readonly headers: Readonly<Record<string, string>>;
    readonly request: { readonly headers: Readonly<Record<string, string>> };
    readonly status: number;
    readonly verified: boolean;
    readonly httpEquiv?: ReadonlyMap<string, readonly string[]>;
  }

  export class Requests {
    constructor(hostname: string);
    readonly hostname: string;
    readonly resources: { path: string | null };
    readonly responses: {
      auto: CapturedResponse | null;
      cors: CapturedResponse | null;
      http: CapturedResponse | null;
      https: CapturedResponse | null;
      httpRedirects: readonly { readonly url: URL; readonly status: number }[];
      httpsRedirects: readonly { readonly url: URL; readonly status: number }[];
    };
    session: { readonly url: URL } | null;
  }
}

declare module '@mdn/mdn-http-observatory/src/constants.js' {
  import type { Requests } from '@mdn/mdn-http-observatory/src/types.js';

  export const ALL_TESTS: readonly ((requests: Requests) => {
    readonly result: string | null;
    readonly pass: boolean;
  })[];
}

declare module '@mdn/mdn-http-observatory/src/grader/grader.js' {
  export function getScoreModifier(result: string): number;
  export function getGradeForScore(score: number): { readonly score: number; readonly grade: string };
}

declare module '@mdn/mdn-http-observatory/src/grader/charts.js' {
  export const MINIMUM_SCORE_FOR_EXTRA_CREDIT: number;
}

declare module '@mdn/mdn-http-observatory/src/retriever/utils.js' {
  export function parseHttpEquivHeaders(html: string, baseUrl: string): Map<string, string[]>;
}
