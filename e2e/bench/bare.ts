/**
 * The bare proxy as a process of its own, as the gateway is, until its standard input ends; prints its address.
 * `node e2e/bench/run.js bare '{"target", "headers"}'`
 */
import { once } from 'node:events'
import { listen, proxy } from './proxy'

export interface Bare {
  target: string
  headers: Record<string, string>
}

const { target, headers }: Bare = JSON.parse(process.argv[2] ?? '')
const { origin, close } = await listen(proxy(target, headers))
process.stdout.write(`${origin}\n`)
await once(process.stdin.resume(), 'end')
close()
