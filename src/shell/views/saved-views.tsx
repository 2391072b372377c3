/** The saved views: opened, removed, shared, taken away as a file and brought back. */
import { useOperator } from '../../core/operator'
import { useTeamViews } from '../../lists/views/team-views'
import { holdsId, importViews, removeView, useViews, viewsFile } from '../../lists/views/views'
import { Button } from '../../ui/button'
import { saveFile } from '../../ui/download'
import { later } from '../../ui/later'
import { PlainTable } from '../../ui/plain-table'
import { ImportFile } from '../settings/import-file'
import * as texts from '../settings/texts'
import { ViewCells } from './view-cells'

/** Only where there is a team's store. */
const TeamRows = later(() => import('./team-rows').then((module) => module.TeamRows))
const TeamNote = later(() => import('./team-rows').then((module) => module.TeamNote))

export function SavedViews() {
  const views = useViews()
  const team = useTeamViews()
  const { signIn } = useOperator()
  const [name, address, note, actions] = texts.viewColumns
  const theirs = team?.views ?? []
  const own = [...views, ...theirs.filter(({ isOwn }) => isOwn)]
  const held = own.filter((view) => holdsId(view.address)).length
  return (
    <>
      <p className="quiet">{texts.aboutViews}</p>
      {team && <TeamNote team={team} count={views.length} isOpen={signIn === 'none'} />}
      {views.length + theirs.length > 0 && (
        <PlainTable
          name={texts.views}
          headers={team ? [name, address, note, texts.visibleTo, actions] : texts.viewColumns}
        >
          <tbody>
            {theirs.length > 0 && <TeamRows views={theirs} isOpen={signIn === 'none'} />}
            {views.map((view) => (
              <tr key={view.name}>
                <ViewCells {...view} />
                {team && <td>{texts.thisBrowser}</td>}
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
          onClick={() => saveFile('forecourt views.json', 'application/json', viewsFile(own))}
        >
          {texts.exportViews}
        </Button>
      </ImportFile>
      {held > 0 && <p className="quiet">{texts.viewsWithId(held)}</p>}
    </>
  )
}
