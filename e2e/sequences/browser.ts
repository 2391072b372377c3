/** One browser of a sequence: what its tabs share, and tabs that are opened, reloaded and closed in the middle of things. */
import { type MemoryStorage, memoryStorage } from '../../src/core/storage-harness'
import type { Clock } from './clock'
import { type Cookies, type Fate, SERVICE, type Server } from './server'
import type { TabApi } from './tab'

/** Makes the console's modules anew, with these in the place of a window's own. */
export type LoadTab = (globals: object) => TabApi

export interface Tab {
  readonly name: string
  readonly api: TabApi
  readonly session: MemoryStorage
  isClosed: boolean
  /** What was logged or thrown outside of any answer. */
  readonly errors: unknown[]
}

/** A tab before its modules run in it. */
type Page = Omit<Tab, 'api'>

export interface Browser {
  readonly jar: { cookies: Cookies }
  readonly tabs: readonly Tab[]
  readonly local: MemoryStorage
  /** @param session what the tab kept before a reload */
  open(session?: MemoryStorage): Tab
  close(tab: Tab): void
}

/** How long a word takes from one tab to another, in virtual ms. */
const WORD_MS = 2
/** How long a page lives on after it was told to go, in virtual ms. */
const LEAVE_MS = 20

export function createBrowser(clock: Clock, server: Server, load: LoadTab, fateOf: () => Fate): Browser {
  const jar = { cookies: { operator: 'operator-1', signIn: 0 } as Cookies }
  const local = memoryStorage()
  const tabs: Tab[] = []
  const channels = new Set<{ name: string; tab: Page; hear: (data: unknown) => void }>()

  function open(session = memoryStorage()): Tab {
    const errors: unknown[] = []
    const name = `tab ${tabs.length + 1}`
    const self: Page = { name, session, isClosed: false, errors }
    /** Nothing runs in a tab that is closed. */
    const inTab = (run: () => void) => () => {
      if (self.isClosed) return
      try {
        run()
      } catch (error) {
        errors.push(error)
      }
    }
    const never = new Promise<never>(() => undefined)
    class Channel {
      onmessage: ((event: { data: unknown }) => void) | null = null
      readonly #one: { name: string; tab: Page; hear: (data: unknown) => void }
      constructor(readonly name: string) {
        this.#one = { name, tab: self, hear: (data) => this.onmessage?.({ data }) }
        channels.add(this.#one)
      }
      postMessage(data: unknown) {
        for (const other of channels)
          if (other !== this.#one && other.name === this.name && !other.tab.isClosed)
            clock.setTimeout(() => !other.tab.isClosed && channels.has(other) && other.hear(data), WORD_MS)
      }
      close() {
        channels.delete(this.#one)
      }
    }
    const window = new EventTarget()
    const document = Object.assign(new EventTarget(), { hidden: false, documentElement: { dataset: {} } })
    class TabDate extends Date {
      constructor(...given: []) {
        if (given.length === 0) super(clock.now())
        else super(...given)
      }
      static override now = () => clock.now()
    }
    const globals = {
      window,
      document,
      location: { pathname: '/connections', reload: () => leave(), assign: () => leave() },
      sessionStorage: session,
      localStorage: local,
      indexedDB: { deleteDatabase: () => ended() },
      BroadcastChannel: Channel,
      navigator: {},
      setTimeout: (run: () => void, ms?: number) => clock.setTimeout(inTab(run), ms),
      setInterval: (run: () => void, ms?: number) => clock.setInterval(inTab(run), ms),
      clearTimeout: clock.clear,
      clearInterval: clock.clear,
      Date: TabDate,
      performance: { now: clock.now, timeOrigin: 0 },
      AbortSignal: { any: AbortSignal.any, timeout: (ms: number) => timeout(ms) },
      fetch: (address: string, init: RequestInit = {}) =>
        new Promise<Response>((resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
          server
            .serve(name, jar, address, init, fateOf())
            .then(resolve, reject)
            .catch(() => undefined)
        }).then(
          (answer) => (self.isClosed ? never : answer),
          (error: unknown) => (self.isClosed ? never : Promise.reject(error)),
        ),
    }
    /** It goes to another page of this console, and begins anew there. */
    function leave() {
      clock.setTimeout(() => {
        if (self.isClosed) return
        close(opened)
        open(session)
      }, LEAVE_MS)
    }
    function timeout(ms: number): AbortSignal {
      const controller = new AbortController()
      clock.setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms)
      return controller.signal
    }
    function ended() {
      const request: { onsuccess?: () => void } = {}
      clock.setTimeout(() => request.onsuccess?.(), 1)
      return request
    }
    const opened = Object.assign(self, { api: load({ ...globals, globalThis: { ...globals } }) })
    tabs.push(opened)
    const { operator } = jar.cookies
    void opened.api.start({
      service: SERVICE,
      operator: operator === null ? null : { id: operator, name: 'Operator', role: 'operator' },
      account: operator === null ? null : server.accountOf(jar.cookies),
    })
    return opened
  }

  function close(tab: Tab): void {
    tab.api.hide()
    tab.isClosed = true
    for (const channel of channels) if (channel.tab === tab) channels.delete(channel)
  }

  return { jar, tabs, local, open, close }
}
