/** What stands between the console and the provider’s hosts where a server records what they respond, or replays it. */
import type { Tape as TapeState } from '../../api/config'
import type { Credential } from '../auth/account'
import type { Send } from '../forward/exchange'
import type { Log } from '../log'
import type { Look } from '../reach'

export interface Tape {
  /** What the console is told of it. */
  state(): TapeState
  /**
   * The one place where a response of a host is had: for browsers, drawn pages, jobs and the crawl alike.
   * @param fingerprint names an account, and says nothing of its token
   */
  around(send: Send, about: { fingerprint: (credential: Credential) => string; log: Log }): Send
  /** Hears every token that is sent. */
  onBearer?: (bearer: string) => void
  /** Says whether a host can be reached where none is asked. */
  look?: Look
}
