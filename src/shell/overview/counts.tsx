/** The overview's figures: each a tile that leads to what it counts, with what changed since the last visit and yesterday. */

import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useAccount } from '../../core/account'
import { Failure } from '../../requests/failure'
import { Failures } from '../../requests/failures'
import { Button } from '../../ui/button'
import { useIsHydrated } from '../../ui/first-render'
import { formatCount } from '../../ui/format'
import { Notice } from '../../ui/notice'
import { Time } from '../../ui/time'
import { lastVisit, noteTotal, yesterday } from '../last-visit'
import { counts, webhookPage } from './counted'
import styles from './counts.module.css'
import * as texts from './texts'
import { type Counted, totalIn } from './total-in'

export function Counts() {
  const all = [useQuery(counts[0]), useQuery(counts[1]), useQuery(webhookPage())] as const
  const [live, simulated, hooks] = all
  const untold = all.filter((one) => one.data !== undefined && totalIn(one) === undefined)
  const failed = [live, simulated].filter(({ error }) => error)
  const again = (these: readonly { refetch: () => unknown }[]) => () => {
    for (const { refetch } of these) void refetch()
  }
  return (
    <>
      <ul className={styles.tiles}>
        <Tile name={texts.live} count={live} to="/connections" search={{ 'filter[vehicle.mode]': 'live' }} />
        <Tile
          name={texts.simulated}
          count={simulated}
          to="/connections"
          search={{ 'filter[vehicle.mode]': 'simulated' }}
        />
        <Tile name={texts.webhooks} count={hooks} to="/webhooks" />
      </ul>
      <Failures
        what={texts.connectionsNotCounted}
        errors={failed.map(({ error }) => error)}
        onRetry={again(failed)}
        isRetrying={failed.some(({ isFetching }) => isFetching)}
      />
      {hooks.error && (
        <Failure
          what={texts.webhooksNotCounted}
          error={hooks.error}
          onRetry={again([hooks])}
          isRetrying={hooks.isFetching}
        />
      )}
      {untold.length > 0 && (
        <Notice
          tone="amber"
          actions={
            <Button size="compact-sm" variant="default" onClick={again(untold)}>
              {texts.retry}
            </Button>
          }
        >
          {texts.noCount}
        </Notice>
      )}
    </>
  )
}

interface TileProps extends Pick<LinkProps, 'to' | 'search'> {
  name: string
  count: Counted
}

export function Tile({ name, count, ...place }: TileProps) {
  const total = totalIn(count)
  const { epoch } = useAccount()
  // As they were before this visit is noted; another account had visits of its own.
  const isHydrated = useIsHydrated()
  const [visit, dayBefore] = useMemo(
    () => (isHydrated ? [lastVisit(name), yesterday(name)] : []),
    [name, epoch, isHydrated],
  )
  useEffect(() => {
    if (isHydrated && total !== undefined) noteTotal(name, total)
  }, [name, total, isHydrated])
  return (
    <li className={styles.tile}>
      <Link {...place}>
        <span className={styles.name}>{name}</span>{' '}
        {total !== undefined ? (
          <strong className={styles.figure}>{formatCount(total)}</strong>
        ) : (
          <span className="quiet">
            {count.isError ? texts.notRead : count.isPending ? texts.reading : texts.notGiven}
          </span>
        )}
      </Link>
      {visit && (
        <p className={styles.since}>
          {total !== undefined && texts.since(total - visit.total, <Time value={visit.at} />)}
          {total !== undefined &&
            dayBefore &&
            dayBefore.at !== visit.at &&
            texts.sinceYesterday(total - dayBefore.total)}
        </p>
      )}
    </li>
  )
}
