/** A place on earth on a map, where an address for maps is configured. */
import type { Position } from '../../api/position'
import { isSafeLink } from '../../ui/link'

/** @param mapUrl with `{latitude}` and `{longitude}` in it */
export function mapLinkOf(position: Position | undefined, mapUrl: string | null): string | undefined {
  const href =
    position &&
    mapUrl?.replace('{latitude}', String(position.latitude)).replace('{longitude}', String(position.longitude))
  return isSafeLink(href, mapUrl) ? href : undefined
}
