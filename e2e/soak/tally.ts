/** Counts of a long table of checks, told for each of its rows and, at the end, for all of them. */
export class Tally {
  #cases = 0
  #ms = 0
  readonly #failures: string[] = []

  /** @param what one of them is, e.g. `cells` */
  constructor(private readonly what: string) {}

  /**
   * Runs the cases of one row, each to its end.
   * @param run says what was wrong, in words
   * @returns the failures of this row
   */
  async row<Case>(
    name: string,
    cases: readonly Case[],
    run: (one: Case) => Promise<string[]>,
    nameOf: (one: Case) => string,
  ) {
    const began = Date.now()
    const failures: string[] = []
    for (const one of cases) {
      const wrong = await run(one)
      if (wrong.length === 0) continue
      failures.push(`${name}, ${nameOf(one)}: ${wrong.join('; ')}`)
      console.info(`failed: ${failures.at(-1)}`)
    }
    this.#cases += cases.length
    this.#ms += Date.now() - began
    this.#failures.push(...failures)
    return failures
  }

  /** All rows of this process: a failure begins a new one, which counts anew. */
  tell(): void {
    const minutes = (this.#ms / 60_000).toFixed(1)
    console.info(`${this.#cases} ${this.what} in ${minutes} minutes, ${this.#failures.length} failures`)
  }
}
