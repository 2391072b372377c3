/** A saved view in the table of them, whoever keeps it. */
import { ViewLink } from '../../lists/views/view-link'
import { holdsId, type View } from '../../lists/views/views'
import * as texts from '../settings/texts'

export function ViewCells({ name, address }: View) {
  return (
    <>
      <th scope="row">
        <ViewLink name={name} address={address} />
      </th>
      <td>
        <code>{address.length > 80 ? `${address.slice(0, 80)}…` : address}</code>
      </td>
      <td className="quiet">{holdsId(address) ? texts.holdsId : ''}</td>
    </>
  )
}
