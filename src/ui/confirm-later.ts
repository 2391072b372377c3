/** A confirmation for a page's first load: its code comes with the first question. */
import { later } from './later'

export const Confirm = later(() => import('./confirm').then((module) => module.Confirm))
