/** Reads the settings and starts the sandbox if no host is configured. */

import type { FolderLock } from '../store/lock'
import { roleFormatWarning } from './auth/role-header'
import { lockDataFolder, prepareDataFolder } from './data-folder'
import type { Simulate } from './deliveries/simulator-handlers'
import { withSecret } from './prepare-settings'
import { checkAuditFile } from './record/audit-file'
import { readEnvironment, type Settings } from './settings/environment'
import { plainHttpWarning } from './settings/plain-http'
import { clientIdWarning } from './settings/with-preset'
import type { Tape } from './tape/tape'
import { recordingFor, replayOf } from './tape/tape-service'

/** The service to forward to, and the settings that hold for it. */
export interface Service {
  settings: Settings
  hosts: NonNullable<Settings['hosts']>
  isSandbox: boolean
  /** Has the sandbox deliver what its webhooks are for, to that address. */
  deliverTo?: ((callback: string) => void) | undefined
  simulate?: Simulate | undefined
  /** Records what the hosts respond, or stands in their place. */
  tape?: Tape | undefined
  /** Of the data folder. The caller releases it. */
  lock?: FolderLock | undefined
}

/** @throws SettingError */
export async function startService(env: NodeJS.ProcessEnv): Promise<Service> {
  const settings = prepareDataFolder(readEnvironment(env))
  const lock = await lockDataFolder(settings)
  try {
    return { ...(await startHosts(withSecret(settings, env), env)), lock }
  } catch (error) {
    await lock?.release()
    throw error
  }
}

async function startHosts(settings: Settings, env: NodeJS.ProcessEnv): Promise<Service> {
  if (settings.auditLog) checkAuditFile(settings.auditLog)
  if (settings.isSecretRandom) {
    console.warn('SESSION_SECRET isn’t set. A random one is used, so added tokens end with this process.')
  }
  const { isPlainAllowed, hosts, publicOrigin } = settings
  const warning = plainHttpWarning(isPlainAllowed, [...Object.values(hosts ?? {}), publicOrigin])
  if (warning) console.warn(warning)
  const clientWarning = clientIdWarning(env, settings.clientCredentials)
  if (clientWarning) console.warn(clientWarning)
  const { signIn, config } = settings
  const roleWarning =
    signIn?.kind === 'proxy' && signIn.roleHeader ? roleFormatWarning(signIn.roleFormat, config.roles) : undefined
  if (roleWarning) console.warn(roleWarning)
  if (settings.tape?.kind === 'replay') return replayOf(settings, settings.tape.folder)
  if (settings.hosts) return recordingFor({ settings, hosts: settings.hosts, isSandbox: false })
  // Never imported where hosts are configured.
  const { startSandbox } = await import('../sandbox/server')
  const sandbox = await startSandbox(settings.sandbox)
  const { vehicleData, vehicle, management, connect, docs, token } = sandbox
  const { tokens, clientCredentials, receiver } = settings
  const version3 = clientCredentials ? undefined : token // credentials that were configured are used
  return recordingFor({
    settings: {
      ...settings,
      connectUrl: settings.connectUrl ?? connect,
      docsUrl: settings.docsUrl ?? docs,
      tokens: {
        vehicleData: tokens.vehicleData ?? token,
        vehicle: tokens.vehicle ?? version3,
        management: tokens.management ?? version3,
      },
    },
    hosts: { vehicleData, vehicle, management },
    isSandbox: true,
    ...(receiver && {
      deliverTo: (callback: string) =>
        void sandbox.deliverTo(callback, receiver.secret, {
          signatureHeader: receiver.scheme.header,
          algorithm: receiver.scheme.algorithm,
          encoding: receiver.scheme.encoding,
          ...(receiver.scheme.prefix !== undefined && { prefix: receiver.scheme.prefix }),
          ...(receiver.oldSecret !== undefined && { oldSecret: receiver.oldSecret }),
        }),
      simulate: { simulate: sandbox.simulate, stop: sandbox.stopSimulating, state: sandbox.simulatorState },
    }),
  })
}
