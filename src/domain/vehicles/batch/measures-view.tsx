/** The measures of one answer, small: names quiet, units quieter; what is not there is said. */
import { masked } from '../../../api/mask'
import { RawJson } from '../../../ui/raw-json'
import { MapLink } from './map-link'
import { measuresOf } from './measures'
import styles from './measures.module.css'
import { One } from './one-measure'

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
        <One key={`${index} ${measure.name ?? ''}`} measure={measure} isFirst={index === 0} />
      ))}
      {path === '/location' && <MapLink body={body} />}
    </span>
  )
}
