/** The first steps in the sandbox, each a link to what its newest data offers; dismissed once, they are gone. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { vehicleIdOf } from '../../api/connections'
import { useConfig } from '../../core/config'
import { setPreference, usePreferences } from '../../core/preferences'
import { Icon } from '../../ui/icon'
import { counts } from './counted'
import styles from './overview.module.css'
import * as texts from './panel-texts'

export function FirstRun() {
  const { sandbox, hasReceiver } = useConfig()
  const { isFirstRunOver } = usePreferences()
  const live = useQuery(counts[0]).data?.value.data?.[0]
  const simulated = useQuery(counts[1]).data?.value.data?.[0]
  if (!sandbox || isFirstRunOver) return null
  const externalId = live?.attributes?.user?.externalId ?? undefined
  const vehicleId = live && vehicleIdOf(live)
  return (
    <section aria-labelledby="first-run" className={styles.firstRun}>
      <h2 id="first-run">{texts.firstRun}</h2>
      <button
        type="button"
        className="plain-button"
        aria-label={texts.dismissSteps}
        onClick={() => setPreference('isFirstRunOver', true)}
      >
        <Icon name="x" />
      </button>
      <ol className={styles.steps}>
        <Step words={texts.lookUpWords}>
          <Link to="/connections" search={externalId ? { 'filter[user.externalId]': externalId } : {}}>
            {texts.lookUpStep}
          </Link>
        </Step>
        <Step words={texts.readWords}>
          {vehicleId === undefined ? (
            <Link to="/vehicles">{texts.readStep}</Link>
          ) : (
            <Link to="/vehicles/$vehicleId/battery" params={{ vehicleId }}>
              {texts.readStep}
            </Link>
          )}
        </Step>
        {hasReceiver && (
          <Step words={texts.deliveryWords}>
            <Link to="/deliveries">{texts.deliveryStep}</Link>
          </Step>
        )}
        <Step words={texts.removeWords}>
          {simulated ? (
            <Link to="/connections/$connectionId" params={{ connectionId: simulated.id }}>
              {texts.removeStep}
            </Link>
          ) : (
            <Link to="/connections" search={{ 'filter[vehicle.mode]': 'simulated' }}>
              {texts.removeStep}
            </Link>
          )}
        </Step>
      </ol>
    </section>
  )
}

const Step = ({ words, children }: { words: string; children: ReactNode }) => (
  <li>
    {children} <span className="quiet">{words}</span>
  </li>
)
