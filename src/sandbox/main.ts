/** `npm run sandbox`: the hosts alone, and one line of JSON that says where they are. */
import { type Dialect, HEADER_PREFIX_TAKES, isHeaderPrefix } from '../api/presets/dialect'
import { PRESET_TAKES, presetNamed } from '../api/presets/presets'
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
  return refuse(name, text, `a whole number from 0 to ${most}`)
}

/** The known service that is named, but for the prefix where that is set. */
function dialect(): Partial<Dialect> {
  const { PRESET, HEADER_PREFIX } = process.env
  const preset = PRESET ? (presetNamed(PRESET) ?? refuse('PRESET', PRESET, PRESET_TAKES)) : undefined
  if (HEADER_PREFIX && !isHeaderPrefix(HEADER_PREFIX)) refuse('HEADER_PREFIX', HEADER_PREFIX, HEADER_PREFIX_TAKES)
  return {
    ...preset?.dialect,
    headerPrefix: HEADER_PREFIX || preset?.env.HEADER_PREFIX,
    parameters: preset?.config.parameters,
    signatureHeader: preset?.config.deliveries?.signatureHeader,
  }
}

function refuse(name: string, text: string, takes: string): never {
  console.error(`${name}: got ${JSON.stringify(text)}, expects ${takes}.`)
  process.exit(1)
}

const { close, ...addresses } = await startSandbox({
  connections: setting('SANDBOX_CONNECTIONS'),
  seed: setting('SANDBOX_SEED'),
  latencyMs: setting('SANDBOX_LATENCY_MS'),
  dialect: dialect(),
})
process.stdout.write(`${JSON.stringify(addresses)}\n`)

onStop(() => void close().then(() => process.exit(0)))
