/** The texts of a batch before it is sent, for one vehicle or many: what is chosen, and what will be asked. */
import type { ReactNode } from 'react'
import { plural } from '../../../ui/format'

// Choosing reads
export const requests = 'Requests'
export const addForm = 'Another read'
export const addField = 'Add a path'
export const add = 'Add'
export const added = (paths: readonly string[]) => `Added ${paths.join(', ')}.`
export const merged = (paths: readonly string[]) => `${paths.join(', ')} is asked for already and stands once.`
export const presets = 'Presets'
export const forgetPreset = (name: string) => (
  <>
    Forget<span className="visually-hidden"> preset {name}</span>
  </>
)
export const savePaths = (count: number) => `Save these ${plural(count, 'path')}`
export const presetForm = 'Save a preset'
export const presetField = 'Preset name'
export const savePreset = 'Save preset'

// What will be asked
export const nothingAsked =
  'Nothing is asked for yet: choose reads above, or add a path. Nothing is sent before “Send batch”.'
export const specTitle = 'Requests to send'
export const specColumns = ['Path', 'Needs', 'Deprecation', 'Version 3']
export const orderColumn = 'Order'
export const notKnown = 'not among the known reads'
export const moveUp = (path: string) => `Move ${path} up`
export const moveDown = (path: string) => `Move ${path} down`
export const takeOut = (path: string) => `Take out ${path}`
export const clear = (count: number) => `Clear all ${plural(count, 'path')}`
export const needsUnknown = 'unknown'
export const grantedBy = (first: ReactNode, more: number) => (
  <>
    by {first}
    {more > 0 && ` and ${more} more`}
  </>
)
export const notGranted = (permissions: readonly string[], paths: readonly string[]) =>
  `No connection of this vehicle names ${permissions.join(', ')}: ${paths.join(', ')} will probably be refused, and each still counts.`
export const manyPaths = (count: number, advised: number) =>
  `${plural(count, 'path')} in one batch: the interface shows no maximum. More than ${advised} at once are rarely seen; a service that refuses them refuses the whole.`

// In a run’s file, and beside another run
export const fileName = 'batch'
export const notAskedFor = 'not asked for'
