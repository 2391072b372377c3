/** Opened from a vehicle's page: which webhook should have delivered, then the chain to it. */

import { useEffect, useState } from 'react'
import { isRunning } from '../../core/task'
import { Failure } from '../../requests/failure'
import { Button } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { formatCount } from '../../ui/format'
import { SidePanel } from '../../ui/side-panel'
import { isPart, readCatalogue, useCatalogue, webhookOption } from '../webhooks/catalogue'
import { Chain } from '../webhooks/delivery-panel'
import * as common from './texts'
import * as texts from './vehicle-parts-texts'

const firstWebhooks = (count: number, total: number | undefined) =>
  `${formatCount(count)} of ${total === undefined ? 'an unknown number of' : formatCount(total)} webhooks loaded.`

interface Props {
  vehicleId: string
  onClose: () => void
}

export function DeliveryOfVehicle({ vehicleId, onClose }: Props) {
  const [chosen, setChosen] = useState('')
  const catalogue = useCatalogue()
  const { phase, rows, total, error } = catalogue
  const webhook = rows.find(({ id }) => id === chosen)
  useEffect(() => void readCatalogue(1), [])
  return (
    <SidePanel title={common.delivery} onClose={onClose}>
      <div className="stack">
        {phase === 'failed' && <Failure error={error} onRetry={() => void readCatalogue(1)} />}
        {isRunning(catalogue) && rows.length === 0 && <p role="status">{common.webhooksPending}</p>}
        {rows.length > 0 && (
          <Choice
            label={texts.webhook}
            size="xs"
            value={chosen}
            onChoose={setChosen}
            choices={[{ value: '', label: texts.chooseWebhook }, ...rows.map(webhookOption)]}
          />
        )}
        {isPart(catalogue) && (
          <p className="row">
            <span className="quiet">{firstWebhooks(rows.length, total)}</span>
            <Button size="compact-xs" variant="default" onClick={() => void readCatalogue()}>
              {texts.readWebhooks}
            </Button>
          </p>
        )}
        {webhook && <Chain key={webhook.id} webhook={webhook} vehicleId={vehicleId} />}
      </div>
    </SidePanel>
  )
}
