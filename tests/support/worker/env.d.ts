declare namespace Cloudflare {
  interface Env {
    readonly MARKET_CACHE: KVNamespace;
    readonly RECORD: D1Database;
    /** The files of `worker/migrations`, read by the test runner's configuration. */
    readonly RECORD_MIGRATIONS: { name: string; queries: string[] }[];
  }
}

declare module '*?raw' {
  export const text: string;
  export { text as default };
}

interface ImportMeta {
  /** Vitest passes variables that start with VITE_. */
  readonly env: Readonly<Record<string, string | undefined>>;
}
