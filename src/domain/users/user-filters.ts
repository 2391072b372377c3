/** The filters of the list of users: the console's own, nothing of them is sent. */
import { defineFilters, search } from '../../api/filters'
import { plain } from '../../api/links'
import { MOST_OWN_ROWS } from '../../lists/own-page-sizes'

export const userFilters = defineFilters({ q: search('Search') }, plain, MOST_OWN_ROWS)
