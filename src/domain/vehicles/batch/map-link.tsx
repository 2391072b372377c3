/** From a place to a map. */
import { positionOf } from '../../../api/position'
import { useConfig } from '../../../core/config'
import { mapLinkOf } from '../../signals/map-link'
import * as texts from './measures-texts'

/** Only if `mapUrl` is configured, and to nowhere else. */
export function MapLink({ body }: { body: unknown }) {
  const { mapUrl } = useConfig()
  const href = mapLinkOf(positionOf(body), mapUrl)
  if (href === undefined) return null
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {texts.openMap}
    </a>
  )
}
