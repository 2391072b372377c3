/** Tells operators on every page that the store is in memory although a folder was expected. Loaded only then. */
import { useMissingRole } from '../requests/refusal'
import { Notice } from '../ui/notice'

export function StoreBanner({ notice }: { notice: string }) {
  if (useMissingRole('change')) return null
  return (
    <Notice tone="amber">
      <p>{notice}</p>
    </Notice>
  )
}
