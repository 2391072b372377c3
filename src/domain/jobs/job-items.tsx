/** The items of a job, failed ones first, a page at a time, and their file. */
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { query } from '../../api/console/client'
import { jobs } from '../../api/console/jobs'
import { JOB_SIZES } from '../../api/job-search'
import type { Search } from '../../api/search'
import { BATCH, type JobItemState, jobItemStates, type TeamJob, type TeamJobItem, VALUES } from '../../api/team-jobs'
import { pollWhile } from '../../changes/jobs/job-queries'
import { carriedIn } from '../../lists/filter-fields'
import { usePreviousData } from '../../lists/list'
import { useMissingRole } from '../../requests/refusal'
import { CursorPager } from '../../ui/cursor-pager'
import { DataTable } from '../../ui/data-table'
import { Chips, ChoiceField, Filters, NoMatch } from '../../ui/filters'
import { later } from '../../ui/later'
import { itemColumns, responsesColumn } from './job-columns'
import { JobFile, useIsErased } from './job-file'
import { afterIn, itemFilterIn, sizeIn } from './job-filters'
import * as texts from './jobs-texts'
import { WithoutJobs } from './without-jobs'

const ItemResponses = later(() => import('./item-responses').then((module) => module.ItemResponses))

const choices = ['', ...jobItemStates].map((one) => [one, texts.itemStates[one as JobItemState] ?? texts.any] as const) // '' has none

interface Props {
  job: TeamJob
  isMoving: boolean
  search: Search
  onGo: (to: Search) => void
}

export function JobItems({ job, isMoving, search, onGo }: Props) {
  const after = afterIn(search)
  const limit = sizeIn(search)
  const state = itemFilterIn(search)
  const list = useQuery({
    ...query(jobs.items, { path: { id: String(job.id) }, query: { state, limit, after } }),
    refetchInterval: pollWhile(() => isMoving),
  })
  const page = usePreviousData(list.data)
  const { error } = list
  const [opened, setOpened] = useState<TeamJobItem>()
  const missingRole = useMissingRole(job.effect)
  const isErased = useIsErased(job)
  const hasResponses = (job.operation === BATCH || job.operation === VALUES) && !missingRole && !isErased
  const columns = useMemo(
    () => [...itemColumns[job.operation], ...(hasResponses ? [responsesColumn(setOpened)] : [])],
    [job.operation, hasResponses],
  )
  const clear = { ...search, state: undefined, after: undefined }
  const chips = state ? [{ name: 'state', label: texts.state, value: texts.itemStates[state], without: clear }] : []
  return (
    <section className="stack" aria-labelledby="items">
      <h2 id="items">{texts.items}</h2>
      <JobFile job={job} />
      <Filters name={texts.itemsFilter} active={chips.length} carried={carriedIn(search, ['state'])}>
        <ChoiceField
          name="state"
          label={texts.state}
          value={state ?? ''}
          choices={choices}
          onApply={(value) => onGo({ ...search, state: value || undefined, after: undefined })}
        />
      </Filters>
      <Chips chips={chips} clear={clear} />
      {error !== null && (
        <WithoutJobs
          error={error}
          what={texts.couldNotLoadItems}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {list.data?.rows.length === 0 ? (
        state ? (
          <NoMatch text={texts.noItemMatches(texts.itemStates[state])} chips={chips} clear={clear} />
        ) : (
          <p>{after === undefined ? texts.noItems : texts.noMoreItems}</p>
        )
      ) : (
        (page || !error) && (
          <div>
            <DataTable
              name={texts.items}
              columns={columns}
              expected={Math.min(limit, 10)}
              isBusy={page !== undefined && list.data === undefined && !error}
              rows={page?.rows.map((item) => ({ key: String(item.n), row: item }))}
            />
          </div>
        )
      )}
      {opened && hasResponses && <ItemResponses job={job} item={opened} onClose={() => setOpened(undefined)} />}
      {page && (page.next !== null || after !== undefined) && (
        <CursorPager
          one={texts.item}
          isByTime={false}
          shown={page.rows.length}
          newest={after === undefined ? undefined : { ...search, after: undefined }}
          older={page.next === null ? undefined : { ...search, after: page.next }}
          size={limit}
          sizes={JOB_SIZES}
          onSize={(size) => onGo({ ...search, limit: String(size), after: undefined })}
        />
      )}
    </section>
  )
}
