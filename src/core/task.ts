/**
 * Long work with an owner: begun once, with its progress and its Stop there for every part that shows it, wherever that
 * comes from. It ends at its end, by Stop, where its owner ends it, and with the account.
 */
import { useSyncExternalStore } from 'react'
import { accountSignal, accountStore, whileAccount } from './account'
import { type ById, byId, withId } from './store'

export interface TaskState {
  /** `waiting` where the service has asked for that. */
  phase: 'reading' | 'waiting' | 'done' | 'stopped' | 'failed'
  error?: unknown
}

export const isRunning = (state: { phase: string } | undefined): boolean =>
  state?.phase === 'reading' || state?.phase === 'waiting'

/** One run of a task, as its work sees it. */
export interface Run<S> {
  /** Aborted by Stop, by its owner, and with the account. */
  signal: AbortSignal
  /** Says how far it is. */
  say: (change: Partial<S>) => void
  /** What was said last. */
  state: () => S
  /** False once its owner or the account has ended it: nothing of it is taken in any more. True after Stop. */
  isOwned: () => boolean
}

/**
 * @param upTo how much is asked for, as the task counts: of what asks for more meanwhile the work is called for again
 * @returns what is said at its end, where it is not `done` alone
 */
export type Work<S> = (run: Run<S>, upTo: number) => Promise<Partial<S> | undefined>

interface Running {
  controller: AbortController
  upTo: number
  ended: Promise<void>
}

interface Entry<S> {
  state: S
  running?: Running | undefined
}

/** Tasks of one kind, each by what it is about. */
export class Tasks<S extends TaskState> {
  readonly #entries = accountStore<ById<Entry<S>>>(byId())
  readonly subscribe = this.#entries.subscribe

  get(key: string): S | undefined {
    return this.#entries.get()[key]?.state
  }

  /**
   * Begins it, or joins what is under way: that goes on until there is as much as anybody has asked for.
   * @param begin what is said from the start, given what was said last
   * @returns once it has ended, however
   */
  async start(key: string, begin: (before: S | undefined) => S, work: Work<S>, upTo = 1): Promise<void> {
    const isCurrent = whileAccount()
    for (let under = this.#running(key); under; under = this.#running(key)) {
      if (!under.controller.signal.aborted) {
        under.upTo = Math.max(under.upTo, upTo)
        return under.ended
      }
      await under.ended // Stop was pressed: it is begun anew behind that
      if (!isCurrent()) return
    }
    const running: Running = { controller: new AbortController(), upTo, ended: Promise.resolve() }
    const state = begin(this.get(key))
    this.#put(key, { state, running })
    running.ended = this.#run(key, running, state, work)
    return running.ended
  }

  /** Sends nothing more; what it has stays, and it says that it was stopped. */
  stop(key: string): void {
    this.#running(key)?.controller.abort()
  }

  /** Ends it and puts it away: from now on nothing is taken in, and nothing said of it. */
  end(key: string): void {
    const running = this.#running(key)
    this.#entries.set((old) => byId(Object.entries(old).filter(([one]) => one !== key)))
    running?.controller.abort()
  }

  /** Puts away what has ended. */
  settle(key: string): void {
    if (this.get(key) && !this.#running(key)) this.end(key)
  }

  async #run(key: string, running: Running, begun: S, work: Work<S>): Promise<void> {
    const signal = AbortSignal.any([running.controller.signal, accountSignal()])
    const isOwned = () => this.#running(key) === running
    let state = begun
    const put = (change: Partial<S>, isOver: boolean) => {
      state = { ...state, ...change }
      if (isOwned()) this.#put(key, { state, running: isOver ? undefined : running })
    }
    const run: Run<S> = { signal, isOwned, state: () => state, say: (change) => put(change, false) }
    const end = (phase: TaskState['phase'], change: Partial<S> | undefined, error?: unknown) =>
      put({ ...change, phase: change?.phase ?? phase, error } as Partial<S>, true) // what every task has
    try {
      let change: Partial<S> | undefined
      let done: number
      do {
        done = running.upTo
        change = await work(run, done)
      } while (running.upTo > done && change?.phase === undefined)
      end('done', change)
    } catch (error) {
      if (signal.aborted) end('stopped', undefined)
      else end('failed', undefined, error)
    }
  }

  #running(key: string): Running | undefined {
    return this.#entries.get()[key]?.running
  }

  #put(key: string, entry: Entry<S>): void {
    this.#entries.set((old) => withId(old, key, entry))
  }
}

/** How a task is, to whoever shows it; undefined where there is none. */
export const useTask = <S extends TaskState>(tasks: Tasks<S>, key: string): S | undefined =>
  useSyncExternalStore(
    tasks.subscribe,
    () => tasks.get(key),
    () => undefined,
  )
