/** `npm run sandbox`: the hosts alone, and one line of JSON that says where they are. */
import { variables } from '../api/variables.data'
import { onStop } from '../stop'
import { startSandbox } from './server'

/** The largest value of each. */
const limits = { SANDBOX_CONNECTIONS: 1_000_000, SANDBOX_SEED: 0xffff_ffff, SANDBOX_LATENCY_MS: 60_000 } as const

function setting(name: keyof typeof limits): number {
  const most = limits[name]
  const text = process.env[name]
  if (!text) return variables[name].fallback
  if (/^\d{1,10}$/.test(text) && Number(text) <= most) return Number(text)
  console.error(`${name}: got ${JSON.stringify(text)}, expects a whole number from 0 to ${most}.`)
  process.exit(1)
}

const { close, ...addresses } = await startSandbox({
  connections: setting('SANDBOX_CONNECTIONS'),
  seed: setting('SANDBOX_SEED'),
  latencyMs: setting('SANDBOX_LATENCY_MS'),
})
process.stdout.write(`${JSON.stringify(addresses)}\n`)

onStop(() => void close().then(() => process.exit(0)))
