/** What the team's history has of one subscription: who added it, what became of it, and through whom. */
import { useMemo } from 'react'
import { Fact, Facts } from '../../ui/facts'
import { useTeamHistory } from './history-queries'
import * as shared from './shared-texts'
import { UserLink, VehicleLink, WebhookLink } from './subscription-links'
import * as texts from './team-history-texts'
import * as own from './texts'
import { When } from './when'

/** @param isAlone true where the API shows nothing of it: then what it tied together is shown, too */
export function TeamKnown({ subscriptionId, isAlone }: { subscriptionId: string; isAlone: boolean }) {
  const question = useMemo(() => ({ q: subscriptionId }), [subscriptionId])
  const { isOn, rows } = useTeamHistory(question)
  const row = isOn ? rows?.find(({ entry }) => entry.subscriptionId === subscriptionId) : undefined
  if (!row) return null
  const { entry, by, sinceBy } = row
  return (
    <section className="stack" aria-labelledby="history">
      <h2 id="history">{texts.known}</h2>
      <Facts>
        <Fact name={texts.addedFact}>
          <When at={entry.since} by={sinceBy} isAge={false} />
        </Fact>
        <Fact name={texts.stateFact}>
          {own.states[entry.state]} (<When at={entry.at} by={by} isAge={false} />)
        </Fact>
        {isAlone && (
          <>
            <Fact name={shared.webhook}>
              <WebhookLink id={entry.webhookId} />
            </Fact>
            <Fact name={shared.user}>
              <UserLink id={entry.userId} />
            </Fact>
            <Fact name={shared.vehicle}>
              <VehicleLink id={entry.vehicleId} />
            </Fact>
          </>
        )}
      </Facts>
    </section>
  )
}
