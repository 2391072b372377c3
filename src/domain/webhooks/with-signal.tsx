/** Which of the webhooks that were read include a signal, and how far the reading is. */

import { Link } from '@tanstack/react-router'
import { signalText } from '../../api/signals.data'
import type { WebhookRow } from '../../api/webhooks'
import { isRunning } from '../../core/task'
import { Failure } from '../../requests/failure'
import { Button } from '../../ui/button'
import { formatCount, plural } from '../../ui/format'
import { IdText } from '../../ui/id'
import { catalogueRequests, readCatalogue, stopCatalogue, useCatalogue } from './catalogue'

const titleText = 'Webhooks with this signal'
const progressText = 'Webhooks loaded'
const ofAll = (total: number | undefined) => (total === undefined ? 'an unknown number of' : formatCount(total))
const reached = (read: number, total: number | undefined, requests: number) =>
  `${formatCount(read)} of ${ofAll(total)} webhooks loaded, ${plural(requests, 'request')} in total`
const stopText = 'Stop'
const foundText = (count: number, signal: string) =>
  count === 0 ? `No webhook includes ${signal}` : `${plural(count, 'webhook')} with ${signal}`
const foundInAll = (count: number, signal: string, read: number) =>
  `${foundText(count, signal)}, of ${formatCount(read)}.`
const foundSoFar = (count: number, signal: string, read: number, total: number | undefined) =>
  `${foundText(count, signal)}, in ${formatCount(read)} of ${ofAll(total)} webhooks.`

/** How a webhook includes it. */
const triggered = 'Triggered by it'
const delivers = 'Delivers it'
const disabled = 'Disabled'

/** How a webhook includes a signal: it is triggered by it, it delivers it, or both. */
function waysOf({ attributes }: WebhookRow, code: string): string[] {
  const has = (list: readonly { code?: string | null | undefined }[] | null | undefined) =>
    list?.some((one) => one.code?.toLowerCase() === code.toLowerCase()) ?? false
  return [...(has(attributes?.triggers) ? [triggered] : []), ...(has(attributes?.data) ? [delivers] : [])]
}

/** What the webhooks that were read say of a signal; the rest is read as it was asked for. */
export function WithSignal({ code }: { code: string }) {
  const catalogue = useCatalogue()
  const { phase, rows, total, isWhole, error } = catalogue
  const isReading = isRunning(catalogue)
  const name = signalText(code)
  const found = rows.flatMap((row) => {
    const ways = waysOf(row, code)
    if (ways.length === 0) return []
    return [{ row, ways: [...ways, ...(row.attributes?.isEnabled === false ? [disabled] : [])].join(', ') }]
  })
  return (
    <section aria-label={titleText} className="stack">
      {isReading && (
        <p className="row">
          <progress value={rows.length} max={total ?? rows.length + 1} aria-label={progressText} />
          <span>{reached(rows.length, total, catalogueRequests(catalogue))}</span>
          <Button size="compact-xs" variant="default" onClick={stopCatalogue}>
            {stopText}
          </Button>
        </p>
      )}
      {phase === 'failed' && <Failure error={error} onRetry={() => void readCatalogue()} />}
      <p role="status">
        {!isReading &&
          rows.length > 0 &&
          (isWhole ? foundInAll(found.length, name, rows.length) : foundSoFar(found.length, name, rows.length, total))}
      </p>
      <ul style={{ margin: 0, paddingLeft: 18 }}>
        {found.map(({ row: { id, attributes }, ways }) => (
          <li key={id}>
            <Link to="/webhooks/$webhookId" params={{ webhookId: id }}>
              {attributes?.name ? <bdi translate="no">{attributes.name.slice(0, 200)}</bdi> : <IdText id={id} />}
            </Link>{' '}
            <span className="quiet">{ways}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
