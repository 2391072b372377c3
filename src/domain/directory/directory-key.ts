/** Keys of the directory's queries, which are fetched again after a removal. */
import { directory } from '../../api/console/directory'
import { consoleKey } from '../../api/console/endpoint'

export const directoryKeys = [directory.read, directory.users, directory.vehicles, directory.fleet].map(consoleKey)
