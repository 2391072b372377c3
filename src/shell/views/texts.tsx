/** The texts of the views in the team's store, as the settings show them. */
import { plural } from '../../ui/format'

export const columns = ['Name', 'Address', 'Note', 'Visible to', 'Actions']
export const thisBrowser = 'This browser'
export const onlyYou = 'Only you'
/** @param isOpen true where nobody signs in */
export const everyone = (isOpen: boolean) => (isOpen ? 'Everyone who opens this console' : 'Everyone who can sign in')
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
export const sharedByAll = 'Nobody signs in to this console, so everyone can change or delete a shared view.'
/** @param isOpen true where nobody signs in: everyone sees them then */
export const onlyHere = (count: number, isOpen: boolean) =>
  `${plural(count, 'view is', 'views are')} saved in this browser only. In the team’s store, ${
    isOpen ? 'everyone who opens this console sees them.' : 'you find them in every browser.'
  }`
export const move = (count: number) => `Move to the team’s store (${plural(count, 'view')})`
export const notMoved = (count: number) =>
  `${plural(count, 'view')} stayed in this browser: the team’s store has another view of that name.`
export const viewsAway = 'The team’s store is unavailable. Only views saved in this browser are shown.'
export const viewsOfOther = 'Your token is for another account. Only views saved in this browser are shown.'
