/** What failed of a comparison: the same failure once, with how often and of which vehicles, and one way on. */
import { Button } from '@mantine/core'
import { ApiError, isAsleep } from '../../api/errors'
import { Failure, shownOf } from '../../requests/failure'
import { Explained } from '../../ui/read-state'
import { Asleep } from '../vehicles/asleep'
import styles from './comparison.module.css'
import * as texts from './comparison-texts'
import type { Row } from './use-comparison'

interface Props {
  rows: readonly Row[]
  onRead: (rows: readonly Row[]) => void
}

/** What two failures have in common where they are the same one. */
function kindOf(error: unknown): string {
  const { title, status, type, code, detail } = shownOf(error)
  return isAsleep(error) ? 'asleep' : JSON.stringify([title, status, type, code, detail])
}

export function Troubles({ rows, onRead }: Props) {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    if (row.reading?.phase !== 'failed') continue
    const kind = kindOf(row.reading.error)
    groups.set(kind, [...(groups.get(kind) ?? []), row])
  }
  return [...groups].map(([kind, group]) => <Trouble key={kind} group={group} onRead={() => onRead(group)} />)
}

function Trouble({ group, onRead }: { group: readonly Row[]; onRead: () => void }) {
  const error = group[0]?.reading?.error
  const whose = (
    <p>
      {group.length > 1 && <strong>{texts.times(group.length)}</strong>}{' '}
      <bdi>{group.map(({ label }) => label).join(', ')}</bdi>
    </p>
  )
  if (isAsleep(error))
    return (
      <div className={styles.asleep}>
        <Asleep error={error} requests={group.length} onRetry={onRead} />
        {whose}
      </div>
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
