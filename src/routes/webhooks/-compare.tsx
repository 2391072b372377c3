/** Two webhooks side by side: what they share and what only one of them has. */
import type { ReactNode } from 'react'
import type { SignalRef, WebhookRow } from '../../api/webhooks'
import { cut } from '../../ui/format'
import { IdText } from '../../ui/id'
import { NoValue, Text } from '../../ui/no-value'
import { PlainTable } from '../../ui/plain-table'
import { Time } from '../../ui/time'
import * as texts from './-compare-texts'
import { AutoSubscribe, Enabled } from './-flag'
import * as shared from './-shared-texts'
import styles from './webhooks.module.css'

const codesOf = (list: readonly SignalRef[] | null | undefined) => [
  ...new Set((list ?? []).flatMap(({ code }) => code ?? [])),
]

export function Compare({ first, second }: { first: WebhookRow; second: WebhookRow }) {
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
        <td>{isSame ? <span className="quiet">{texts.same}</span> : texts.differs}</td>
      </tr>
    )
  }
  const names = both.map(({ id, attributes }) => (
    <span key={id}>
      <bdi>{attributes?.name?.slice(0, 80) ?? texts.noName}</bdi> <IdText id={id} isShort />
    </span>
  ))
  return (
    <PlainTable name={texts.title} headers={[texts.whatColumn, ...names, texts.bothColumn]}>
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
            <Text value={attributes?.callbackUri} />
          ),
          ({ attributes }) => attributes?.callbackUri,
        )}
        {line(
          shared.errorCallbackUri,
          ({ attributes }) => (
            <Text value={attributes?.errorCallbackUri} />
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

function Signals({ title, lists }: { title: string; lists: readonly string[][] }) {
  const all = [...new Set(lists.flat())].sort()
  return (
    <tbody>
      <tr>
        <th scope="colgroup" colSpan={4}>
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
            <code>{cut(code, 120)}</code>
          </th>
          {lists.map((list, index) => (
            <td key={index}>{list.includes(code) ? shared.yes : <span className="quiet">{shared.no}</span>}</td>
          ))}
          <td>
            {lists.every((list) => list.includes(code)) ? <span className="quiet">{texts.same}</span> : texts.oneOnly}
          </td>
        </tr>
      ))}
    </tbody>
  )
}
