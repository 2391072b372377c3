/** For the simulator's tests: a sandbox, a receiver and simulators between them, new for each test. */
import { afterEach, beforeEach } from 'vitest'
import { type Arrived, startTestReceiver, type TestReceiver } from './deliver-harness'
import { type TestSandbox, testSandbox } from './harness'
import { createSimulator, type Simulator, type SimulatorOptions } from './simulator'

/** Of the world that is delivered about. */
export const TOKEN = 'sandbox-console'

export const vehicleOf = ({ json }: Arrived): string => json.data.vehicle.id

/** Resolves when it is so: steps of the process, no time. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

export function simulatorBench() {
  let receiver: TestReceiver
  let sandbox: TestSandbox
  let simulators: Simulator[]
  beforeEach(async () => {
    receiver = await startTestReceiver()
    sandbox = testSandbox({ connections: 300 })
    simulators = []
  })
  afterEach(async () => {
    await Promise.all(simulators.map(({ close }) => close()))
    await receiver.close()
  })
  const world = () => sandbox.worldOf(TOKEN)
  const webhooksListed = async (token = TOKEN) =>
    (await sandbox.ask('/v3/webhooks', { host: 'management', token })).body.data
  return {
    get receiver() {
      return receiver
    },
    get sandbox() {
      return sandbox
    },
    world,
    webhooksListed,
    /** The webhook that delivers. */
    forecourt: async () => (await webhooksListed()).at(-1),
    simulatorWith(more: Partial<SimulatorOptions> = {}): Simulator {
      const simulator = createSimulator({ world, docs: 'http://docs.test', ...more })
      simulators.push(simulator)
      return simulator
    },
  }
}
