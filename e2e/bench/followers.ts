/**
 * Follows deliveries as so many browsers do, in a process of its own, until its standard input ends; prints how many bytes
 * all of them heard. `node e2e/bench/run.js followers '{"origin", "count"}'`
 */
import { once } from 'node:events'

export interface Followers {
  origin: string
  count: number
}

const { origin, count }: Followers = JSON.parse(process.argv[2] ?? '')
const headers = { 'x-forecourt': '1', 'sec-fetch-site': 'same-origin' }
const ending = new AbortController()
let heard = 0

async function follow(): Promise<void> {
  const { status, body } = await fetch(`${origin}/deliveries/tail`, { headers, signal: ending.signal })
  if (status !== 200) throw new Error(`The tail returned ${status}.`)
  const read = async () => {
    for await (const chunk of body ?? []) heard += chunk.length
  }
  void read().catch((error) => {
    if (!ending.signal.aborted) throw error // a stream that ends early isn't followed
  })
}

await Promise.all(Array.from({ length: count }, follow))
process.stdout.write('following\n')
await once(process.stdin.resume(), 'end')
ending.abort()
process.stdout.write(`${heard}\n`)
