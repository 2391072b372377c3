/** A VIN (2.11): masked until asked for, copied without showing; its seventeen signs with what each part of them means. */
import { useState } from 'react'
import type { Output } from '../../../api/endpoint'
import { maskVin } from '../../../api/mask'
import type { vehicleData } from '../../../api/vehicle-data'
import { HeaderRow } from '../../../ui/header-row'
import { CopyButton } from '../../../ui/id'
import { Text } from '../../../ui/no-value'
import { Notice } from '../../../ui/notice'
import { signsOf, VIN_LENGTH, vinAdvice, vinParts } from './vin'
import styles from './vin.module.css'
import * as texts from './vin-texts'

const PARTS = ['manufacturer', 'vehicle', 'check', 'year', 'plant', 'serial'] as const

export function VinView({ value: { vin } }: { value: Output<typeof vehicleData.vin> }) {
  const [isShown, setShown] = useState(false)
  if (!vin)
    return (
      <p className={styles.vin}>
        <Text value={vin} />
      </p>
    )
  const signs = signsOf(vin)
  const { flaw, check, modelYears, region } = vinAdvice(vin)
  const shown = isShown ? signs : signsOf(maskVin(vin))
  const meanings = {
    manufacturer: texts.madeIn(region && texts.regions[region]),
    vehicle: texts.vehicle,
    check: texts.checks[check],
    year: texts.years(modelYears),
    plant: texts.plant,
    serial: texts.serial,
  }
  const isWhole = signs.length === VIN_LENGTH
  return (
    <>
      <div className={styles.signs}>
        {isWhole ? (
          <p className={styles.cells} dir="ltr" aria-hidden={!isShown || undefined}>
            {shown.map((sign, index) => (
              <span key={index}>{sign}</span>
            ))}
          </p>
        ) : (
          <p className={styles.vin}>
            <Text value={shown.join('')} />
          </p>
        )}
        {isWhole && !isShown && <p className="visually-hidden">{texts.hidden}</p>}
        {isWhole && (
          <div className={styles.brackets} aria-hidden="true">
            {PARTS.map((part) => (
              <span key={part} style={{ gridColumn: `${vinParts[part][0]} / ${vinParts[part][1] + 1}` }}>
                <span>{texts.names[part]}</span>
              </span>
            ))}
          </div>
        )}
      </div>
      <div className="row">
        <button type="button" className={styles.show} onClick={() => setShown(!isShown)}>
          {isShown ? texts.mask : texts.show}
        </button>
        <CopyButton text={vin} what={texts.vin} isSecret={!isShown} />
      </div>
      {flaw && <Notice tone="amber">{flaw === 'length' ? texts.otherLength(signs.length) : texts.oddSigns}</Notice>}
      {isWhole && (
        <table className={styles.parts} aria-label={texts.parts}>
          <thead className="visually-hidden">
            <HeaderRow headers={texts.columns} />
          </thead>
          <tbody>
            {PARTS.map((part) => (
              <tr key={part}>
                <td>{texts.positions(vinParts[part][0], vinParts[part][1])}</td>
                <th scope="row">{texts.names[part]}</th>
                <td>{meanings[part]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
