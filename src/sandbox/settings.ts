/** What `npm run sandbox` is told by its environment: size, seed, delay, and how to spell. */
import { type Dialect, HEADER_PREFIX_TAKES, isHeaderPrefix } from '../api/presets/dialect'
import { dialectOf, PRESET_TAKES, presetNamed } from '../api/presets/presets'
import { variables } from '../api/variables.data'
import type { SandboxOptions } from './handler'

type Env = Readonly<Record<string, string | undefined>>

/** The largest value of each. */
const limits = { SANDBOX_CONNECTIONS: 1_000_000, SANDBOX_SEED: 0xffff_ffff, SANDBOX_LATENCY_MS: 60_000 } as const

/** @throws Error with one line that names the variable, what it got and what it takes */
export function readSettings(env: Env): SandboxOptions {
  const number = (name: keyof typeof limits): number => {
    const [text, most] = [env[name], limits[name]]
    if (!text) return variables[name].fallback
    if (/^\d{1,10}$/.test(text) && Number(text) <= most) return Number(text)
    throw wrong(name, text, `a whole number from 0 to ${most}`)
  }
  return {
    connections: number('SANDBOX_CONNECTIONS'),
    seed: number('SANDBOX_SEED'),
    latencyMs: number('SANDBOX_LATENCY_MS'),
    dialect: readDialect(env),
  }
}

/** That of the known service that is named, but for the prefix where one is set. */
function readDialect({ PRESET, HEADER_PREFIX }: Env): Partial<Dialect> {
  const preset = PRESET ? presetNamed(PRESET) : undefined
  if (PRESET && !preset) throw wrong('PRESET', PRESET, PRESET_TAKES)
  if (HEADER_PREFIX && !isHeaderPrefix(HEADER_PREFIX)) throw wrong('HEADER_PREFIX', HEADER_PREFIX, HEADER_PREFIX_TAKES)
  return { ...(preset && dialectOf(preset)), ...(HEADER_PREFIX && { headerPrefix: HEADER_PREFIX }) }
}

const wrong = (name: string, text: string, takes: string) =>
  new Error(`${name}: got ${JSON.stringify(text)}, expects ${takes}.`)
