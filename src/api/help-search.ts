/** What the address of the help may say. */
import { searchOf, textField } from './search'

export const HelpSearch = searchOf({ q: textField })
