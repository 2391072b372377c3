/** The texts of the store's folder. */
import { formatCount } from '../../ui/format'

const MB = 1_000_000

export const formatBytes = (bytes: number) =>
  bytes < MB ? 'less than 1 MB' : `${formatCount(Math.round(bytes / MB))} MB`
