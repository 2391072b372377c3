/** The measures of one answer, small: names quiet, units quieter; what is not there is said. */
import { useConfig } from '../../../core/config'
import { masked } from '../../../core/mask'
import { isSafeLink } from '../../../ui/link'
import { Measured } from '../../../ui/measure'
import { NoValue } from '../../../ui/no-value'
import { RawJson } from '../../../ui/raw-json'
import { placeOf } from '../../signals/signal-values'
import { type Measure, measuresOf, valueText } from './measures'
import styles from './measures.module.css'
import * as texts from './measures-texts'

interface Props {
  path: string
  body: unknown
  /** `metric` or `imperial`; absent: the service's default, metric. */
  unitSystem: string | undefined
}

export function MeasuresView({ path, body, unitSystem }: Props) {
  const measures = measuresOf(path, body, unitSystem)
  if (measures === undefined) return <RawJson raw={body} what={path} mask={masked} />
  if (typeof measures === 'string') return <p>{measures}</p>
  return (
    <span className={styles.measures}>
      {measures.map((measure, index) => (
        <One key={measure.name ?? ''} measure={measure} isFirst={index === 0} />
      ))}
      {path === '/location' && <MapLink body={body} />}
    </span>
  )
}

function One({ measure: { name, value, unit }, isFirst }: { measure: Measure; isFirst: boolean }) {
  return (
    <span className="number">
      {!isFirst && <span className="visually-hidden">{texts.between}</span>}
      {name && <span className="quiet">{name} </span>}
      {value === null || value === undefined ? (
        <NoValue kind={value === null ? 'null' : 'absent'} />
      ) : typeof value === 'number' ? (
        <Measured name={name ?? ''} value={value} unit={unit} />
      ) : (
        <bdi>{valueText(value)}</bdi>
      )}
    </span>
  )
}

/** Where `mapUrl` is configured, and to nowhere else. */
function MapLink({ body }: { body: unknown }) {
  const { mapUrl } = useConfig()
  const place = typeof body === 'object' && body !== null ? placeOf({ ...body }) : undefined
  if (!place) return null
  const href = mapUrl?.replace('{latitude}', String(place.latitude)).replace('{longitude}', String(place.longitude))
  if (!isSafeLink(href, mapUrl)) return null
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {texts.openMap}
    </a>
  )
}
