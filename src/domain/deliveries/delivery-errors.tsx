/** What a delivery tells of a vehicle's errors. */
import type { ToldError } from '../../api/team-deliveries'
import { cut } from '../../ui/format'
import { CopyButton } from '../../ui/id'
import { PlainRow, PlainTable } from '../../ui/plain-table'
import { SignalName } from '../signals/signal-name'
import * as texts from './delivery-texts'

const MOST_WORDS = 1_000
const MOST_CODES = 10
const said = (text: string | null) =>
  text ? <bdi translate="no">{cut(text, MOST_WORDS)}</bdi> : <span className="quiet">{texts.unknown}</span>

export function DeliveryErrors({ errors }: { errors: readonly ToldError[] }) {
  if (errors.length === 0) return null
  return (
    <section className="stack" aria-labelledby="errors">
      <h2 id="errors">{texts.errors}</h2>
      <PlainTable
        name={texts.errors}
        headers={[texts.error, texts.state, texts.description, texts.message, texts.concerns]}
      >
        <tbody>
          {errors.map(({ type, code, state, description, suggestedUserMessage, signals }, index) => (
            <PlainRow
              key={`${index} ${type} ${code}`}
              cells={[
                said([type, code].filter(Boolean).join(' ')),
                said(state),
                said(description),
                <>
                  {said(suggestedUserMessage)}
                  {suggestedUserMessage && <CopyButton text={suggestedUserMessage} what={texts.message} />}
                </>,
                signals.slice(0, MOST_CODES).map((one) => (
                  <div key={one}>
                    <SignalName code={one} />
                  </div>
                )),
              ]}
            />
          ))}
        </tbody>
      </PlainTable>
    </section>
  )
}
