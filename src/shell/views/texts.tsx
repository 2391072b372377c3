/** The texts of saved views, as the settings show them. */
import { plural } from '../../ui/format'

export const aboutViews =
  'A saved view is a name for an address of this console. Save one above any list, or from “Jump to…” on any page.'
export const columns = ['Name', 'Address', 'Note', 'Visible to', 'Actions']
/** Without sign-in. */
export const openColumns = ['Name', 'Address', 'Note', 'Actions']
export const holdsId = 'Contains an ID'
export const onlyYou = 'Only you'
export const everyone = 'Everyone who can sign in'
export const by = (owner: string) => `by ${owner}`
export const share = (view: string) => (
  <>
    Share<span className="visually-hidden"> view {view}</span>
  </>
)
export const stopSharing = (view: string) => (
  <>
    Stop sharing<span className="visually-hidden"> view {view}</span>
  </>
)
export const remove = (view: string) => (
  <>
    Delete<span className="visually-hidden"> view {view}</span>
  </>
)
export const importViews = 'Import views'
export const imported = (count: number) => `Imported ${plural(count, 'view')}.`
export const exportViews = 'Export views'
export const noViews = 'You have no saved views.'
export const viewsWithId = (count: number) =>
  `${plural(count, 'view')} with an ID in the address. Anyone with the exported file can read it.`
