declare namespace Cloudflare {
  interface Env {
    readonly MARKET_CACHE: KVNamespace;
  }
}

declare module '*?raw' {
  export const text: string;
  export { text as default };
}

interface ImportMeta {
  /** Vitest passes the variables that start with VITE_. */
  readonly env: Readonly<Record<string, string | undefined>>;
}
