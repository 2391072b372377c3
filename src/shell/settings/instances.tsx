/** The servers that share this one's store: which runs, since when, and which version. Fetched with its first use. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { query } from '../../api/console/client'
import { store } from '../../api/console/store'
import { codeOf } from '../../api/errors'
import type { TeamInstance } from '../../api/team-instances'
import { whileAway } from '../../requests/away'
import { Failure } from '../../requests/failure'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { PlainRow, PlainTable } from '../../ui/plain-table'
import { Time } from '../../ui/time'
import * as texts from './instances-texts'
import { instances as title } from './texts'

/** Twice in the time after which an instance counts as gone. It is the console's own server. */
const EVERY_MS = 30_000
/** Index of the column of dates. */
const STARTED = 4

const instanceList = queryOptions({
  ...query(store.instances, {}),
  refetchInterval: ({ state }) => whileAway(state.error ? false : EVERY_MS)({ state }),
})

export function Instances() {
  const { data, error, isFetching, refetch } = useQuery(instanceList)
  const retry = () => void refetch()
  return (
    <>
      <p className="quiet">{texts.about}</p>
      {error && <Without error={error} onRetry={retry} isRetrying={isFetching} />}
      {data ? (
        <>
          {error && <p className="quiet">{texts.outdated}</p>}
          <InstanceTable instances={data.instances} />
        </>
      ) : (
        !error && <p role="status">{texts.loading}</p>
      )}
    </>
  )
}

function InstanceTable({ instances }: { instances: readonly TeamInstance[] }) {
  if (instances.length === 0) return <p>{texts.none}</p>
  const versions = [...new Set(instances.filter(({ isGone }) => !isGone).map(versionOf))]
  return (
    <>
      {versions.length > 1 && (
        <Notice tone="calm">
          <h3>{texts.rollingTitle}</h3>
          <p>{texts.rolling(versions)}</p>
        </Notice>
      )}
      <PlainTable name={title} headers={texts.columns} dated={STARTED}>
        <tbody>
          {instances.map((instance) => (
            <PlainRow key={instance.id} cells={cellsOf(instance)} />
          ))}
        </tbody>
      </PlainTable>
    </>
  )
}

const versionOf = ({ version, build }: TeamInstance) => (build === null ? version : texts.ofBuild(version, build))

const cellsOf = (instance: TeamInstance) => [
  <>
    <bdi translate="no">{instance.name}</bdi> {instance.isThis && <span className="quiet">{texts.thisOne}</span>}
  </>,
  versionOf(instance),
  instance.isGone ? texts.gone : texts.running,
  <Time value={instance.beatAt} isAge="ago" />,
  <Time value={instance.startedAt} isBare />,
]

interface WithoutProps {
  error: unknown
  onRetry: () => void
  isRetrying: boolean
}

/** A store that is away is no failure of this page. */
function Without({ error, onRetry, isRetrying }: WithoutProps) {
  if (codeOf(error) !== 'STORE_UNAVAILABLE')
    return (
      <Failure error={error} what={texts.couldNotLoad} onRetry={onRetry} isRetrying={isRetrying} hasTokenForm={false} />
    )
  return (
    <p role="status" className="quiet">
      {texts.away}{' '}
      <Button size="compact-sm" variant="subtle" onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    </p>
  )
}
