/** A value as a delivery has it. */
import { masked } from '../../api/mask'
import type { DeliveredValue } from '../../api/team-deliveries'
import { cut } from '../../ui/format'
import { Cell } from '../signals/value-cell'
import * as texts from './delivery-texts'

const MOST_WORDS = 120

const isHidden = (body: unknown) =>
  typeof body === 'object' && body !== null && 'hidden' in body && body.hidden === true

/** @param name what it is called, for screen readers */
export function DeliveredBody({ name, body }: { name: string; body: unknown }) {
  if (isHidden(body)) return <span className="quiet">{texts.hidden}</span>
  const shown = masked(body)
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown))
    return <Cell name={name} value={shown} kind="mixed" />
  const { value, unit, ...others } = shown as Record<string, unknown> // an object is one by its keys
  const isPlain = Object.keys(others).length === 0 && value !== undefined
  return <Cell name={name} value={isPlain ? value : shown} kind="mixed" unit={isPlain ? unit : undefined} />
}

/** With its error, where it came with one. */
export function Delivered({ of }: { of: DeliveredValue | undefined }) {
  if (!of) return <span className="quiet">{texts.notDelivered}</span>
  const { error, body, code, status } = of
  if (error || body === undefined)
    return (
      <span className="quiet">
        {error
          ? texts.failed(cut([error.type, error.code].filter(Boolean).join(' '), MOST_WORDS))
          : cut(status ?? texts.noValue, MOST_WORDS)}
      </span>
    )
  return <DeliveredBody name={code} body={body} />
}
