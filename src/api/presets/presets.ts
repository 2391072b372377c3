/** `PRESET`: every service whose public values are known, by name. */
import type { Preset } from './preset'
import { smartcar } from './smartcar.data'

export const presets: Readonly<Record<string, Preset>> = { smartcar }

export const presetNamed = (name: string): Preset | undefined =>
  Object.hasOwn(presets, name) ? presets[name] : undefined
export const PRESET_TAKES = Object.keys(presets).join(', ')
