/** Writes to KV since the isolate started. */
export interface KvWrites {
  readonly is_bound: boolean;
  readonly writes: number;
  readonly refused_writes: number;
}

/** The same namespace, whose writes are counted. */
export function countedKv(kv: KVNamespace | null): { namespace: KVNamespace | null; writes: () => KvWrites } {
  let writes = 0;
  let refused = 0;
  const put = async (...write: Parameters<KVNamespace['put']>): Promise<void> => {
    writes += 1;
    try {
      await kv?.put(...write);
    } catch (cause) {
      refused += 1;
      throw cause;
    }
  };
  return {
    namespace:
      kv &&
      new Proxy(kv, {
        get(target, name) {
          const member: unknown = name === 'put' ? put : Reflect.get(target, name);
          return typeof member === 'function' ? member.bind(target) : member;
        },
      }),
    writes: () => ({ is_bound: kv !== null, writes, refused_writes: refused }),
  };
}
