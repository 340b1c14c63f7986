declare module 'virtual:api-reference' {
  /** "horizons[].n", "number · forecasts", "Forecasts scored." Meanings mark code with backticks. */
  export type FieldRow = Readonly<Record<'name' | 'type' | 'meaning', string>>;

  export interface OperationReference {
    /** "/api/stock/{ticker}" */
    readonly path: string;
    readonly summary: string;
    /** Empty if the summary says it all. */
    readonly description: string;
    /** Those in the query have the example's value, if it has one. */
    readonly parameters: readonly (FieldRow & { readonly value?: string })[];
    readonly fields: readonly FieldRow[];
    /** Path and query of a request, and the sample market's response, shortened. */
    readonly example: string;
    readonly response: string;
  }

  export interface ApiReference {
    readonly operations: readonly OperationReference[];
    readonly errors: readonly FieldRow[];
  }

  /** Made by the build from the OpenAPI document (`vite.api-reference.ts`). */
  const reference: ApiReference;
  export default reference;
}
