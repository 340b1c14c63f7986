/** `cloudflare:workers` for Node: the bindings of `wrangler.toml` that the tests use. */
const stored = new Map<string, string>();

/** KV in memory, as far as the Worker and its tests call it. */
const MARKET_CACHE = {
  get: async (key: string, options?: { readonly type: 'arrayBuffer' }) => {
    const text = stored.get(key);
    if (text === undefined) return null;
    return options === undefined ? text : new TextEncoder().encode(text).buffer;
  },
  put: async (key: string, text: string, _options?: object) => void stored.set(key, text),
  delete: async (key: string) => void stored.delete(key),
};

export const env = { MARKET_CACHE };
