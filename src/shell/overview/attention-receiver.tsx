/** The receiver among what needs somebody: deliveries have stopped, or can’t be kept. */
import { Link } from '@tanstack/react-router'
import { useReceiver } from '../../domain/deliveries/receiver-row'
import { receiver } from '../../domain/deliveries/receiver-row-texts'
import { Checking, Line } from './attention-line'

export function ReceiverLine() {
  const { state, words } = useReceiver()
  if (state === 'reading') return <Checking />
  if (state !== 'quiet' && state !== 'error') return null
  return (
    <Line icon="inbox" tone={state === 'error' ? 'danger' : 'amber'} words={words}>
      <Link to="/deliveries">{receiver}</Link>
    </Line>
  )
}
