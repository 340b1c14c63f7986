/** `cloudflare:workers` for Node: the bindings of `wrangler.toml` that the tests use. */
const stored = new Map<string, Uint8Array<ArrayBuffer>>();

/** KV in memory, as far as the Worker and its tests call it. */
const MARKET_CACHE = {
  get: async (key: string, options?: { readonly type: 'arrayBuffer' }) => {
    const value = stored.get(key);
    if (value === undefined) return null;
    return options === undefined ? new TextDecoder().decode(value) : value.slice().buffer;
  },
  put: async (key: string, value: string | Uint8Array, _options?: object) =>
    void stored.set(key, typeof value === 'string' ? new TextEncoder().encode(value) : value.slice()),
  delete: async (key: string) => void stored.delete(key),
};

export const env = { MARKET_CACHE };
