/**
 * The part of the record that a browser may see. With sign-in it is a question of roles. Without sign-in a browser sees
 * what was done with the account that it uses: the server's own, or the very tokens that were added in this browser.
 */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { hostNames } from '../../api/endpoint'
import { createFingerprints, createTokenFingerprints } from '../auth/account'
import type { sessionRoutes } from '../auth/session'
import { addedAccount, NO_ACCOUNT, ownAccount } from '../record/recorded-account'
import type { Settings } from '../settings/environment'
import { isLoopback, isLoopbackUrl } from '../settings/loopback'

export interface Visibility {
  of(c: Context<{ Bindings: HttpBindings }>): Promise<Visible>
}

interface Visible {
  /** Accounts of the record, as `accountOf` names them; undefined if the browser may see all. */
  accounts: readonly string[] | undefined
  /** True if only this computer reaches the server: how much others did is no secret. */
  isLocal: boolean
}

interface Options {
  settings: Pick<Settings, 'signIn' | 'host' | 'publicOrigin' | 'namingSecrets'>
  session: Pick<ReturnType<typeof sessionRoutes>, 'resolve' | 'ownFor'>
}

export function createVisibility({ settings, session }: Options): Visibility {
  const { signIn, host, publicOrigin, namingSecrets } = settings
  const isLocal = isLoopback(host) && (publicOrigin === undefined || isLoopbackUrl(publicOrigin))
  // Lines that were written before the secret was exchanged stay visible.
  const fingerprints = namingSecrets.map(createFingerprints)
  const tokenFingerprints = namingSecrets.map(createTokenFingerprints)

  return {
    async of(c) {
      if (signIn) return { accounts: undefined, isLocal }
      const { credentials } = await session.resolve(c)
      const own = new Set<string>()
      const added = new Set<string>()
      for (const name of hostNames) {
        const credential = credentials[name]
        if (credential.kind === 'none' || credential.kind === 'ended') continue
        if (credential === session.ownFor(name)) for (const of of fingerprints) own.add(ownAccount(of(credential)))
        for (const of of tokenFingerprints) {
          const fingerprint = of(credential)
          if (fingerprint !== undefined) added.add(addedAccount(fingerprint))
        }
      }
      // An added token for lists and removals is another account, also if the server's own token reads vehicle data for it.
      const { vehicle } = credentials
      if (vehicle.kind === 'token' && vehicle.source !== undefined) return { accounts: [...added], isLocal }
      // Beyond this computer, lines without an account could be anyone's.
      return { accounts: [...own, ...added, ...(isLocal ? [NO_ACCOUNT] : [])], isLocal }
    },
  }
}
