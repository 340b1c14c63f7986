/** The calls and D1 statements that a scheduled run has left, from one limit for each. The platform ends a run that uses more. */
export class RunBudget {
  #callsLeft: number;
  #statementsLeft: number;

  constructor(limit: number) {
    this.#callsLeft = limit;
    this.#statementsLeft = limit;
  }

  get callsLeft(): number {
    return this.#callsLeft;
  }

  /** 0 if no call is left to send a statement with. */
  get statementsLeft(): number {
    return this.#callsLeft > 0 ? this.#statementsLeft : 0;
  }

  /** Counts a call. Returns whether there was one left. */
  spend(): boolean {
    if (this.#callsLeft <= 0) return false;
    this.#callsLeft -= 1;
    return true;
  }

  /** Wraps a database to count its calls and statements. One beyond the budget rejects. */
  database(db: D1Database): D1Database {
    const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
    const counted = <T>(statements: number, work: () => Promise<T>): Promise<T> => {
      if (statements > this.#statementsLeft || !this.spend())
        return Promise.reject(new Error('the run has no statements left'));
      this.#statementsLeft -= statements;
      return work();
    };
    const wrap = (original: D1PreparedStatement): D1PreparedStatement => {
      const wrapped = {
        bind: (...values: unknown[]) => wrap(original.bind(...values)),
        all: () => counted(1, () => original.all()),
        run: () => counted(1, () => original.run()),
        first: (...column: [string]) => counted(1, () => original.first(...column)),
      } as unknown as D1PreparedStatement;
      originals.set(wrapped, original);
      return wrapped;
    };
    const unwrapped = (statement: D1PreparedStatement) => originals.get(statement) ?? statement;
    return {
      prepare: (query: string) => wrap(db.prepare(query)),
      batch: (statements: D1PreparedStatement[]) =>
        counted(statements.length, () => db.batch(statements.map(unwrapped))),
    } as unknown as D1Database;
  }
}
