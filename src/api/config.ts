/** What the server tells the console (`/config.json`, and the same in the page): never a secret. */
import type { Host } from './endpoint'
import type { RemovalPage } from './removal-page'
import type { Role } from './roles'

/** Where a vehicle's owner comes back to: a page that is nobody's console, for whom nobody signs in. */
export const OWNER_PATH = '/return/battery-capacity'
/** True for that page, with a slash at its end too: a service may add one. */
export const isOwnerPath = (path: string): boolean => path === OWNER_PATH || path === `${OWNER_PATH}/`

/** What the console, and every script, says with a request for data: a page elsewhere cannot without being asked first. */
export const ownHeaders = { 'x-forecourt': '1' } as const

/** What the server does with the responses of the provider's hosts, where it records or replays them. */
export type Tape =
  /** `full`: the recording has reached its bound. `failed`: it could not be written. Nothing more is kept then. */
  | { kind: 'record'; state: 'recording' | 'full' | 'failed' }
  /** When the recording begins and ends, ISO 8601. */
  | { kind: 'replay'; from: string; to: string }

export interface StoreInfo {
  kind: 'memory' | 'folder' | 'database'
  /** Why the store is in memory although a folder was expected, for operators. */
  notice?: string | undefined
  /** True while the server is opening it: `/team/*` respond later. */
  isOpening?: boolean | undefined
}

export interface ConsoleConfig {
  version: string
  /** True while the server's own sandbox is the service. */
  sandbox: boolean
  /** `RECORD`, `REPLAY`; absent without either. */
  tape?: Tape | undefined
  readOnly: boolean
  /** `BASE_PATH`: begins every address of the console; empty at the root. */
  basePath: string
  /** Short hash of this console's address and hosts, which the names of its cookies carry. */
  consoleHash: string
  /** Who says who the operator is: nobody, a provider (OpenID Connect), or a proxy in front of the server. */
  signIn: 'none' | 'oidc' | 'proxy'
  /** Location of the server's store. Only the memory's content is lost when the server stops. */
  store: StoreInfo
  /** True where it receives deliveries, and has a store to keep them in. */
  hasReceiver: boolean
  /** The service's addresses, for display and for cURL texts; the browser never calls them. */
  hosts: Record<Host, string>
  /** The hosts to which owner links and error links may lead; null: such links stay text. */
  connectUrl: string | null
  docsUrl: string | null
  headerPrefix: string | null
  /** Which tokens the server's own configuration holds, or lets it fetch. */
  tokens: { version3: boolean; version2: boolean }
  /** `CONFIG` `parameters`: configured query parameter names by default name. */
  parameters: Record<string, string>
  /** `CONFIG` `pageSizes`: the rows per page that each list offers. */
  pageSizes: Record<string, number[]>
  /** `CONFIG` `defaultPageSizes`: how many rows come where an address names no size. */
  defaultPageSizes: { connections: number; webhooks: number }
  /** `CONFIG` `extensions`: operations outside the interface that are switched on. */
  extensions: string[]
  /** `CONFIG` `mapUrl`: a map address with `{latitude}` and `{longitude}`. */
  mapUrl: string | null
  /** `CONFIG` `advisedBatchPaths`: above this many paths a batch is sent with a word of advice. */
  advisedBatchPaths: number
  ownerReturnUri: string
  readTimeoutMs: number
  vehicleReadTimeoutMs: number
  /** How long at most the server waits before it sends a request, beside those. */
  beforeSendMs: number
}

/** The offered rows per page where `CONFIG` names none. 100 is what live clients use; the maximum is not shown (8). */
export const DEFAULT_PAGE_SIZES: Readonly<Record<string, number[]>> = {
  connections: [10, 25, 50, 100],
  webhooks: [10, 25, 50, 100],
}

/** How many paths live clients are seen to send at once; the maximum of a batch is not shown (8). */
export const DEFAULT_ADVISED_BATCH_PATHS = 10

/**
 * The request header in which a page names the account that its request is meant for, and the response header in which
 * the server names the account that the request had. A request that names another account is refused, 409
 * `ACCOUNT_CHANGED`.
 */
export const ACCOUNT_HEADER = 'x-forecourt-account'

/**
 * The response header in which the server names the request, for its log. Each of its responses has one, so a response
 * without it is of a proxy in front.
 */
export const REQUEST_ID_HEADER = 'x-forecourt-request-id'

/**
 * For so long, in ms, the server may give an answer to a free read again instead of asking the service; a request with
 * `x-forecourt-fresh: 1` is always asked of the service.
 */
export const REMEMBERED_MS = 2_000

/** Which tokens this browser has handed over (`GET /session`). */
export interface Session {
  /** Opaque, and another one for every other operator or set of credentials; tokens of single vehicles do not count. */
  account: string
  version3: boolean
  version2: boolean
  vehicles: Record<string, boolean>
  /** When the added version 3 token ends at the latest, ISO 8601; absent without one. */
  version3EndsAt?: string | undefined
}

/** The operator as the console may know them; `role` is null where the sign-in gives none, and then there is no data. */
export interface OperatorInfo {
  /** The provider's own ID of the person, behind a proxy the name as it was sent: two people may have one name. */
  id: string
  name: string
  role: Role | null
  /** Without a role: which claim or header was read, what it had, and what to do. */
  noRole?: string
}

/** The page's own JSON block: the configuration, and who asked for the page as far as that request said it. */
export interface PageConfig extends ConsoleConfig {
  /** Null also where the page was opened from another site: such a request carries no sign-in. */
  operator: OperatorInfo | null
  /** Null where that request may not have carried the browser's cookies, or nobody's requests would be forwarded. */
  account: string | null
  /** When the version 3 token that was added in this browser ends at the latest; null without one, and as `account`. */
  version3EndsAt: string | null
  /** True if the browser has a token that was added before 0.3, which isn't used any more. */
  hasEarlierToken: boolean
  /** Of a removal page. */
  removal?: RemovalPage | undefined
}

/** Counts the jobs that a sign-out would pause (`GET /auth/sign-out`). */
export interface SignOutFacts {
  /** Jobs of the person that change something or bill, if no other session of theirs is left. */
  jobs: number
  /** Until when they could continue instead, ISO 8601. */
  until: string | null
}

/** Who is signed in (`GET /auth/session`). */
export interface SignInState {
  signIn: ConsoleConfig['signIn']
  operator: OperatorInfo | null
  /** When this sign-in ends unless it is used, ISO 8601; null where the server does not keep it. */
  endsAt: string | null
}
