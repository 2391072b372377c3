/** Active trouble codes (2.9), decoded by their structure alone. */
import type { Output } from '../../../api/endpoint'
import type { vehicles } from '../../../api/vehicles'
import { cut, plural } from '../../../ui/format'
import { NoValue, Text } from '../../../ui/no-value'
import { PlainTable } from '../../../ui/plain-table'
import { Time } from '../../../ui/time'
import { decodeTroubleCode } from './trouble-code'

export function CodesView({ value: { activeCodes } }: { value: Output<typeof vehicles.troubleCodes> }) {
  if (activeCodes === null || activeCodes === undefined)
    return <NoValue kind={activeCodes === null ? 'null' : 'absent'} />
  if (activeCodes.length === 0)
    return (
      <p>
        No active trouble codes: the list is empty. A make that does not report them sends the same.{' '}
        <NoValue kind="empty" />
      </p>
    )
  return (
    <>
      <p>{plural(activeCodes.length, 'active code')}.</p>
      <PlainTable name="Trouble codes" headers={['Code', 'Since', 'System', 'Defined by', 'Subsystem']}>
        <tbody>
          {activeCodes.map(({ code, timestamp }, index) => (
            <tr key={index}>
              <th scope="row">
                <code>{code ? cut(code, 120) : <NoValue kind={code === null ? 'null' : 'absent'} />}</code>
              </th>
              <td>
                {timestamp ? <Time value={timestamp} /> : <NoValue kind={timestamp === null ? 'null' : 'absent'} />}
              </td>
              <Structure code={code ?? ''} />
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <p className="quiet">
        System, origin and subsystem follow from how the code is built; what it means in this car, its maker says.
      </p>
    </>
  )
}

function Structure({ code }: { code: string }) {
  const decoded = decodeTroubleCode(code)
  if (!decoded)
    return (
      <td colSpan={3} className="quiet">
        not built as a standard code
      </td>
    )
  return (
    <>
      <td>{decoded.system}</td>
      <td>{decoded.origin}</td>
      <td>
        <Text value={decoded.subsystem ?? 'not told by the code'} />
        {decoded.failureType && <span className="quiet"> failure type {decoded.failureType}</span>}
      </td>
    </>
  )
}
