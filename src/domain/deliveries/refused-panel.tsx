/** Why one request was refused: what its signature was compared with, and what would match. */
import { useQuery } from '@tanstack/react-query'
import { deliveryVerdicts, refusalReasons } from '../../api/delivery-verdicts.data'
import type { Refusal } from '../../api/team-deliveries'
import { Failure } from '../../requests/failure'
import { Fact, Facts } from '../../ui/facts'
import { cut } from '../../ui/format'
import { SidePanel } from '../../ui/side-panel'
import { Time } from '../../ui/time'
import styles from './deliveries.module.css'
import { oneRefused } from './delivery-queries'
import * as texts from './refused-texts'

const MOST_TEXT = 20_000

export function RefusedPanel({ refusal, onClose }: { refusal: Refusal; onClose: () => void }) {
  return (
    <SidePanel title={texts.panel} onClose={onClose}>
      <Explained refusal={refusal} />
    </SidePanel>
  )
}

function Explained({ refusal }: { refusal: Refusal }) {
  const { data, error, isPending, refetch } = useQuery(oneRefused(refusal.id))
  const explanation = data?.explanation
  return (
    <div className="stack">
      <p>{explanation?.verdict ? deliveryVerdicts[explanation.verdict] : refusalReasons[refusal.reason]}</p>
      {error !== null && <Failure error={error} what={texts.couldNotExplain} onRetry={() => void refetch()} />}
      {isPending && <p role="status">{texts.loading}</p>}
      <Facts>
        <Fact name={texts.at}>
          <Time value={refusal.at} isExact />
        </Fact>
        <Fact name={texts.from}>
          <code translate="no">{refusal.address}</code>
        </Fact>
        <Fact name={texts.size}>{texts.bytes(refusal.bytes)}</Fact>
        <Fact name={texts.header}>
          {refusal.header ? (
            <code translate="no" className={styles.code}>
              {refusal.header}
            </code>
          ) : (
            texts.none
          )}
          {explanation && <p className="quiet">{texts.forms[explanation.form]}</p>}
        </Fact>
        {explanation && (
          <>
            <Fact name={texts.keys}>
              {explanation.keys.map(({ name, fingerprint }) => (
                <div key={name}>
                  {texts.keyNames[name]} <code translate="no">{fingerprint}</code>
                </div>
              ))}
              <p className="quiet">{texts.fingerprint}</p>
            </Fact>
            <Fact name={texts.matches}>
              {explanation.matches.length === 0 && texts.noMatch}
              {explanation.matches.map(({ key, change }) => (
                <div key={`${key} ${change}`}>{texts.matched(texts.keyNames[key], texts.changes[change])}</div>
              ))}
            </Fact>
          </>
        )}
      </Facts>
      {data && data.text !== null && (
        <>
          <h3>{texts.body}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre translate="no" className={styles.body} tabIndex={0}>
            {cut(data.text, MOST_TEXT)}
          </pre>
        </>
      )}
    </div>
  )
}
