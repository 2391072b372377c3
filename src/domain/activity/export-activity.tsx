/** The export of the record: this page of it, or everything that matches. */

import { activityColumns } from '../../api/activity-columns'
import type { ActivitySearch } from '../../api/activity-search'
import { getBasePath } from '../../api/base-path'
import { activity } from '../../api/console/activity'
import { consoleAddress } from '../../api/console/endpoint'
import { stringifySearch } from '../../api/search'
import { Export } from '../../lists/export/export'
import { toRow } from '../../lists/service-list/list-file'
import { type Activity, type SentActivity, withoutPage } from './activity'

const rowOf = toRow<Activity>(activityColumns)

export function TakeAway({ search, rows }: { search: ActivitySearch; rows: readonly SentActivity[] }) {
  const filters = withoutPage(search)
  return (
    <Export
      name="activity"
      columns={Object.keys(activityColumns)}
      page={rows.map(({ record, raw }) => rowOf({ row: record, raw }))}
      total={undefined}
      question={decodeURIComponent(stringifySearch(filters)).slice(1)}
      service={location.origin + getBasePath()}
      fileAt={(format) => consoleAddress(activity.file, { query: { ...filters, format } })}
    />
  )
}
