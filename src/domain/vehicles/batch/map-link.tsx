/** From a place to a map. */
import { useConfig } from '../../../core/config'
import { isSafeLink } from '../../../ui/link'
import * as texts from './measures-texts'

const isWithin = (value: unknown, most: number) => typeof value === 'number' && Math.abs(value) <= most

/** Where `mapUrl` is configured, and to nowhere else. */
export function MapLink({ body }: { body: unknown }) {
  const { mapUrl } = useConfig()
  const { latitude, longitude }: { latitude?: unknown; longitude?: unknown } = { ...(typeof body === 'object' && body) }
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) return null
  const href = mapUrl?.replace('{latitude}', String(latitude)).replace('{longitude}', String(longitude))
  if (!isSafeLink(href, mapUrl)) return null
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {texts.openMap}
    </a>
  )
}
