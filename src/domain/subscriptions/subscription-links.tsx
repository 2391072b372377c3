/** The three that a subscription ties together, each as a link to its page. */
import { Link } from '@tanstack/react-router'
import { IdText } from '../../ui/id'
import { NoValue } from '../../ui/no-value'
import { useCatalogue } from '../webhooks/catalogue'

interface Props {
  id: string | undefined
}

/** By its name where the webhooks were read. */
export function WebhookLink({ id }: Props) {
  const { rows } = useCatalogue()
  if (id === undefined) return <NoValue kind="absent" />
  const name = rows.find((row) => row.id === id)?.attributes?.name
  return (
    <Link to="/webhooks/$webhookId" params={{ webhookId: id }} title={id}>
      {name ? <bdi translate="no">{name.slice(0, 80)}</bdi> : <IdText id={id} isShort />}
    </Link>
  )
}

export function UserLink({ id }: Props) {
  if (id === undefined) return <NoValue kind="absent" />
  return (
    <Link to="/users/$userId" params={{ userId: id }}>
      <IdText id={id} isShort />
    </Link>
  )
}

export function VehicleLink({ id, name }: Props & { name?: string }) {
  if (id === undefined) return <NoValue kind="absent" />
  return (
    <Link to="/vehicles/$vehicleId" params={{ vehicleId: id }}>
      {name ? <bdi translate="no">{name}</bdi> : <IdText id={id} isShort />}
    </Link>
  )
}
