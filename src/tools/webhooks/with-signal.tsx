/** Which of the webhooks that were read include a signal, and how far the reading is. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { WebhookRow } from '../../api/webhooks'
import { IdText } from '../../ui/id'
import { Failure } from '../failure'
import { isRunning } from '../task'
import { catalogueRequests, readCatalogue, stopCatalogue, useCatalogue } from './catalogue'
import * as texts from './with-signal-texts'

/** How a webhook includes a signal: it is triggered by it, it delivers it, or both. */
function waysOf({ attributes }: WebhookRow, code: string): string[] {
  const has = (list: readonly { code?: string | null | undefined }[] | null | undefined) =>
    list?.some((one) => one.code?.toLowerCase() === code.toLowerCase()) ?? false
  return [...(has(attributes?.triggers) ? [texts.triggered] : []), ...(has(attributes?.data) ? [texts.delivers] : [])]
}

/** What the webhooks that were read say of a signal; the rest is read as it was asked for. */
export function WithSignal({ code }: { code: string }) {
  const catalogue = useCatalogue()
  const { phase, rows, total, isWhole, error } = catalogue
  const isReading = isRunning(catalogue)
  const found = rows.flatMap((row) => {
    const ways = waysOf(row, code)
    if (ways.length === 0) return []
    return [{ row, ways: [...ways, ...(row.attributes?.isEnabled === false ? [texts.disabled] : [])].join(', ') }]
  })
  return (
    <section aria-label={texts.title} className="stack">
      {isReading && (
        <p className="row">
          <progress value={rows.length} max={total ?? rows.length + 1} aria-label={texts.progress} />
          <span>{texts.reached(rows.length, total, catalogueRequests(catalogue))}</span>
          <Button size="compact-xs" variant="default" onClick={stopCatalogue}>
            {texts.stop}
          </Button>
        </p>
      )}
      {phase === 'failed' && <Failure error={error} onRetry={() => void readCatalogue()} />}
      <p role="status">
        {!isReading &&
          rows.length > 0 &&
          (isWhole
            ? texts.foundInAll(found.length, code, rows.length)
            : texts.foundSoFar(found.length, code, rows.length, total))}
      </p>
      <ul style={{ margin: 0, paddingLeft: 18 }}>
        {found.map(({ row: { id, attributes }, ways }) => (
          <li key={id}>
            <Link to="/webhooks/$webhookId" params={{ webhookId: id }} preload={false}>
              {attributes?.name ? <bdi>{attributes.name.slice(0, 200)}</bdi> : <IdText id={id} />}
            </Link>{' '}
            <span className="quiet">{ways}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
