/** `PRESET`: the environment of a known service. Any variable that is set beside it wins. */
import type { Dialect } from '../../api/presets/dialect'
import { PRESET_TAKES, presetNamed } from '../../api/presets/presets'
import type { ConfigFile } from './config-file'
import type { Env } from './kinds'
import { SettingError } from './setting-error'

/** @returns a line for the start if `CLIENT_ID` is of another kind than the preset’s token address expects */
export function clientIdWarning(
  { PRESET = '' }: Env,
  credentials: { tokenUrl: string; clientId: string } | undefined,
): string | undefined {
  const preset = presetNamed(PRESET)
  if (!preset || credentials?.tokenUrl !== preset.tokenUrl) return undefined
  return preset.otherClientId?.pattern.test(credentials.clientId) ? preset.otherClientId.warning : undefined
}

/**
 * The environment with a preset's values where it has none of its own.
 * @throws SettingError for a preset that is not known
 */
export function withPreset(env: Env): { env: Env; config: Partial<ConfigFile>; dialect: Partial<Dialect> } {
  const name = env.PRESET
  if (!name) return { env, config: {}, dialect: {} }
  const preset = presetNamed(name)
  if (!preset) throw new SettingError(`PRESET: got ${JSON.stringify(name.slice(0, 100))}, expects ${PRESET_TAKES}.`)
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const token = set.CLIENT_ID || set.CLIENT_SECRET ? { TOKEN_URL: preset.tokenUrl } : {}
  return { env: { ...preset.env, ...token, ...set }, config: preset.config, dialect: preset.dialect ?? {} }
}
