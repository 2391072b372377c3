/** Two webhooks side by side: what they share and what only one of them has. */

import { Fragment, type ReactNode, useState } from 'react'
import type { SignalRef, WebhookRow } from '../../api/webhooks'
import { Button } from '../../ui/button'
import { cut } from '../../ui/format'
import { IdText } from '../../ui/id'
import { NoValue, Text } from '../../ui/no-value'
import { PlainTable } from '../../ui/plain-table'
import { SidePanel } from '../../ui/side-panel'
import { Time } from '../../ui/time'
import { SignalName } from '../signals/signal-name'
import own from './compare-webhooks.module.css'
import * as shared from './shared-texts'
import { AutoSubscribe, Enabled } from './webhook-flag'
import styles from './webhooks.module.css'

const compare = 'Compare'
const panelTitle = 'Compare webhooks'
const titleText = 'Comparison of two webhooks'
const whatColumn = 'Field'
const bothColumn = 'Both'
const noName = 'Unnamed'
const same = 'Same'
const differs = 'Different'
const oneOnly = 'In one only'

/** What is longer is on the webhook's own page. */
const MOST_ADDRESS = 300

const codesOf = (list: readonly SignalRef[] | null | undefined) => [
  ...new Set((list ?? []).flatMap(({ code }) => code ?? [])),
]

interface Props {
  first: WebhookRow
  second: WebhookRow
}

/** The button of two that are selected, and what it opens. */
export function CompareSelected(two: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="compact-sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {compare}
      </Button>
      {isOpen && (
        <SidePanel title={panelTitle} onClose={() => setOpen(false)}>
          <div className={own.comparison}>
            <Comparison {...two} />
          </div>
        </SidePanel>
      )}
    </>
  )
}

function Comparison({ first, second }: Props) {
  const both = [first, second]
  const line = (name: string, cell: (webhook: WebhookRow) => ReactNode, value: (webhook: WebhookRow) => unknown) => {
    const isSame = JSON.stringify(value(first)) === JSON.stringify(value(second))
    return (
      <tr>
        <th scope="row">{name}</th>
        {both.map((webhook) => (
          <td key={webhook.id} className={styles.address}>
            {cell(webhook)}
          </td>
        ))}
        <td>{isSame ? <span className="quiet">{same}</span> : differs}</td>
      </tr>
    )
  }
  const names = both.map(({ id, attributes }) => (
    <span key={id}>
      <bdi translate="no">{attributes?.name?.slice(0, 80) ?? noName}</bdi> <IdText id={id} isShort />
    </span>
  ))
  return (
    <PlainTable name={titleText} headers={[whatColumn, ...names, bothColumn]}>
      <tbody>
        {line(
          shared.enabled,
          ({ attributes }) => (
            <Enabled value={attributes?.isEnabled} />
          ),
          ({ attributes }) => attributes?.isEnabled,
        )}
        {line(
          shared.autoSubscribe,
          ({ attributes }) => (
            <AutoSubscribe value={attributes?.autoSubscribe} />
          ),
          ({ attributes }) => attributes?.autoSubscribe,
        )}
        {line(
          shared.callbackUri,
          ({ attributes }) => (
            <Address value={attributes?.callbackUri} />
          ),
          ({ attributes }) => attributes?.callbackUri,
        )}
        {line(
          shared.errorCallbackUri,
          ({ attributes }) => (
            <Address value={attributes?.errorCallbackUri} />
          ),
          ({ attributes }) => attributes?.errorCallbackUri,
        )}
        {line(
          shared.created,
          ({ meta }) => (
            <Time value={meta?.createdAt} />
          ),
          ({ meta }) => meta?.createdAt,
        )}
      </tbody>
      <Signals title={shared.triggers} lists={both.map(({ attributes }) => codesOf(attributes?.triggers))} />
      <Signals title={shared.data} lists={both.map(({ attributes }) => codesOf(attributes?.data))} />
    </PlainTable>
  )
}

/** Where a line of it may end: behind a slash or a hyphen, before a dot. */
const ends = /(?<=[/-])(?=[^/-])|(?=\.)/

function Address({ value }: { value: string | null | undefined }) {
  if (!value) return <Text value={value} />
  return (
    <bdi translate="no" title={value}>
      {cut(value, MOST_ADDRESS)
        .split(ends)
        .map((part, index) => (
          <Fragment key={index}>
            {index > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
    </bdi>
  )
}

function Signals({ title, lists }: { title: string; lists: readonly string[][] }) {
  const all = [...new Set(lists.flat())].sort()
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={4}>
          <strong>{title}</strong>
        </th>
      </tr>
      {all.length === 0 && (
        <tr>
          <td colSpan={4}>
            <NoValue kind="empty" />
          </td>
        </tr>
      )}
      {all.map((code) => (
        <tr key={code}>
          <th scope="row">
            <SignalName code={code} />
          </th>
          {lists.map((list, index) => (
            <td key={index}>{list.includes(code) ? shared.yes : <span className="quiet">{shared.no}</span>}</td>
          ))}
          <td>{lists.every((list) => list.includes(code)) ? <span className="quiet">{same}</span> : oneOnly}</td>
        </tr>
      ))}
    </tbody>
  )
}
