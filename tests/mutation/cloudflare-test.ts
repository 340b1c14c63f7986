/** `cloudflare:test` for Node: an execution context that knows the work behind its answers. */
class NodeExecutionContext {
  readonly #work: Promise<unknown>[] = [];
  readonly props = {};

  waitUntil(work: Promise<unknown>): void {
    this.#work.push(work);
  }

  passThroughOnException(): void {}

  /** Resolves when everything handed over has ended, with what was handed over meanwhile. */
  async settled(): Promise<void> {
    // oxlint-disable-next-line no-await-in-loop -- work may hand over more work
    while (this.#work.length > 0) await Promise.allSettled(this.#work.splice(0));
  }
}

export function createExecutionContext(): NodeExecutionContext {
  return new NodeExecutionContext();
}

export function waitOnExecutionContext(context: NodeExecutionContext): Promise<void> {
  return context.settled();
}
