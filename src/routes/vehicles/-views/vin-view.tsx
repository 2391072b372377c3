/** A VIN (2.11): masked until asked for, copied without showing, with advice that follows from its signs. */
import { useState } from 'react'
import { maskVin } from '../../../tools/mask'
import { CopyButton } from '../../../ui/id'
import { Text } from '../../../ui/no-value'
import styles from './views.module.css'
import { vinAdvice } from './vin'

export function VinView({ vin }: { vin: string | null | undefined }) {
  const [isShown, setShown] = useState(false)
  if (!vin) return <Text value={vin} />
  const { length, checkDigit, modelYears } = vinAdvice(vin)
  return (
    <>
      <p className={styles.headline}>
        <span className="mono">{isShown ? vin : maskVin(vin)}</span>
        <CopyButton text={vin} what="VIN" />
        <button type="button" className="plain-button" onClick={() => setShown(!isShown)}>
          {isShown ? 'Mask VIN' : 'Show VIN'}
        </button>
      </p>
      <ul className={styles.advice}>
        <li>{length}.</li>
        <li>Check digit {checkDigit} (advice: not every market uses it).</li>
        <li>
          {modelYears.length === 0
            ? 'No model year can be read from position 10.'
            : `Model year by position 10: ${modelYears.join(' or ')} (advice: not every market uses it).`}
        </li>
      </ul>
    </>
  )
}
