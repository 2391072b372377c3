/** A gateway whose API runs as hosts of its own, as a provider's does. */
import { type RunningSandbox, startSandbox } from '../src/sandbox/server'
import { startGateway } from './gateway'
import { dialect, provider } from './provider'

/** The settings that name the hosts. */
export const addressesOf = ({ vehicleData, vehicle, management }: RunningSandbox) => ({
  VEHICLE_DATA_URL: vehicleData,
  VEHICLE_URL: vehicle,
  MANAGEMENT_URL: management,
  ...(provider !== undefined && { PRESET: provider }),
})

/** For a gateway whose cookies stay valid after a restart, or with a database. */
export const sealing = { SESSION_SECRET: 'a secret of the test, thirty-two bytes or more' }

export const realHosts = (sandbox: RunningSandbox) => ({ ...addressesOf(sandbox), ...sealing })

/** Hosts of 300 connections, and a gateway to them. */
export async function startWithHosts(env: Record<string, string> = {}) {
  const hosts = await startSandbox({ connections: 300, seed: 3, latencyMs: 0, dialect })
  const gateway = await startGateway({ ...addressesOf(hosts), ...env })
  const stop = async () => {
    await gateway.stop()
    await hosts.close()
  }
  return { gateway, stop }
}
