/** The saved views in the settings: opened, shared, deleted, exported as a file and imported. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TeamView } from '../../api/team-views'
import { useOperator } from '../../core/operator'
import { importViews, removeView, saveView } from '../../lists/views/change-views'
import { withoutSignIn } from '../../lists/views/texts'
import { holdsId, readViewsFile, viewsFile } from '../../lists/views/view'
import { ViewLink } from '../../lists/views/view-link'
import { getRefusal, useSharingRefusal, useViews } from '../../lists/views/views'
import { Button } from '../../ui/button'
import { saveFile } from '../../ui/download'
import { Notice } from '../../ui/notice'
import { PlainTable } from '../../ui/plain-table'
import { ImportFile } from '../settings/import-file'
import { views as title } from '../settings/texts'
import * as texts from './texts'

export function SavedViews() {
  const client = useQueryClient()
  const state = useViews()
  const isOpen = useOperator().signIn === 'none'
  const { phase, views } = state
  const own = views.filter(({ isOwn }) => isOwn)
  const withId = own.filter(({ address }) => holdsId(address)).length
  const refusal = getRefusal(state)
  return (
    <>
      <p className="quiet">{texts.aboutViews}</p>
      {isOpen && <p className="quiet">{withoutSignIn}</p>}
      {phase === 'unavailable' && <Notice tone="amber">{refusal}</Notice>}
      {views.length > 0 && (
        <PlainTable name={title} headers={isOpen ? texts.openColumns : texts.columns}>
          <tbody>
            {views.map((view) => (
              <ViewRow key={view.id} view={view} isOpen={isOpen} />
            ))}
          </tbody>
        </PlainTable>
      )}
      <ImportFile
        label={texts.importViews}
        onText={async (text) => texts.imported(await importViews(client, readViewsFile(text)))}
      >
        <Button
          size="compact-sm"
          variant="default"
          reason={refusal ?? (own.length === 0 ? texts.noViews : undefined)}
          onClick={() => saveFile('forecourt views.json', 'application/json', viewsFile(own))}
        >
          {texts.exportViews}
        </Button>
      </ImportFile>
      {withId > 0 && <p className="quiet">{texts.viewsWithId(withId)}</p>}
    </>
  )
}

/** @param isOpen true without sign-in, when everyone sees all views */
function ViewRow({ view, isOpen }: { view: TeamView; isOpen: boolean }) {
  const { id, name, address, isShared, isOwn, owner } = view
  const sharingRefusal = useSharingRefusal()
  const client = useQueryClient()
  const { mutate: run, isPending, error } = useMutation({ mutationFn: (change: () => Promise<void>) => change() })
  return (
    <tr>
      <th scope="row">
        <ViewLink name={name} address={address} />
      </th>
      <td>
        <code translate="no">{address.length > 80 ? `${address.slice(0, 80)}…` : address}</code>
      </td>
      <td className="quiet">{holdsId(address) ? texts.holdsId : ''}</td>
      {!isOpen && (
        <td>
          {isShared ? texts.everyone : texts.onlyYou}{' '}
          {!isOwn && owner !== null && (
            <bdi translate="no" className="quiet">
              {texts.by(owner)}
            </bdi>
          )}
        </td>
      )}
      <td>
        {isOwn && (
          <div className="row">
            {!isOpen && (
              <Button
                size="compact-xs"
                variant="default"
                reason={isShared ? undefined : sharingRefusal}
                loading={isPending}
                onClick={() => run(() => saveView(client, { name, address, isShared: !isShared }))}
              >
                {isShared ? texts.stopSharing(name) : texts.share(name)}
              </Button>
            )}
            <Button
              size="compact-xs"
              variant="default"
              loading={isPending}
              onClick={() => run(() => removeView(client, id))}
            >
              {texts.remove(name)}
            </Button>
          </div>
        )}
        {error && <p role="alert">{error.message}</p>}
      </td>
    </tr>
  )
}
