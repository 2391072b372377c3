/** What the gateway costs: requests a second and waiting, against a bare proxy and against the host itself. */
import { Agent, get } from 'node:http'
import { passOn } from './own-process'
import type { Samples } from './samples'
import type { Servers } from './servers'

const SECONDS = 3
const CONNECTIONS = 10
const PATH = '/v3/connections?page[size]=10'

interface Load {
  perSecond: number
  /** Milliseconds. */
  median: number
  p99: number
}

/** Counts the requests of all loads. */
let asked = 0

/**
 * Asks on so many connections at once, each as soon as it was answered.
 * @param isFresh every request has an address of its own, or the gateway would answer from memory what it has just read
 */
async function load(address: string, headers: Record<string, string>, isFresh = true): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const took: number[] = []
  const began = performance.now()
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const at = performance.now()
      asked += 1
      get(isFresh ? `${address}&nth=${asked}` : address, { agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${address} answered ${response.statusCode}.`))
        response.resume()
        response.on('end', () => {
          took.push(performance.now() - at)
          resolve()
        })
      }).on('error', reject)
    })
  const loop = async () => {
    while (performance.now() - began < SECONDS * 1000) await ask()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, loop))
  const perSecond = took.length / ((performance.now() - began) / 1000)
  agent.destroy()
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return { perSecond, median: at(0.5), p99: at(0.99) }
}

/** The floor is a bare proxy, a process as the gateway is one; the host itself is told beside it. */
export async function measureGateway(servers: Servers, samples: Samples, repeats: number) {
  const { gateway, sandbox } = servers
  const authorization = `Bearer ${sandbox.token}`
  const bare = await passOn({ target: sandbox.vehicle, headers: { authorization } })
  const own = { 'sec-fetch-site': 'same-origin' }
  const ways = {
    gateway: () => load(`${gateway}/api/vehicle${PATH}`, own),
    repeated: () => load(`${gateway}/api/vehicle${PATH}`, own, false),
    bare: () => load(bare.origin + PATH, {}),
    direct: () => load(sandbox.vehicle + PATH, { authorization }),
  }
  await ways.gateway() // warm
  await ways.bare()
  for (let number = 0; number < repeats; number += 1) {
    const through = await ways.gateway()
    const bareOne = await ways.bare()
    const direct = await ways.direct()
    const repeated = await ways.repeated()
    const figures = (one: Load) => ({
      'gateway: GETs a second (more is better)': one.perSecond,
      'gateway: median wait': one.median,
      'gateway: wait of the slowest in a hundred': one.p99,
    })
    samples.add({
      console: {
        ...figures(through),
        'gateway: the same GET again, a second (more is better)': repeated.perSecond,
        'gateway: the same GET again, median wait': repeated.median,
        'gateway: adds to the host’s own median': through.median - direct.median,
        'gateway: the host itself, GETs a second (more is better)': direct.perSecond,
        'gateway: the host itself, median wait': direct.median,
      },
      floor: figures(bareOne),
    })
  }
  await bare.close()
}
