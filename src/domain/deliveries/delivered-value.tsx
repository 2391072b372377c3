/** A value as one delivery has it, or its error. */
import type { DeliveredValue } from '../../api/team-deliveries'
import { cut } from '../../ui/format'
import * as texts from './delivery-texts'
import { DeliveredBody } from './last-values-cell'
import { isHidden } from './last-values-kind'

const MOST_WORDS = 120

interface Props {
  /** Undefined where it wasn't delivered. */
  of: DeliveredValue | undefined
  isRevealed: boolean
}

export function Delivered({ of, isRevealed }: Props) {
  if (!of) return <span className="quiet">{texts.notDelivered}</span>
  const { error, body, isPrivate, status } = of
  if (error) return texts.failed(cut([error.type, error.code].filter(Boolean).join(' · '), MOST_WORDS))
  if (body === undefined) return <span className="quiet">{cut(status ?? texts.noValue, MOST_WORDS)}</span>
  if (isHidden(of)) return <span className="quiet">{texts.hidden}</span>
  return <DeliveredBody body={body} isPrivate={isPrivate} isRevealed={isRevealed} />
}
