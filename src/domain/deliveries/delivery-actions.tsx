/** Actions on a delivery: pinning it, and sending it to a destination again. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { mutation } from '../../api/console/client'
import { deliveries } from '../../api/console/deliveries'
import type { TeamDeliveryDetail } from '../../api/team-deliveries'
import { Failure } from '../../requests/failure'
import { useRefusal } from '../../requests/refusal'
import { Button } from '../../ui/button'
import { receiverInfo } from './delivery-queries'
import * as texts from './delivery-texts'

export function DeliveryActions({ delivery: { id, pinned, hasBody } }: { delivery: TeamDeliveryDetail }) {
  const reason = useRefusal('change')
  const { data } = useQuery(receiverInfo)
  const pin = useMutation(mutation(deliveries.pin, [deliveries.list, deliveries.one]))
  const replay = useMutation(mutation(deliveries.replay))
  const path = { id: String(id) }
  const isBusy = pin.isPending || replay.isPending
  const destination = replay.variables?.body.destination

  function onReplay(name: string): void {
    if (isBusy) return
    pin.reset()
    replay.mutate({ path, body: { destination: name } })
  }
  function onPin(): void {
    if (isBusy) return
    replay.reset()
    pin.mutate({ path, body: { pinned: !pinned } })
  }

  return (
    <>
      {hasBody &&
        data?.destinations.map((name) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            reason={reason}
            loading={replay.isPending && destination === name}
            onClick={() => onReplay(name)}
          >
            {texts.replay(name)}
          </Button>
        ))}
      <Button size="compact-sm" variant="default" reason={reason} loading={pin.isPending} onClick={onPin}>
        {pinned ? texts.unpin : texts.pin}
      </Button>
      <span role="status">{replay.isSuccess && destination !== undefined && texts.replayed(destination)}</span>
      {replay.error && <Failure error={replay.error} what={texts.couldNotReplay} />}
      {pin.error && <Failure error={pin.error} what={texts.couldNotPin} />}
    </>
  )
}
