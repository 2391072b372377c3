/** Where a change is made: on the page of what it changes, with its own question and what it would take with it. */
import { Link } from '@tanstack/react-router'
import type { CallInput } from '../../../api/client'
import { connections } from '../../../api/connections'
import type { Endpoint } from '../../../api/endpoint'
import { NewSubscription, subscriptions } from '../../../api/subscriptions'
import { users } from '../../../api/users'
import * as texts from './api-texts'

interface Props {
  endpoint: Endpoint
  /** Whole: it could be sent. */
  input: CallInput
}

export function ChangeLink({ endpoint: { operation }, input: { path = {}, body } }: Props) {
  const { connectionId = '', userId = '', subscriptionId = '' } = path
  switch (operation) {
    case connections.remove.operation:
      return (
        <Link to="/connections/$connectionId" params={{ connectionId }}>
          {texts.openConnection}
        </Link>
      )
    case users.remove.operation:
      return (
        <Link to="/users/$userId" params={{ userId }}>
          {texts.openUser}
        </Link>
      )
    case subscriptions.remove.operation:
      return (
        <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId }}>
          {texts.openSubscription}
        </Link>
      )
    case subscriptions.create.operation:
      return (
        <Link to="/subscriptions" hash={new URLSearchParams(NewSubscription().parse(body).data.attributes).toString()}>
          {texts.openForm}
        </Link>
      )
    default:
      return null
  }
}
