/** A file of the server. */
import { ownAddress } from '../../api/base-path'
import { checkOwnServer } from '../../api/own-fetch'
import { saveFrom } from '../../ui/download'

/**
 * Checks first that the server would respond: a browser saves a proxy's sign-in page as the file.
 * @param address without the base path
 */
export async function saveFromServer(address: string): Promise<void> {
  if ((await checkOwnServer()) !== 'signed out') saveFrom(ownAddress(address))
}
