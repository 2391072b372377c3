/** The saved views: opened, removed, taken away as a file and brought back. */
import { Button } from '@mantine/core'
import { ViewLink } from '../tools/views/view-link'
import { holdsId, importViews, removeView, useViews, viewsFile } from '../tools/views/views'
import { saveFile } from '../ui/download'
import { plural } from '../ui/format'
import { PlainTable } from '../ui/plain-table'
import { ImportFile } from './-import-file'

export function SavedViews() {
  const views = useViews()
  const held = views.filter(({ address }) => holdsId(address)).length
  return (
    <>
      <p className="quiet">
        A view is a name for an address of this console: “Save this view” stands below every list, and in “Jump to…” on
        every page.
      </p>
      {views.length > 0 && (
        <PlainTable name="Saved views" headers={['Name', 'Address', 'Remark', 'Actions']}>
          <tbody>
            {views.map(({ name, address }) => (
              <tr key={name}>
                <th scope="row">
                  <ViewLink name={name} address={address} />
                </th>
                <td>
                  <code>{address.length > 80 ? `${address.slice(0, 80)}…` : address}</code>
                </td>
                <td className="quiet">{holdsId(address) ? 'holds an id' : ''}</td>
                <td>
                  <Button size="compact-xs" variant="default" onClick={() => removeView(name)}>
                    Forget<span className="visually-hidden"> view {name}</span>
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      <ImportFile label="Import views" onText={(text) => `Took over ${plural(importViews(text), 'view')}.`}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={views.length === 0}
          onClick={() => saveFile('forecourt views.json', 'application/json', viewsFile())}
        >
          Export views
        </Button>
      </ImportFile>
      {held > 0 && (
        <p className="quiet">{plural(held, 'view')} with an id in the address: whoever gets the file can read it.</p>
      )}
    </>
  )
}
