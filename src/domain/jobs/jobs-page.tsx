/** The team's jobs as a list, from the newest on. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { JOB_SIZES } from '../../api/job-search'
import type { Search } from '../../api/search'
import { type JobFilter, type JobOperation, jobFilters, jobOperations } from '../../api/team-jobs'
import { jobList, useJobHints } from '../../changes/jobs/job-queries'
import { setPreference } from '../../core/preferences'
import { carriedIn } from '../../lists/filter-fields'
import { usePreviousData } from '../../lists/list'
import { Button } from '../../ui/button'
import { CursorPager } from '../../ui/cursor-pager'
import { DataTable } from '../../ui/data-table'
import { type Chip, Chips, ChoiceField, Filters, Nothing } from '../../ui/filters'
import { Page } from '../../ui/page'
import { jobColumns } from './job-columns'
import { afterIn, filterIn, operationIn, sizeIn } from './job-filters'
import * as texts from './jobs-texts'
import { WithoutJobs } from './without-jobs'

const stateChoices = ['', ...jobFilters].map((one) => [one, texts.states[one as JobFilter] ?? texts.any] as const) // '' has none
const operationChoices = ['', ...jobOperations].map(
  (one) => [one, texts.operations[one as JobOperation] ?? texts.any] as const, // as above
)

interface Props {
  search: Search
  onGo: (to: Search) => void
}

export function Jobs({ search, onGo }: Props) {
  useJobHints()
  const after = afterIn(search)
  const limit = sizeIn(search)
  const state = filterIn(search)
  const operation = operationIn(search)
  const list = useQuery(jobList({ state, operation, limit, after }))
  const page = usePreviousData(list.data)
  const { error } = list
  const retry = () => void list.refetch()
  const chips: Chip[] = [
    ...(state ? [chipOf(search, 'state', texts.state, texts.states[state])] : []),
    ...(operation ? [chipOf(search, 'operation', texts.operation, texts.operations[operation])] : []),
  ]
  const clear = { ...search, state: undefined, operation: undefined, after: undefined }
  const choose = (name: 'state' | 'operation') => (value: string) =>
    onGo({ ...search, [name]: value || undefined, after: undefined })
  return (
    <Page
      title={texts.title}
      aside={page && texts.counted(page.count.value, page.count.isExact)}
      actions={
        <Button size="compact-sm" variant="default" onClick={retry}>
          {texts.refresh}
        </Button>
      }
    >
      <Filters name={texts.filtersName} active={chips.length} carried={carriedIn(search, ['state', 'operation'])}>
        <ChoiceField
          name="state"
          label={texts.state}
          value={state ?? ''}
          choices={stateChoices}
          onApply={choose('state')}
        />
        <ChoiceField
          name="operation"
          label={texts.operation}
          value={operation ?? ''}
          choices={operationChoices}
          onApply={choose('operation')}
        />
      </Filters>
      <Chips chips={chips} clear={clear} />
      {error !== null && <WithoutJobs error={error} onRetry={retry} isRetrying={list.isFetching} />}
      {page && error !== null && <p className="quiet">{texts.outdated}</p>}
      {list.data?.rows.length === 0 ? (
        <Nothing chips={chips} clear={clear} isOlder={after !== undefined} noMatch={texts.noMatch}>
          <NothingYet />
        </Nothing>
      ) : (
        (page || !error) && (
          <DataTable
            name={texts.title}
            columns={jobColumns}
            expected={Math.min(limit, 10)}
            isBusy={page !== undefined && list.data === undefined && !error}
            rows={page?.rows.map((job) => ({ key: String(job.id), row: job }))}
          />
        )
      )}
      {page && (page.rows.length > 0 || after !== undefined) && (
        <CursorPager
          one={texts.one}
          shown={page.rows.length}
          newest={after === undefined ? undefined : { ...search, after: undefined }}
          older={page.next === null ? undefined : { ...search, after: page.next }}
          size={limit}
          sizes={JOB_SIZES}
          onSize={(size) => {
            setPreference('rowsPerPage', size)
            onGo({ ...search, limit: String(size), after: undefined })
          }}
        />
      )}
    </Page>
  )
}

const chipOf = (search: Search, name: string, label: string, value: string): Chip => ({
  name,
  label,
  value,
  without: { ...search, [name]: undefined, after: undefined },
})

/** What it is that would be here. */
function NothingYet() {
  return (
    <div className="stack">
      <p>{texts.nothing}</p>
      <p className="quiet">{texts.howTo}</p>
      <p className="row">
        <Link to="/connections">{texts.connections}</Link>
        <Link to="/users">{texts.users}</Link>
      </p>
    </div>
  )
}
