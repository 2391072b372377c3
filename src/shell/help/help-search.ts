/** What the address of the help may say. */
import { searchOf, textField } from '../../api/search'

export const HelpSearch = searchOf({ q: textField })
