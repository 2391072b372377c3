/** What can be done with a delivery: it is pinned, or sent on to a destination once more. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TeamDeliveryDetail } from '../../api/team-deliveries'
import { whileAccount } from '../../core/account'
import { Failure } from '../../requests/failure'
import { useRefusal } from '../../requests/refusal'
import { Button } from '../../ui/button'
import { DELIVERIES_KEY, pinDelivery, receiverInfo, replayDelivery } from './delivery-requests'
import * as texts from './delivery-texts'

export function DeliveryActions({ delivery: { id, pinned, hasBody } }: { delivery: TeamDeliveryDetail }) {
  const client = useQueryClient()
  const reason = useRefusal('change')
  const { data } = useQuery(receiverInfo)
  const [sent, setSent] = useState<string>()
  const [queued, setQueued] = useState<string>()
  const [failed, setFailed] = useState<{ what: string; error: unknown }>()

  /** One at a time. */
  async function change(name: string, what: string, act: () => Promise<unknown>, done?: string): Promise<void> {
    if (sent !== undefined) return
    const isCurrent = whileAccount()
    setSent(name)
    setFailed(undefined)
    setQueued(undefined)
    try {
      await act()
      if (isCurrent()) setQueued(done)
    } catch (error) {
      if (isCurrent()) setFailed({ what, error })
    }
    setSent(undefined)
    if (isCurrent()) void client.invalidateQueries({ queryKey: DELIVERIES_KEY })
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
            loading={sent === name}
            onClick={() =>
              void change(name, texts.couldNotReplay, () => replayDelivery(id, name), texts.replayed(name))
            }
          >
            {texts.replay(name)}
          </Button>
        ))}
      <Button
        size="compact-sm"
        variant="default"
        reason={reason}
        loading={sent === 'pin'}
        onClick={() => void change('pin', texts.couldNotPin, () => pinDelivery(id, !pinned))}
      >
        {pinned ? texts.unpin : texts.pin}
      </Button>
      <span role="status">{queued}</span>
      {failed && <Failure error={failed.error} what={failed.what} />}
    </>
  )
}
