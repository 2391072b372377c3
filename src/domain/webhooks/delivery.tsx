/** On a webhook's page: for which vehicle nothing arrived; what was looked at before is one click. */

import { useState } from 'react'
import type { WebhookRow } from '../../api/webhooks'
import { useRecent, useRecentNames } from '../../core/recent'
import { Button } from '../../ui/button'
import { cutMiddle } from '../../ui/format'
import { IdForm } from '../../ui/id-form'
import { later } from '../../ui/later'
import * as texts from './delivery-texts'
import styles from './webhooks.module.css'

/** Loaded when a vehicle is chosen. */
const Chain = later(() => import('./delivery-panel').then((module) => module.Chain))

const MOST_RECENT = 4

export function Delivery({ webhook }: { webhook: WebhookRow }) {
  const [vehicleId, setVehicleId] = useState<string>()
  const names = useRecentNames()
  const recent = useRecent()
    .filter(({ kind }) => kind === 'vehicle')
    .slice(0, MOST_RECENT)
  return (
    <section className="stack" aria-labelledby="delivery">
      <h2 id="delivery">{texts.why}</h2>
      <IdForm
        name={texts.whyForm}
        label={texts.vehicleField}
        verb={texts.checkVerb}
        className={styles.form}
        fieldClassName={styles.field}
        onEnter={setVehicleId}
        onEmpty={() => setVehicleId(undefined)}
      />
      {/* One line whatever it holds: this browser alone knows it, once the page is hydrated. */}
      <p className={styles.recent}>
        <span className="quiet">{recent.length > 0 ? texts.recent : texts.noneRecent}</span>
        {recent.map(({ id }) => (
          <Button
            key={id}
            size="compact-xs"
            variant="default"
            aria-pressed={id === vehicleId}
            onClick={() => setVehicleId(id)}
          >
            <bdi translate="no">{texts.named(names.get(id)?.slice(0, 60), cutMiddle(id))}</bdi>
          </Button>
        ))}
      </p>
      {vehicleId !== undefined && <Chain key={vehicleId} webhook={webhook} vehicleId={vehicleId} />}
    </section>
  )
}
