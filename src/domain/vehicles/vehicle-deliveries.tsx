/** On a vehicle's page: which webhook should have delivered, then the chain to it. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { isRunning } from '../../core/task'
import { Failure } from '../../requests/failure'
import { Choice } from '../../ui/choice'
import { later } from '../../ui/later'
import { isPart, readCatalogue, useCatalogue, webhookOption } from '../webhooks/catalogue'
import styles from './overview.module.css'
import * as texts from './overview-texts'
import * as common from './texts'

/** Loaded where a webhook is chosen. */
const Chain = later(() => import('../webhooks/delivery-panel').then((module) => module.Chain))

export function DeliveryOfVehicle({ vehicleId }: { vehicleId: string }) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState('')
  const catalogue = useCatalogue()
  const { phase, rows, total, error } = catalogue
  const webhook = rows.find(({ id }) => id === chosen)
  const open = () => {
    setOpen(true)
    void readCatalogue(1)
  }
  return (
    <section className="stack" aria-labelledby="vehicle-delivery">
      <h2 id="vehicle-delivery">{texts.delivery}</h2>
      {!isOpen ? (
        <div>
          <Button size="compact-sm" variant="default" onClick={open}>
            {texts.checkDelivery}
          </Button>
        </div>
      ) : (
        <>
          {phase === 'failed' && <Failure error={error} onRetry={() => void readCatalogue(1)} />}
          {isRunning(catalogue) && rows.length === 0 && <p role="status">{common.webhooksPending}</p>}
          {rows.length > 0 && (
            <Choice
              label={texts.webhook}
              size="xs"
              className={styles.pick}
              value={chosen}
              onChoose={setChosen}
              choices={[{ value: '', label: texts.chooseWebhook }, ...rows.map(webhookOption)]}
            />
          )}
          {isPart(catalogue) && (
            <p className="row">
              <span className="quiet">{texts.firstWebhooks(rows.length, total)}</span>
              <Button size="compact-xs" variant="default" onClick={() => void readCatalogue()}>
                {texts.readWebhooks}
              </Button>
            </p>
          )}
          {webhook && <Chain key={webhook.id} webhook={webhook} vehicleId={vehicleId} />}
        </>
      )}
    </section>
  )
}
