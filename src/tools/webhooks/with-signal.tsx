/** Which of the webhooks that were read include a signal, and how far the reading is. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatCount, plural } from '../../ui/format'
import { IdText } from '../../ui/id'
import { Failure } from '../failure'
import { catalogueRequests, readCatalogue, stopCatalogue, useCatalogue, waysOf } from './catalogue'

/** What the webhooks that were read say of a signal; the rest is read as it was asked for. */
export function WithSignal({ code }: { code: string }) {
  const catalogue = useCatalogue()
  const { phase, rows, total, isWhole, error } = catalogue
  const found = rows.flatMap((row) => {
    const ways = waysOf(row, code)
    return ways.length === 0 ? [] : [{ row, ways: ways.join(', ') }]
  })
  const known = total === undefined ? 'an unknown number' : formatCount(total)
  return (
    <section aria-label="Webhooks with this signal" className="stack">
      {phase === 'reading' && (
        <p className="row">
          <progress value={rows.length} max={total ?? rows.length + 1} aria-label="Webhooks read" />
          <span>
            {formatCount(rows.length)} of {known} webhooks read, {plural(catalogueRequests(catalogue), 'request')} in
            all
          </span>
          <Button size="compact-xs" variant="default" onClick={stopCatalogue}>
            Stop
          </Button>
        </p>
      )}
      {phase === 'failed' && <Failure error={error} onRetry={() => void readCatalogue()} />}
      <p role="status">
        {phase !== 'reading' &&
          rows.length > 0 &&
          `${found.length === 0 ? `No webhook includes ${code}` : `${plural(found.length, 'webhook')} with ${code}`}${
            isWhole ? `, of ${formatCount(rows.length)}.` : `, among ${formatCount(rows.length)} of ${known}.`
          }`}
      </p>
      <ul style={{ margin: 0, paddingLeft: 18 }}>
        {found.map(({ row: { id, attributes }, ways }) => (
          <li key={id}>
            <Link to="/webhooks/$webhookId" params={{ webhookId: id }} preload={false}>
              {attributes?.name ? <bdi>{attributes.name.slice(0, 200)}</bdi> : <IdText id={id} />}
            </Link>{' '}
            <span className="quiet">
              {ways}
              {attributes?.isEnabled === false && ', disabled'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
