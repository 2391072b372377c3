/** A store that tells of every statement how it went: for the metrics, and for whoever has to know that it is away. */
import { type Queries, type Store, StoreError, type StoreFailure } from '../../store/store'

/** How a statement went. */
export type StatementOutcome = 'ok' | StoreFailure

/** @param beganAt of the clock `performance.now()` */
type Heard = (outcome: StatementOutcome, beganAt: number) => void

export const failureOf = (error: unknown): StoreFailure => (error instanceof StoreError ? error.failure : 'failed')

export function watchedStore(store: Store, heard: Heard): Store {
  const timed = async <T>(act: () => Promise<T>): Promise<T> => {
    const beganAt = performance.now()
    try {
      const result = await act()
      heard('ok', beganAt)
      return result
    } catch (error) {
      heard(failureOf(error), beganAt)
      throw error
    }
  }
  const watched = (queries: Queries): Queries => ({
    query: (sql, parameters) => timed(() => queries.query(sql, parameters)),
  })
  /** Its statements tell of themselves: what fails here alone is its beginning or its end. */
  async function transaction<T>(
    work: (queries: Queries) => Promise<T>,
    options?: Parameters<Store['transaction']>[1],
  ): Promise<T> {
    const failed: { error: unknown }[] = []
    const noting = (queries: Queries): Queries => ({
      query: (sql, parameters) =>
        queries.query(sql, parameters).catch((error: unknown) => {
          failed.push({ error })
          throw error
        }),
    })
    try {
      return await store.transaction((queries) => work(watched(noting(queries))), options)
    } catch (error) {
      if (error instanceof StoreError && !failed.some((one) => one.error === error))
        heard(error.failure, performance.now())
      throw error
    }
  }
  return {
    engine: store.engine,
    ...watched(store),
    transaction,
    listen: (channel, listener) => store.listen(channel, listener),
    ...(store.maintain && { maintain: store.maintain }),
    close: () => store.close(),
  }
}
