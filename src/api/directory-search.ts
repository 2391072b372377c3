/** The query of the lists of users and vehicles, which is the console's own: none of it is sent to the provider. */
import { choice, choiceOfRows, defineFilters, modes, search } from './filters'
import { plain } from './links'
import { choiceField } from './search'

export const OWN_PAGE_SIZES = [25, 50, 100]
/** More rows than this on one page hold up what is typed: a page of 100 is drawn in 0.1 s, one of 1,000 in 0.7 s. */
const MOST_OWN_ROWS = 100

/** The order of the rows if the address names none. */
export const DEFAULT_SORT = 'changed'
const order = { sort: choiceField('connections', 'name') }

export const userFilters = defineFilters({ q: search('Search') }, plain, MOST_OWN_ROWS, order)

export const vehicleFilters = defineFilters(
  { q: search('Search'), mode: choice('Mode', modes), make: choiceOfRows('Make') },
  plain,
  MOST_OWN_ROWS,
  order,
)
