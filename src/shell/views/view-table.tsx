/** Saved views in a table: opened, removed, taken away as a file and brought back. */
import type { ReactNode } from 'react'
import { ViewLink } from '../../lists/views/view-link'
import { holdsId, importViews, removeView, useViews, type View, viewsFile } from '../../lists/views/views'
import { Button } from '../../ui/button'
import { saveFile } from '../../ui/download'
import { PlainTable } from '../../ui/plain-table'
import { ImportFile } from '../settings/import-file'
import * as texts from '../settings/texts'

interface Props {
  headers?: readonly string[]
  /** Who sees those of this browser, where others are beside them. */
  visibleTo?: string
  /** Rows of others, which come first. */
  children?: ReactNode
  /** Of those, the ones that are taken away too. */
  more?: readonly View[]
}

export function ViewTable({ headers = texts.viewColumns, visibleTo, children, more = [] }: Props) {
  const views = useViews()
  const own = [...views, ...more]
  const held = own.filter(({ address }) => holdsId(address)).length
  return (
    <>
      {(views.length > 0 || children) && (
        <PlainTable name={texts.views} headers={headers}>
          <tbody>
            {children}
            {views.map((view) => (
              <tr key={view.name}>
                <ViewCells {...view} />
                {visibleTo !== undefined && <td>{visibleTo}</td>}
                <td>
                  <Button size="compact-xs" variant="default" onClick={() => removeView(view.name)}>
                    {texts.forget(view.name)}
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
          reason={own.length === 0 ? texts.noViews : undefined}
          onClick={() => saveFile('forecourt views.json', 'application/json', viewsFile(more))}
        >
          {texts.exportViews}
        </Button>
      </ImportFile>
      {held > 0 && <p className="quiet">{texts.viewsWithId(held)}</p>}
    </>
  )
}

export function ViewCells({ name, address }: View) {
  return (
    <>
      <th scope="row">
        <ViewLink name={name} address={address} />
      </th>
      <td>
        <code translate="no">{address.length > 80 ? `${address.slice(0, 80)}…` : address}</code>
      </td>
      <td className="quiet">{holdsId(address) ? texts.holdsId : ''}</td>
    </>
  )
}
