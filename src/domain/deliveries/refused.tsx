/** The last requests to the receiver that weren't proven: this server's memory alone has them. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalReasons } from '../../api/delivery-verdicts.data'
import type { Refusal } from '../../api/team-deliveries'
import { useRefusal } from '../../requests/refusal'
import { Button } from '../../ui/button'
import { later } from '../../ui/later'
import { PlainRow, PlainTable } from '../../ui/plain-table'
import { Time } from '../../ui/time'
import { refusedList } from './delivery-queries'
import * as texts from './refused-texts'

/** Loaded when one is opened. */
const RefusedPanel = later(() => import('./refused-panel').then((module) => module.RefusedPanel))

export function Refused() {
  const { data } = useQuery(refusedList)
  const [open, setOpen] = useState<Refusal>()
  const reason = useRefusal('billed')
  if (!data || data.rows.length === 0) return null
  return (
    <section className="stack" aria-labelledby="refused">
      <h2 id="refused">{texts.title(data.rows.length)}</h2>
      <p className="quiet">{texts.means}</p>
      <PlainTable
        name={texts.name}
        headers={[texts.at, texts.response, texts.why, texts.from, texts.explain]}
        dated={0}
      >
        <tbody>
          {data.rows.map((row) => (
            <PlainRow
              key={row.id}
              cells={[
                <Time key="at" value={row.at} isExact isBare />,
                String(row.status),
                refusalReasons[row.reason],
                <code translate="no" key="from">
                  {row.address}
                </code>,
                <Button
                  key="explain"
                  size="compact-xs"
                  variant="default"
                  reason={reason}
                  onClick={() => setOpen(row)}
                  aria-label={texts.explainOne(row.address)}
                >
                  {texts.explain}
                </Button>,
              ]}
            />
          ))}
        </tbody>
      </PlainTable>
      {open && <RefusedPanel refusal={open} onClose={() => setOpen(undefined)} />}
    </section>
  )
}
