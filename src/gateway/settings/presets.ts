/** `PRESET`: the public values of a known service. Any variable that is set beside it wins. */
import type { ConfigFile } from './config-file'
import type { Env } from './kinds'
import { SettingError } from './setting-error'

interface Preset {
  /** Variables as they would be set by hand. */
  env: Readonly<Record<string, string>>
  /** The token address, which counts only where there are credentials to send to it. */
  tokenUrl: string
  /** What `CONFIG` would say; the file's own words win, key by key. */
  config: Partial<ConfigFile>
}

const presets: Readonly<Record<string, Preset>> = {
  smartcar: {
    env: {
      VEHICLE_DATA_URL: 'https://api.smartcar.com',
      VEHICLE_URL: 'https://vehicle.api.smartcar.com',
      MANAGEMENT_URL: 'https://management.api.smartcar.com',
      CONNECT_URL: 'https://connect.smartcar.com',
      DOCS_URL: 'https://smartcar.com/docs',
      HEADER_PREFIX: 'sc',
    },
    tokenUrl: 'https://iam.smartcar.com/oauth2/token',
    // An application there has 120 requests, refilled by 2 a minute.
    config: { extensions: ['subscriptions.list'], bucket: { capacity: 120, refillPerMinute: 2 } },
  },
}

/**
 * The environment with a preset's values where it has none of its own.
 * @throws SettingError for a preset that is not known
 */
export function withPreset(env: Env): { env: Env; config: Partial<ConfigFile> } {
  const name = env.PRESET
  if (!name) return { env, config: {} }
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined
  if (!preset) {
    throw new SettingError(
      `PRESET: got ${JSON.stringify(name.slice(0, 100))}, expects ${Object.keys(presets).join(', ')}.`,
    )
  }
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const token = set.CLIENT_ID || set.CLIENT_SECRET ? { TOKEN_URL: preset.tokenUrl } : {}
  return { env: { ...preset.env, ...token, ...set }, config: preset.config }
}
