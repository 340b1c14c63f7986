declare namespace Cloudflare {
  interface Env {
    readonly MARKET_CACHE: KVNamespace;
  }
}

declare module '*?raw' {
  export const text: string;
  export { text as default };
}
