/** Named sets of paths: some that come with the console, and the operator's own, kept in this browser. */
import * as z from 'zod/mini'
import { persistedUserStore } from '../../../core/account'
import { useStore } from '../../../core/store'

const position = 'Location and mileage'
const electric = 'Electric'
const combustion = 'Combustion'
const health = 'Health'

const Preset = z.object({ name: z.string(), paths: z.array(z.string()) })
export type Preset = z.output<typeof Preset>

/** What is asked for together most often. */
export const knownPresets: readonly Preset[] = [
  { name: position, paths: ['/odometer', '/location'] },
  { name: electric, paths: ['/battery', '/charge', '/charge/limit', '/odometer'] },
  { name: combustion, paths: ['/fuel', '/engine/oil', '/odometer'] },
  {
    name: health,
    paths: ['/diagnostics/dtcs', '/diagnostics/system_status', '/tires/pressure', '/engine/oil', '/service/history'],
  },
]

const MOST_PRESETS = 50
const presets = persistedUserStore<Preset[]>({
  name: 'forecourt.batch-presets',
  schema: z.array(Preset),
  initial: [],
  storage: () => localStorage,
})
export const usePresets = (): readonly Preset[] => useStore(presets)

/** One of the same name is replaced. */
export const savePreset = (preset: Preset): void =>
  presets.set((old) => [...old.filter(({ name }) => name !== preset.name), preset].slice(-MOST_PRESETS))
export const removePreset = (name: string): void => presets.set((old) => old.filter((preset) => preset.name !== name))
