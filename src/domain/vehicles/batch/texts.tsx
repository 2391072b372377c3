/** The texts of a batch before it is sent, for one vehicle or many: what is chosen, and what will be sent. */
import { plural } from '../../../ui/format'

// Choosing reads
export const requests = 'Requests'
export const grants = { granted: 'Granted', some: 'by some' } as const
export const notGranted = 'Not granted'
export const addForm = 'Add another read'
export const addField = 'Add a path'
export const add = 'Add'
export const added = (paths: readonly string[]) => `Added ${paths.join(', ')}.`
export const merged = (paths: readonly string[]) => `${paths.join(', ')} is already in the batch.`
export const presets = 'Presets'
export const forgetPreset = (name: string) => (
  <>
    Delete<span className="visually-hidden"> preset {name}</span>
  </>
)
export const savePaths = (count: number) => `Save these ${plural(count, 'path')}`
export const presetForm = 'Save a preset'
export const presetField = 'Preset name'
export const savePreset = 'Save preset'

// What will be sent
export const nothingAsked = 'No reads selected yet. Nothing is sent before “Send batch”.'
export const specTitle = 'Requests to send'
export const specColumns = ['Path', 'Order']
export const notKnown = 'Not a known read. The permission it requires is unknown.'
export const moveUp = (path: string) => `Move ${path} up`
export const moveDown = (path: string) => `Move ${path} down`
export const takeOut = (path: string) => `Remove ${path}`
export const clear = (count: number) => `Clear all ${plural(count, 'path')}`
export const missing = (permissions: readonly string[], paths: readonly string[]) =>
  `No connection of this vehicle grants ${permissions.join(', ')}. ${paths.join(', ')} will probably fail, and each failed read still counts.`
export const endFirst = (count: number, all: number) => `${count} of ${all}, the others later.`
export const replacements = 'End dates and v3 replacements'
export const manyPaths = (count: number, advised: number) =>
  `${plural(count, 'path')} in one batch. The API specifies no maximum, but more than ${advised} paths are unusual, and the whole batch may fail.`

// In a run’s file, and beside another run
export const fileName = 'batch'
export const notAskedFor = 'Not requested'
