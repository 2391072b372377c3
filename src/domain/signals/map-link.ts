/** A place on earth on a map, where an address for maps is configured. */
import { isSafeLink } from '../../ui/link'

interface Place {
  latitude: number
  longitude: number
}

/** @param mapUrl with `{latitude}` and `{longitude}` in it */
export function mapLinkOf(place: Place | undefined, mapUrl: string | null): string | undefined {
  const href =
    place && mapUrl?.replace('{latitude}', String(place.latitude)).replace('{longitude}', String(place.longitude))
  return isSafeLink(href, mapUrl) ? href : undefined
}
