/** `PRESET`: every service whose public values are known, by name. */
import type { Dialect } from './dialect'
import { example } from './example.data'
import type { Preset } from './preset'
import { smartcar } from './smartcar.data'

export const presets: Readonly<Record<string, Preset>> = { smartcar, example }

export const presetNamed = (name: string): Preset | undefined =>
  Object.hasOwn(presets, name) ? presets[name] : undefined
export const PRESET_TAKES = Object.keys(presets).join(', ')

/** All that a preset says of how its service spells. */
export function dialectOf({ env, config, dialect }: Preset): Partial<Dialect> {
  const { parameters, extensions, deliveries, pageSizes = {}, defaultPageSizes = {} } = config
  const sizesOf = (list: 'connections' | 'webhooks') => ({
    usual: defaultPageSizes[list],
    most: pageSizes[list]?.at(-1),
  })
  return {
    headerPrefix: env.HEADER_PREFIX,
    parameters,
    extensions,
    pageSizes: { connections: sizesOf('connections'), webhooks: sizesOf('webhooks') },
    signatureHeader: deliveries?.signatureHeader,
    signatureAlgorithm: deliveries?.algorithm,
    signatureEncoding: deliveries?.encoding,
    signaturePrefix: deliveries?.signaturePrefix,
    ...dialect,
  }
}
