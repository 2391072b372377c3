/** What the address of the list of users may say: all of it the console's own, nothing of it is sent. */

import { countField, MOST_PAGES, searchOf, textField } from '../../api/search'
import { MOST_OWN_ROWS } from '../../tools/own-page-sizes'

export const UserSearch = searchOf({ q: textField, page: countField(MOST_PAGES), pageSize: countField(MOST_OWN_ROWS) })
