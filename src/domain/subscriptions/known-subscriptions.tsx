/** What is known to the team of one subscription, and of those to a webhook: one file, loaded later. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { Fact, Facts } from '../../ui/facts'
import { useKnownEntries, useTeamHistory } from './history-queries'
import * as shared from './shared-texts'
import { UserLink, VehicleLink, WebhookLink } from './subscription-links'
import * as texts from './history-texts'
import * as own from './texts'
import { When } from './when'

type Known = (link: (text: string) => ReactNode, count: number) => ReactNode
interface WebhookTexts {
  knownHere: Known
  knownToTeam: Known
}

/** @param isAlone true where the API shows nothing of it: then what it tied together is shown, too */
export function KnownSubscription({ subscriptionId, isAlone }: { subscriptionId: string; isAlone: boolean }) {
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

/** How many subscriptions to a webhook the team knows of; where it can't be asked, this browser. */
export function KnownOfWebhook({ webhookId, texts: known }: { webhookId: string; texts: WebhookTexts }) {
  const { count, isOfTeam } = useKnownEntries('webhookId', webhookId)
  if (!isOfTeam)
    return (
      <p>
        {known.knownHere(
          (subscriptions) => (
            <Link to="/subscriptions">{subscriptions}</Link>
          ),
          count,
        )}
      </p>
    )
  return (
    <p>
      {known.knownToTeam(
        (subscriptions) => (
          <Link to="/subscriptions" search={{ 'filter[webhookId]': webhookId, state: 'there' }}>
            {subscriptions}
          </Link>
        ),
        count,
      )}
    </p>
  )
}
