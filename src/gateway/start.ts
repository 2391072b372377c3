/** Starts what the environment asks for: the sandbox where no host is configured, the application over it. */
import { type App, type AppOptions, createApp } from './app'
import { readEnvironment, type Settings } from './environment'

export interface Started extends App {
  settings: Settings
  isSandbox: boolean
  closeSandbox(): Promise<void>
}

type Rest = Pick<AppOptions, 'port' | 'template' | 'dist' | 'write'>

/** @throws SettingError */
export async function startApp(env: NodeJS.ProcessEnv, rest: (settings: Settings) => Rest): Promise<Started> {
  const given = readEnvironment(env)
  if (given.isSecretRandom) {
    console.warn('SESSION_SECRET is not set: a random one is used, and tokens handed over end with this process.')
  }
  if (given.hosts) {
    const app = createApp({ settings: given, hosts: given.hosts, isSandbox: false, ...rest(given) })
    return { ...app, settings: given, isSandbox: false, closeSandbox: async () => {} }
  }
  // Never imported where hosts are configured.
  const { startSandbox } = await import('../sandbox/server')
  const { vehicleData, vehicle, management, connect, docs, token, close } = await startSandbox(given.sandbox)
  const { tokens } = given
  const settings: Settings = {
    ...given,
    connectUrl: given.connectUrl ?? connect,
    docsUrl: given.docsUrl ?? docs,
    tokens: {
      vehicleData: tokens.vehicleData ?? token,
      vehicle: tokens.vehicle ?? token,
      management: tokens.management ?? token,
    },
  }
  const app = createApp({ settings, hosts: { vehicleData, vehicle, management }, isSandbox: true, ...rest(settings) })
  return { ...app, settings, isSandbox: true, closeSandbox: close }
}
