/** For the tests of one file: a gateway before one host, which remembers what reached it within a test. */
import { afterAll, beforeEach } from 'vitest'
import { startHost, startTestGateway } from '../harness'

/** @param env the environment beside the hosts */
export async function startHostedGateway(env: Record<string, string>) {
  const host = await startHost()
  const { address } = host
  const gateway = await startTestGateway({ vehicleData: address, vehicle: address, management: address }, env)
  beforeEach(() => {
    host.requests.length = 0
  })
  afterAll(async () => {
    await gateway.close()
    host.close()
  })
  return { host, gateway }
}
