/** One measure of an answer; apart from the rows of them, for a tile has its own. */
import { Measured } from '../../../ui/measure'
import { NoValue } from '../../../ui/no-value'
import { stateWords } from '../../../ui/state-words'
import * as texts from './measures-texts'
import { type Measure, valueText } from './plain-measures'

export function One({ measure: { name, value, unit, isState }, isFirst }: { measure: Measure; isFirst: boolean }) {
  return (
    <span className="number">
      {!isFirst && <span className="visually-hidden">{texts.between}</span>}
      {name && <span className="quiet">{name} </span>}
      {value === null || value === undefined ? (
        <NoValue kind={value === null ? 'null' : 'absent'} />
      ) : typeof value === 'number' ? (
        <Measured name={name ?? ''} value={value} unit={unit} />
      ) : (
        <bdi translate="no">{isState && typeof value === 'string' ? stateWords(value) : valueText(value)}</bdi>
      )}
    </span>
  )
}
