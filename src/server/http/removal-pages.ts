/**
 * Removal without script: `…/remove` asks, its form posts there, and 303 leads to the page of the outcome. The change takes
 * the way of one under `/api/`, with the same guards, and is sent once for each click and target. The pages themselves
 * are the console's; what this file adds to their configuration is in `RemovalPage`.
 */
import { randomUUID } from 'node:crypto'
import type { Context, Handler, Hono, MiddlewareHandler } from 'hono'
import { hosts } from '../../api/endpoint'
import { type RemovalOutcome, type RemovalPage, removalFields, removals, UNKNOWN_CLICK } from '../../api/removal-page'
import type { Operator } from '../../gateway/auth/operator'
import type { sessionRoutes } from '../../gateway/auth/session'
import type { createSignIn } from '../../gateway/auth/sign-in'
import type { TeamEnv } from '../../gateway/console/handler'
import { gatewayError, type OwnError } from '../../gateway/errors'
import { BodyTooLarge, readBody } from '../../gateway/forward/body'
import type { createCarrier } from '../../gateway/forward/carry'
import { isClickId } from '../../gateway/forward/clicks'
import type { forwarder } from '../../gateway/forward/forward'
import type { Settings } from '../../gateway/settings/environment'
import type { OwnTeam } from '../../gateway/team/own-team'
import { plainPage } from './pages/plain-page'
import { countConnections, countsInDirectory } from './removal-counts'
import { outcomeOfError, outcomeOfResponse, outcomeOfStatus, readOwnError } from './removal-outcome'
import { type RemovalPath, readRemovalPath } from './removal-path'

/** A form has two short fields. */
const MOST_BYTES = 4 * 1024
/** Outcomes that are remembered with the provider's words; older ones are known by their status. */
const MOST_OUTCOMES = 1_000

declare module 'hono' {
  interface ContextVariableMap {
    /** Of a removal page: what its configuration has beside that of any page. */
    removalPage: RemovalPage | undefined
    /** Shows an error of this server as a page. */
    errorPage: ((error: OwnError) => Response) | undefined
  }
}

interface Options extends Pick<ReturnType<typeof createCarrier>, 'take' | 'outcome'> {
  forwarding: Pick<ReturnType<typeof forwarder>, 'loadOf' | 'operationOf'>
  session: Pick<ReturnType<typeof sessionRoutes>, 'resolve' | 'credentialFor'>
  settings: Pick<Settings, 'config' | 'basePath'>
  team: Pick<OwnTeam, 'accountOf'>
  signIn: Pick<ReturnType<typeof createSignIn>, 'kind' | 'operatorAt'>
  isOurs: (c: Context<TeamEnv>) => boolean
  ownPagesOnly: MiddlewareHandler<TeamEnv>
  /** Sign-in and the bound of requests. */
  entry: readonly MiddlewareHandler<TeamEnv>[]
  /** Renders a page of the console. */
  openPage: Handler<TeamEnv>
}

export function mountRemovalPages(app: Hono<TeamEnv>, options: Options): void {
  const { forwarding, session, settings, team, signIn, take, outcome, isOurs, ownPagesOnly, entry, openPage } = options
  /** @returns the operator, undefined without sign-in; null if this browser may read nothing */
  async function readerAt(c: Context<TeamEnv>): Promise<Operator | null | undefined> {
    if (!isOurs(c)) return null
    const operator = await signIn.operatorAt(c)
    return signIn.kind === 'none' || operator?.role ? operator : null
  }

  /** Outcomes of clicks of this process, while they are sent too. */
  const outcomes = new Map<string, Promise<RemovalOutcome | undefined>>()

  function remember(key: string, sending: Promise<RemovalOutcome | undefined>): void {
    outcomes.set(key, sending)
    const [oldest] = outcomes.size > MOST_OUTCOMES ? outcomes.keys() : []
    if (oldest !== undefined) outcomes.delete(oldest)
  }

  async function outcomeAt(
    c: Context<TeamEnv>,
    at: RemovalPath,
    click: string,
    subject: string | undefined,
  ): Promise<RemovalOutcome | undefined> {
    const own = await outcomes.get(keyOf(at, click, subject))
    if (own) return own
    const operation = forwarding.operationOf('DELETE', targetOf(at))
    if (!operation) return undefined
    const credential = await session.credentialFor(c, await session.resolve(c), operation.host)
    if (credential instanceof Response) return undefined
    const first = await outcome({ operation, credential, click, subject })
    return first === undefined ? undefined : outcomeOfStatus(first)
  }

  /** Adds to the page what its form and its text need. */
  const openQuestion: Handler<TeamEnv> = async (c, next) => {
    const at = readRemovalPath(c)
    const operator = at ? await readerAt(c) : null
    if (!at || operator === null) return next()
    c.set('operator', operator) // whose tokens they are
    const resolved = await session.resolve(c)
    const page = { path: at.path, click: randomUUID(), account: resolved.account }
    const account = at.kind === 'users' ? await team.accountOf(resolved).catch(() => undefined) : undefined
    c.set('removalPage', { ...page, counts: account && (await countsInDirectory(account, at.id)) })
    return openPage(c, next)
  }

  const openOutcome: Handler<TeamEnv> = async (c, next) => {
    const at = readRemovalPath(c)
    const operator = at ? await readerAt(c) : null
    if (!at || operator === null) return next()
    const { rest: click = '' } = at
    if (click === 'count') return c.body(null, 302, { 'cache-control': 'no-store', location: at.path })
    c.set('operator', operator)
    const { account } = await session.resolve(c)
    const known = isClickId(click) ? await outcomeAt(c, at, click, operator?.subject) : undefined
    c.set('removalPage', { path: at.path, click, account, outcome: known ?? { state: 'unknown', code: UNKNOWN_CLICK } })
    return openPage(c, next)
  }

  /** Sends the removal of the form. @returns the way to its outcome, or the refusal */
  const submit: Handler<TeamEnv> = async (c) => {
    const at = readRemovalPath(c)
    if (!at) return gatewayError('NOT_AN_OPERATION', 'Nothing exists at this address.')
    const form = await readForm(c)
    if (form instanceof Response) return form
    const { click, account } = form
    if (click === undefined || !isClickId(click)) return gatewayError('BAD_REQUEST', NO_CLICK)
    const load = await forwarding.loadOf(c, { method: 'DELETE', target: targetOf(at), click, account, isForm: true })
    if (load instanceof Response) return load
    const key = keyOf(at, click, load.asker.subject)
    const sending = take(load).then(async (response) => {
      if (!(response instanceof Response)) return { outcome: await outcomeOfResponse(response) }
      const refusal = response.clone()
      return { outcome: outcomeOfError(await readOwnError(response)), refusal }
    })
    const earlier = outcomes.get(key)
    if (!earlier)
      remember(
        key,
        sending.then(({ outcome }) => outcome).catch(() => undefined),
      )
    const { outcome, refusal } = await sending
    if (!outcome && refusal) {
      if (!earlier) outcomes.delete(key)
      return refusal
    }
    return c.body(null, 303, { 'cache-control': 'no-store', location: `${at.path}/${click}` })
  }

  /** Counts a user's connections, because the operator asked for it, and opens the page of the question with them. */
  const count: Handler<TeamEnv> = async (c, next) => {
    const at = readRemovalPath(c)
    if (at?.kind !== 'users') return gatewayError('NOT_AN_OPERATION', 'Nothing exists at this address.')
    const form = await readForm(c)
    if (form instanceof Response) return form
    const { account } = form
    const ask = (target: string) =>
      forwarding.loadOf(c, { method: 'GET', target, account, click: undefined, isForm: true })
    const counts = await countConnections({ ask, take, parameters: settings.config.parameters }, at.id)
    if (counts instanceof Response) return counts
    const resolved = await session.resolve(c)
    c.set('removalPage', { path: at.path, click: randomUUID(), account: resolved.account, counts })
    return openPage(c, next)
  }

  const kinds = Object.keys(removals).join('|')
  const question = `/:kind{${kinds}}/:id/remove`
  app.get(question, openQuestion)
  app.get(`${question}/:click`, openOutcome)
  const withErrorPage = showErrorsAsPages(settings.basePath)
  app.post(question, withErrorPage, ownPagesOnly, ...entry, submit)
  app.post(`${question}/count`, withErrorPage, ownPagesOnly, ...entry, count)
}

const NO_CLICK = 'The form has no valid click ID. Open the question again.'

const keyOf = ({ kind, id }: RemovalPath, click: string, subject: string | undefined) =>
  JSON.stringify([subject ?? null, click, kind, id])

/** The raw request target of the removal under `/api/`. */
function targetOf({ kind, rawId }: RemovalPath): string {
  const { host, path } = removals[kind]
  return hosts[host] + path.replace(/\{\w+\}/, () => rawId)
}

/** @returns the fields of the form, or its refusal */
async function readForm(c: Context<TeamEnv>): Promise<{ click?: string; account?: string } | Response> {
  try {
    const fields = new URLSearchParams((await readBody(c.req.raw, MOST_BYTES)).toString('utf8'))
    const read = (name: string) => fields.get(name) ?? undefined
    return { click: read(removalFields.click), account: read(removalFields.account) }
  } catch (error) {
    if (error instanceof BodyTooLarge)
      return gatewayError('BODY_TOO_LARGE', `The form can have at most ${MOST_BYTES} bytes.`)
    return gatewayError('BAD_REQUEST', 'The form broke off.')
  }
}

const NOTHING_SENT = 'Nothing was sent'

/** Shows refusals as pages: a browser without script has no other place for them. */
const showErrorsAsPages =
  (basePath: string): MiddlewareHandler<TeamEnv> =>
  (c, next) => {
    const at = readRemovalPath(c)
    c.set('errorPage', ({ status, code, title, detail }) => {
      const text = detail.includes(NOTHING_SENT) ? detail : `${detail} ${NOTHING_SENT}.`
      const link = at && { href: basePath + at.path, text: 'Back to the question' }
      return plainPage(status, { title: 'Not removed', text: `${title} (${code}). ${text}`, isAlert: true, link })
    })
    return next()
  }
