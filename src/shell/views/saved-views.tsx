/** The saved views: opened, removed, taken away as a file and brought back. */

import { ViewLink } from '../../lists/views/view-link'
import { holdsId, importViews, removeView, useViews, viewsFile } from '../../lists/views/views'
import { Button } from '../../ui/button'
import { saveFile } from '../../ui/download'
import { PlainTable } from '../../ui/plain-table'
import { ImportFile } from '../settings/import-file'
import * as texts from '../settings/texts'

export function SavedViews() {
  const views = useViews()
  const held = views.filter(({ address }) => holdsId(address)).length
  return (
    <>
      <p className="quiet">{texts.aboutViews}</p>
      {views.length > 0 && (
        <PlainTable name={texts.views} headers={texts.viewColumns}>
          <tbody>
            {views.map(({ name, address }) => (
              <tr key={name}>
                <th scope="row">
                  <ViewLink name={name} address={address} />
                </th>
                <td>
                  <code>{address.length > 80 ? `${address.slice(0, 80)}…` : address}</code>
                </td>
                <td className="quiet">{holdsId(address) ? texts.holdsId : ''}</td>
                <td>
                  <Button size="compact-xs" variant="default" onClick={() => removeView(name)}>
                    {texts.forget(name)}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      <ImportFile label={texts.importViews} onText={(text) => texts.tookViews(importViews(text))}>
        <Button
          size="compact-sm"
          variant="default"
          reason={views.length === 0 ? texts.noViews : undefined}
          onClick={() => saveFile('forecourt views.json', 'application/json', viewsFile())}
        >
          {texts.exportViews}
        </Button>
      </ImportFile>
      {held > 0 && <p className="quiet">{texts.viewsWithId(held)}</p>}
    </>
  )
}
