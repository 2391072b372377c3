/** The newest values of a signal as one request brings them: as many as a page has at most. */
import { SIGNALS_MAX_PAGE_SIZE } from '../../api/signals'
import type { Wanted } from './all-values'

export const firstValues = ({ vehicleId, signalCode, user }: Wanted) => ({
  path: { vehicleId, signalCode },
  query: { pageSize: String(SIGNALS_MAX_PAGE_SIZE) },
  ...(user !== undefined && { user }),
})
