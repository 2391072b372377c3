/** A file of the server. */
import { checkOwnServer } from '../../api/own-fetch'
import { saveFrom } from '../../ui/download'

/** Checks first that the server would respond: a browser saves a proxy's sign-in page as the file. */
export async function saveFromServer(address: string): Promise<void> {
  if ((await checkOwnServer()) !== 'signed out') saveFrom(address)
}
