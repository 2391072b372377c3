/** `PRESET`: every service whose public values are known, by name. */
import type { Dialect } from './dialect'
import type { Preset } from './preset'
import { smartcar } from './smartcar.data'

export const presets: Readonly<Record<string, Preset>> = { smartcar }

export const presetNamed = (name: string): Preset | undefined =>
  Object.hasOwn(presets, name) ? presets[name] : undefined
export const PRESET_TAKES = Object.keys(presets).join(', ')

/** All that a preset says of how its service spells. */
export const dialectOf = ({ env, config, dialect }: Preset): Partial<Dialect> => ({
  headerPrefix: env.HEADER_PREFIX,
  parameters: config.parameters,
  signatureHeader: config.deliveries?.signatureHeader,
  extensions: config.extensions,
  ...dialect,
})
