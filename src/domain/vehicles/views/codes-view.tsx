/** Active trouble codes (2.9), decoded by their structure alone. */
import type { Output } from '../../../api/endpoint'
import type { vehicleData } from '../../../api/vehicle-data'
import { cut } from '../../../ui/format'
import { NoValue, Text } from '../../../ui/no-value'
import { PlainTable } from '../../../ui/plain-table'
import { Time } from '../../../ui/time'
import * as texts from './codes-texts'
import { decodeTroubleCode } from './trouble-code'

export function CodesView({ value: { activeCodes } }: { value: Output<typeof vehicleData.troubleCodes> }) {
  if (activeCodes === null || activeCodes === undefined)
    return <NoValue kind={activeCodes === null ? 'null' : 'absent'} />
  if (activeCodes.length === 0) return <p>{texts.none}</p>
  return (
    <>
      <p>{texts.active(activeCodes.length)}</p>
      <PlainTable name={texts.title} headers={texts.columns} dated={1}>
        <tbody>
          {activeCodes.map(({ code, timestamp }, index) => (
            <tr key={index}>
              <th scope="row">
                <code>{code ? cut(code, 120) : <NoValue kind={code === null ? 'null' : 'absent'} />}</code>
              </th>
              <td>
                {timestamp ? (
                  <Time value={timestamp} isBare />
                ) : (
                  <NoValue kind={timestamp === null ? 'null' : 'absent'} />
                )}
              </td>
              <Structure code={code ?? ''} />
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <p className="quiet">{texts.meaning}</p>
    </>
  )
}

function Structure({ code }: { code: string }) {
  const decoded = decodeTroubleCode(code)
  if (!decoded)
    return (
      <td colSpan={3} className="quiet">
        {texts.notStandard}
      </td>
    )
  return (
    <>
      <td>{decoded.system}</td>
      <td>{decoded.origin}</td>
      <td>
        <Text value={decoded.subsystem ?? texts.subsystemUnknown} />
        {decoded.failureType && <span className="quiet"> {texts.failureType(decoded.failureType)}</span>}
      </td>
    </>
  )
}
