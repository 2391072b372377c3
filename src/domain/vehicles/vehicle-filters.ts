/** The filters of the list of vehicles: the console's own, nothing of them is sent. */
import { choice, choiceOfRows, defineFilters, modes, search } from '../../api/filters'
import { plain } from '../../api/links'
import { MOST_OWN_ROWS } from '../../lists/own-page-sizes'

export const vehicleFilters = defineFilters(
  {
    q: search('Search'),
    mode: choice('Mode', modes),
    make: choiceOfRows('Make'),
  },
  plain,
  MOST_OWN_ROWS,
)
