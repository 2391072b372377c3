/** What failed of a comparison: the same failure once, with how often and of which vehicles, and one way on. */

import { ApiError, isAsleep } from '../../api/errors'
import { likenessOf } from '../../requests/alike'
import { Failure } from '../../requests/failure'
import { Button } from '../../ui/button'
import { grouped } from '../../ui/grouped'
import { Explained } from '../../ui/read-state'
import { Asleep } from '../vehicles/asleep'
import * as texts from './comparison-texts'
import type { Row } from './use-comparison'

interface Props {
  rows: readonly Row[]
  onRead: (rows: readonly Row[]) => void
}

export function Troubles({ rows, onRead }: Props) {
  const failed = rows.filter(({ reading }) => reading?.phase === 'failed')
  return [...grouped(failed, ({ reading }) => likenessOf(reading?.error))].map(([likeness, group]) => (
    <Trouble key={likeness} group={group} onRead={() => onRead(group)} />
  ))
}

function Trouble({ group, onRead }: { group: readonly Row[]; onRead: () => void }) {
  const error = group[0]?.reading?.error
  const whose = (
    <p>
      {group.length > 1 && <strong>{texts.times(group.length)}</strong>}{' '}
      <bdi translate="no">{group.map(({ label }) => label).join(', ')}</bdi>
    </p>
  )
  if (isAsleep(error))
    return (
      <Asleep error={error} requests={group.length} onRetry={onRead}>
        {whose}
      </Asleep>
    )
  return (
    <Failure error={error}>
      <Explained kind={error instanceof ApiError && error.status === 403 ? 'notPermitted' : 'failed'} />
      {whose}
      <Button size="compact-sm" variant="default" onClick={onRead}>
        {texts.readAmong(group.length)}
      </Button>
    </Failure>
  )
}
