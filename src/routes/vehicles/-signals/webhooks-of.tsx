/** Which webhooks are triggered by a signal, or deliver it: asked of the management host on a click; it costs no vehicle anything. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pagingOf } from '../../../api/json-api'
import { query } from '../../../api/query'
import { WEBHOOKS_MAX_PAGE_SIZE, webhooks } from '../../../api/webhooks'
import { Failure } from '../../../tools/failure'
import { formatCount, plural } from '../../../ui/format'
import { IdText } from '../../../ui/id'

const firstPage = query(webhooks.list, { query: { 'page[size]': String(WEBHOOKS_MAX_PAGE_SIZE) } })

export function WebhooksOf({ code }: { code: string }) {
  const [isAsked, setAsked] = useState(false)
  if (isAsked) return <Found code={code} />
  return (
    <div>
      <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
        Webhooks with this signal
      </Button>
    </div>
  )
}

function Found({ code }: { code: string }) {
  const { data, error, refetch, isFetching } = useQuery(firstPage)
  if (error) return <Failure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data) return <p role="status">Asking for the webhooks…</p>
  const all = data.value.data ?? []
  const has = (list: readonly { code?: string | null | undefined }[] | null | undefined) =>
    list?.some((one) => one.code === code) ?? false
  const found = all.flatMap(({ id, attributes }) => {
    const ways = [has(attributes?.triggers) && 'triggered by it', has(attributes?.data) && 'delivers it'].filter(
      Boolean,
    )
    return ways.length === 0 ? [] : [{ id, name: attributes?.name, ways: ways.join(', ') }]
  })
  const { totalCount } = pagingOf(data.value)
  const isWhole = totalCount === all.length
  return (
    <section aria-label="Webhooks with this signal">
      <p role="status">
        {found.length === 0 ? 'No webhook includes this signal' : `${plural(found.length, 'webhook')} with this signal`}
        {isWhole
          ? `, of ${formatCount(all.length)}.`
          : `, among the first ${formatCount(all.length)} of ${totalCount === undefined ? 'an unknown number' : formatCount(totalCount)}.`}
      </p>
      <ul>
        {found.map(({ id, name, ways }) => (
          <li key={id}>
            <bdi>{name ?? 'without a name'}</bdi> <IdText id={id} /> <span className="quiet">{ways}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
