declare module 'virtual:api-reference' {
  /** A field of a response: "horizons[].n", "number", "forecasts", "Forecasts scored." Texts mark code with backticks. */
  export interface FieldRow {
    readonly path: string;
    readonly type: string;
    /** Empty if it has none. */
    readonly unit: string;
    readonly meaning: string;
  }

  export interface OperationReference {
    readonly name: string;
    /** "/api/stock/{ticker}" */
    readonly path: string;
    readonly summary: string;
    readonly parameters: readonly {
      readonly name: string;
      readonly facts: string;
      readonly description: string;
      /** What the form offers: the example's value, and the values to choose from, if they are few. */
      readonly form?: { readonly value: string; readonly options: readonly string[] };
    }[];
    readonly fields: readonly FieldRow[];
    /** Those that only another form of the response has. */
    readonly otherFields: readonly FieldRow[];
    /** Path of the operation whose response has the same fields. */
    readonly sameAs: string | null;
    /** Path and query of a request, and the sample market's response, shortened. */
    readonly example: string;
    readonly response: string;
  }

  /** Made by the build from the OpenAPI document (`vite.api-reference.ts`). */
  const reference: {
    readonly operations: readonly OperationReference[];
    readonly errors: readonly { readonly code: string; readonly status: number; readonly error: string }[];
  };
  export default reference;
}
