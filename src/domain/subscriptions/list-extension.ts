/** Whether the list of all subscriptions is asked for: what a page knows of it before anything of it is drawn. */
import { subscriptions } from '../../api/subscriptions'
import { isExtensionOn } from '../../requests/extensions'

/** What `CONFIG` calls it. */
export const EXTENSION = subscriptions.list.extension ?? ''

export const isListOn = (): boolean => isExtensionOn(EXTENSION)
