/** A VIN (2.11): masked until asked for, copied without showing, with advice that follows from its signs. */
import { useState } from 'react'
import type { Output } from '../../../api/endpoint'
import type { vehicleData } from '../../../api/vehicle-data'
import { maskVin } from '../../../core/mask'
import { CopyButton } from '../../../ui/id'
import { Text } from '../../../ui/no-value'
import styles from './views.module.css'
import { vinAdvice } from './vin'
import * as texts from './vin-texts'

export function VinView({ value: { vin } }: { value: Output<typeof vehicleData.vin> }) {
  const [isShown, setShown] = useState(false)
  if (!vin) return <Text value={vin} />
  const { length, checkDigit, modelYears } = vinAdvice(vin)
  return (
    <>
      <p className={styles.headline}>
        <span className="mono">{isShown ? vin : maskVin(vin)}</span>
        <CopyButton text={vin} what={texts.vin} isSecret={!isShown} />
        <button type="button" className="plain-button" onClick={() => setShown(!isShown)}>
          {isShown ? texts.mask : texts.show}
        </button>
      </p>
      <ul className={styles.advice}>
        <li>{length}.</li>
        <li>{texts.checkDigit(checkDigit)}</li>
        <li>{modelYears.length === 0 ? texts.noYear : texts.years(modelYears)}</li>
      </ul>
    </>
  )
}
