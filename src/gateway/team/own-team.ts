/** The directory of the server's own account: which realm it is, and what its crawler asks with. */
import { randomUUID } from 'node:crypto'
import { version } from '../../../package.json'
import { DEFAULT_PAGE_SIZES } from '../../api/config'
import { connections } from '../../api/connections'
import type { Host } from '../../api/endpoint'
import { isChange } from '../../api/job-operations'
import { subscriptions } from '../../api/subscriptions'
import { WEBHOOKS_MAX_PAGE_SIZE, webhooks } from '../../api/webhooks'
import { BoundError } from '../../store/bounds'
import type { BucketRows } from '../../store/buckets'
import { accountOfKey } from '../../store/erase-account'
import type { InstanceFacts } from '../../store/instances'
import { type JobRecord, personOf } from '../../store/job-rows'
import type { Lease } from '../../store/leases'
import type { SignInBound } from '../../store/people'
import { type Store, StoreError } from '../../store/store'
import type { JobTokens } from '../../team/job-deed'
import type { Credential } from '../auth/account'
import { Refused } from '../console/handler'
import type { DeliveryKeeping } from '../deliveries/kept-deliveries'
import { boundRefusal, gatewayError } from '../errors'
import type { Load } from '../forward/carry'
import type { createExchange, Exchange } from '../forward/exchange'
import type { Outbound } from '../forward/outbound'
import type { UpstreamResponse } from '../forward/upstream'
import type { Budget } from '../limits/budget'
import type { Log } from '../log'
import type { Metrics } from '../metrics'
import type { Audit } from '../record/audit'
import type { RecordQueue } from '../record/record-queue'
import type { Settings } from '../settings/environment'
import type { AccountWork, Credentials } from './account-store'
import { createAddedAccounts, type LeaseChange } from './added-accounts'
import { createAskList } from './ask-list'
import { createJobNotice } from './job-notice'
import { createJobRead } from './job-read'
import { createJobSend } from './job-send'
import { type AddedToken, createHeldTokens } from './job-tokens'
import { noteOf, type PassedStatus } from './passed-notes'
import { createReadPage } from './read-page'
import { realmKey } from './realm'
import { StoreAway } from './store-away'
import { createTeam, type Kept, type Team } from './team'
import type { TeamAccount } from './team-account'

/** What is needed to keep one account's directory. */
export interface Keeping extends AccountWork {
  /** Names the provider and the account there, never a token. */
  realm: string
  /** False if the server has no token of its own: then nothing crawls, and no deliveries are received. */
  hasToken: boolean
  /** Milliseconds since the epoch. */
  now?: (() => number) | undefined
  /** Encrypt what jobs read: the first seals, all of them open. Without any, the store keeps one. */
  sealingKeys: readonly Buffer[]
  /** How long jobs depend on a sign-in; undefined without sign-in. */
  signInBound?: SignInBound | undefined
  /** Called with each job that is paused because of a sign-in. */
  onJobPaused?: ((job: JobRecord) => void) | undefined
  /** Tokens of browsers that jobs are sent with. */
  tokens?: JobTokens | undefined
  /** The provider's limit, as far as it is configured. */
  limit: Settings['config']['bucket']
  /** The page sizes to ask for, the largest first. */
  sizes: readonly number[]
  /** True where the first crawl costs nothing, and so needs nobody who asks for it. */
  beginsByItself: boolean
  /** This process, among several at one store. */
  instance: string
  /** What is said of it there. */
  about: Omit<InstanceFacts, 'id'>
  /** Told of the buckets that all instances at the store have. */
  onBuckets?: ((rows: BucketRows) => void) | undefined
  log: Log
  /** Undefined where this server receives no deliveries. */
  deliveries?: DeliveryKeeping | undefined
  /** The file of the server’s record, or its lines without one; and for how many days the store keeps them. */
  record?: { path?: string; queue?: RecordQueue; retainDays: number } | undefined
}

/** Where the server keeps what outlives a tab. */
export interface StoreSource {
  /** @throws StoreError */
  open(log: Log): Promise<Store>
  /** Called if it can’t be opened until a person does something; absent: the server goes on without it. */
  onUnusable?: ((error: unknown) => void) | undefined
  /** True where several servers can use it at once. */
  isShared?: boolean | undefined
  /** `STORE_ACCOUNT` */
  account?: string | undefined
  /** @throws StoreError */
  keep(store: Store, keeping: Keeping): Promise<Kept>
}

/** The server itself, in the record. */
const SERVER = { operator: undefined, subject: undefined, client: 'this server' }
/** Which job it paused, why, and whose it is. */
const pauseNote = (job: JobRecord) => ({
  job: job.id,
  reason: job.pauseCause,
  person: job.adoptedBy ?? job.begunBy,
  personSubject: personOf(job),
})

const READ_ONLY = 'Stopped because this server is read-only (READ_ONLY).'

type Passed = Pick<Load, 'operation' | 'credential' | 'asker' | 'body'>

/** What a request is sent with; `lease` if its version 3 token was added in its browser. */
export interface AccountRequest {
  credentials: Credentials
  lease: Lease | undefined
  /** The version 2.0 token that was added in the browser. */
  addedVersion2?: AddedToken | undefined
}

export interface OwnTeam extends Team {
  /** The account that a request acts for. @throws StoreAway, StoreError */
  accountOf(request: AccountRequest): Promise<TeamAccount>
  /**
   * To be called before a subscription is created, so that the account of an added token has a history. Without the store
   * the subscription is created anyway.
   * @returns the refusal if there are too many accounts
   */
  beginHistory(request: AccountRequest): Promise<Response | undefined>
  /** Called if a browser adds or forgets a token. */
  changeLease(change: LeaseChange): void
  /** Told of every answer of a host, and of every change that got none: the store keeps what follows from it. */
  passed(load: Passed, status: PassedStatus, text?: string): void
  /** Called with jobs that a sign-in or a sign-out paused. */
  onPaused(jobs: readonly JobRecord[]): void
  /** True where what a read's body says is kept, too. */
  wantsBody(load: Passed): boolean
}

interface Options {
  source: StoreSource
  settings: Settings
  /** The host that lists connections. */
  host: string
  isSandbox: boolean
  /** The server's own for that host. */
  credential: Credential
  /** The server's own for each host. */
  ownFor: (host: Host) => Credential
  exchange: ReturnType<typeof createExchange>
  /** A change that is told of as one of a browser is. */
  change: (exchange: Exchange) => Promise<UpstreamResponse>
  /** Of two builds of this version. */
  build: string | undefined
  /** Of the billed reads of a day. */
  budget: Budget
  /** The lines of the record, if no file has them. */
  recordQueue?: RecordQueue | undefined
  publicAddress: () => string
  outbound: Outbound
  /** Told of the buckets that all instances at the store have. */
  onBuckets?: Keeping['onBuckets']
  audit: Pick<Audit, 'note'>
  log: Log
  metrics: Metrics
  now: (() => number) | undefined
}

export function createOwnTeam({
  source,
  settings,
  host,
  isSandbox,
  credential,
  ownFor,
  exchange,
  change,
  build,
  budget,
  recordQueue,
  publicAddress,
  outbound,
  onBuckets,
  audit,
  log,
  metrics,
  now = Date.now,
}: Options): OwnTeam {
  const tokens = createHeldTokens(settings, now)
  const hasToken = credential.kind !== 'none'
  const { parameters, pageSizes, bucket: limit } = settings.config
  const sizes = { ...DEFAULT_PAGE_SIZES, ...pageSizes }.connections?.toReversed() ?? []
  const { auditLog: path, retainActivityDays: retainDays } = settings
  const onJobPaused = (job: JobRecord) => audit.note('job pause', SERVER, pauseNote(job))
  /** What an account's crawls and jobs send with. @param credentials as they are with each request */
  const workWith = (credentials: () => Credentials): AccountWork => {
    const ownFor = (host: Host) => credentials()[host]
    const credentialOf = () => ownFor(connections.list.host)
    const readPage = createReadPage({ exchange, credential: credentialOf, parameters, onPage: metrics.crawlPage })
    const { send, look } = createJobSend({ change, exchange, readPage, ownFor, config: settings.config })
    const readWith = createJobRead({ exchange, ownFor, findToken: tokens.find, budget, settings })
    return {
      readPage,
      jobs(directory) {
        const read = readWith(directory)
        return {
          send: (deed, ...more) => (isChange(deed.operation) ? send : read)(deed, ...more),
          look,
          refusal: (operation) => (settings.readOnly && isChange(operation) ? READ_ONLY : undefined),
          tell: settings.notify && createJobNotice({ ...settings.notify, publicAddress, outbound }),
        }
      },
    }
  }
  const own = { vehicle: ownFor('vehicle'), management: ownFor('management'), vehicleData: ownFor('vehicleData') }
  const keeping = {
    ...workWith(() => own),
    signInBound: settings.signIn && { days: settings.jobSignInDays, now },
    onJobPaused,
    tokens,
    ...{ limit, sizes, beginsByItself: isSandbox, instance: randomUUID(), onBuckets, now, log, hasToken },
    sealingKeys: settings.sealingKeys,
    about: { name: settings.instanceName, version, build: build ?? null, startedAt: new Date() },
    record: path === undefined ? recordQueue && { queue: recordQueue, retainDays } : { path, retainDays },
    deliveries:
      settings.receiver && hasToken
        ? {
            settings: settings.receiver,
            metrics,
            askWebhooks: createAskList(
              { exchange, credential: () => ownFor(webhooks.list.host), parameters },
              webhooks.list,
            ),
            webhookPageSize: pageSizes.webhooks?.at(-1) ?? WEBHOOKS_MAX_PAGE_SIZE,
          }
        : undefined,
  }
  const realm = realmKey({ host, isSandbox, account: source.account, credential })
  const team = createTeam({
    account: accountOfKey(realm)?.name,
    onUnusable: source.onUnusable,
    source: { open: () => source.open(log), keep: (store) => source.keep(store, { realm, ...keeping }) },
    credentials: own,
    log,
    metrics,
  })
  const added = createAddedAccounts({
    ...{ host, settings, workWith, now },
    stores: () => team.now().added,
  })
  const isOwn = ({ operation, credential: used }: Passed) => used === ownFor(operation.host)
  const isAdded = ({ credential: used }: Passed) => used.kind === 'token' && used.source === 'handed over'
  return {
    ...team,
    async accountOf({ credentials, lease, addedVersion2 }) {
      if (lease === undefined) {
        if (addedVersion2 === undefined) return team.own
        const holdToken = () => {
          const id = tokens.hold(addedVersion2)
          return id === undefined ? undefined : { id, instance: keeping.instance }
        }
        return { ...team.own, credentials: { ...own, vehicleData: addedVersion2.credential }, holdToken }
      }
      await team.settled() // a token that was forgotten before has ended
      return added.of({ credentials, lease })
    },
    async beginHistory({ credentials, lease }) {
      if (lease === undefined) return undefined
      try {
        await (await added.of({ credentials, lease })).begin('rows')
      } catch (error) {
        if (error instanceof BoundError) return boundRefusal(error)
        if (error instanceof Refused) return gatewayError(error.code, error.message)
        if (!(error instanceof StoreAway || error instanceof StoreError)) throw error
        team.note(added.startNote({ credentials, lease })) // before the note of the subscription
      }
      return undefined
    },
    changeLease(change) {
      const token = change.endedVersion2 && tokens.forget(change.endedVersion2)
      if (token !== undefined)
        team.note({
          key: `token ${token}`,
          async write({ jobs, hints }) {
            const paused = await jobs.forgetToken(token)
            for (const job of paused) onJobPaused(job)
            if (paused.length > 0) hints.say('jobs')
          },
        })
      if (change.ended !== undefined || change.added) team.note(added.leaseNote(change))
    },
    passed(load, status, text) {
      const note = noteOf(load, status, new Date(), text)
      if (note && isOwn(load)) team.note(note)
      else if (note && isAdded(load)) team.note(added.noteFor(load.credential, note))
    },
    onPaused(jobs) {
      for (const job of jobs) onJobPaused(job)
      if (jobs.length === 0 || team.state() !== 'ready') return
      const { hints, runner } = team.now()
      hints.say('jobs')
      runner.wake()
    },
    wantsBody: (load) => load.operation.endpoint === subscriptions.read && (isOwn(load) || isAdded(load)),
    async pause() {
      await Promise.all([team.pause(), added.close()])
    },
    async close() {
      await added.close()
      await team.close()
    },
  }
}
