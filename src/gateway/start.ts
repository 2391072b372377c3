/** Starts what the environment asks for: its settings, and the sandbox where no host is configured. */
import { checkAuditFile } from './record/audit-file'
import { readEnvironment, type Settings } from './settings/environment'
import { plainHttpWarning } from './settings/plain-http'

/** The service to forward to, and the settings that hold for it. */
export interface Service {
  settings: Settings
  hosts: NonNullable<Settings['hosts']>
  isSandbox: boolean
}

/** @throws SettingError */
export async function startService(env: NodeJS.ProcessEnv): Promise<Service> {
  const settings = readEnvironment(env)
  if (settings.auditLog) checkAuditFile(settings.auditLog)
  if (settings.isSecretRandom) {
    console.warn('SESSION_SECRET isn’t set. A random one is used, so added tokens end with this process.')
  }
  const { isPlainAllowed, hosts, publicOrigin } = settings
  const warning = plainHttpWarning(isPlainAllowed, [...Object.values(hosts ?? {}), publicOrigin])
  if (warning) console.warn(warning)
  if (settings.hosts) return { settings, hosts: settings.hosts, isSandbox: false }
  // Never imported where hosts are configured.
  const { startSandbox } = await import('../sandbox/server')
  const { vehicleData, vehicle, management, connect, docs, token } = await startSandbox(settings.sandbox)
  const { tokens, clientCredentials } = settings
  const version3 = clientCredentials ? undefined : token // credentials that were configured are used
  return {
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
  }
}
