/** On a vehicle's page: which webhook should have delivered, then the chain to it. */
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '../../tools/failure'
import { readCatalogue, useCatalogue, webhookOption } from '../../tools/webhooks/catalogue'
import { Chain } from '../../tools/webhooks/delivery'
import { formatCount } from '../../ui/format'
import styles from './delivery.module.css'

export function DeliveryOfVehicle({ vehicleId }: { vehicleId: string }) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState('')
  const { phase, rows, total, isWhole, error } = useCatalogue()
  const webhook = rows.find(({ id }) => id === chosen)
  const open = () => {
    setOpen(true)
    void readCatalogue(1)
  }
  return (
    <section className="stack" aria-labelledby="vehicle-delivery">
      <h2 id="vehicle-delivery">Why did nothing arrive?</h2>
      {!isOpen ? (
        <div>
          <Button size="compact-sm" variant="default" onClick={open}>
            Check the chain from a webhook
          </Button>
        </div>
      ) : (
        <>
          {phase === 'failed' && <Failure error={error} onRetry={() => void readCatalogue(1)} />}
          {phase === 'reading' && rows.length === 0 && <p role="status">Asking for the webhooks…</p>}
          {rows.length > 0 && (
            <NativeSelect
              label="Webhook"
              size="xs"
              className={styles.pick}
              value={chosen}
              onChange={(event) => setChosen(event.currentTarget.value)}
              data={[{ value: '', label: 'Choose the one that should have delivered' }, ...rows.map(webhookOption)]}
            />
          )}
          {phase === 'read' && !isWhole && (
            <p className="row">
              <span className="quiet">
                The first {formatCount(rows.length)} of {total === undefined ? 'an unknown number' : formatCount(total)}
                .
              </span>
              <Button size="compact-xs" variant="default" onClick={() => void readCatalogue()}>
                Read all webhooks
              </Button>
            </p>
          )}
          {webhook && <Chain key={webhook.id} webhook={webhook} vehicleId={vehicleId} />}
        </>
      )}
    </section>
  )
}
