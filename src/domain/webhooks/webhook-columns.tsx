/** The columns of the webhooks list. */
import { Link } from '@tanstack/react-router'
import type { WebhookRow } from '../../api/webhooks'
import type { Column } from '../../ui/data-table'
import { IdText } from '../../ui/id'
import { NoValue, Text } from '../../ui/no-value'
import { RowCopy } from '../../ui/row-link'
import { Time } from '../../ui/time'
import * as shared from './shared-texts'
import { lint } from './webhook-checks'
import { AutoSubscribe, Enabled } from './webhook-flag'
import styles from './webhooks.module.css'
import * as texts from './webhooks-texts'

export const columns: readonly Column<WebhookRow>[] = [
  {
    id: 'webhook',
    width: 260,
    header: texts.webhookColumn,
    kind: 'name',
    cell: ({ id, attributes }) => (
      <>
        <Link to="/webhooks/$webhookId" params={{ webhookId: id }}>
          {attributes?.name ? <bdi translate="no">{attributes.name.slice(0, 80)}</bdi> : <IdText id={id} />}
        </Link>
        <RowCopy text={id} what={shared.webhookId} />
      </>
    ),
  },
  {
    id: 'enabled',
    width: 120,
    header: shared.enabled,
    cell: ({ attributes }) => <Enabled value={attributes?.isEnabled} />,
  },
  {
    id: 'autoSubscribe',
    width: 130,
    header: shared.autoSubscribe,
    isWide: true,
    cell: ({ attributes }) => <AutoSubscribe value={attributes?.autoSubscribe} />,
  },
  {
    id: 'triggers',
    width: 90,
    header: shared.triggers,
    kind: 'number',
    isWide: true,
    cell: ({ attributes }) => <Count list={attributes?.triggers} />,
  },
  {
    id: 'data',
    width: 70,
    header: shared.data,
    kind: 'number',
    isWide: true,
    cell: ({ attributes }) => <Count list={attributes?.data} />,
  },
  {
    id: 'callbackUri',
    header: shared.callbackUri,
    kind: 'text',
    cell: ({ attributes }) => <Address text={attributes?.callbackUri} />,
  },
  { id: 'findings', width: 110, header: texts.findingsColumn, cell: (webhook) => <Findings webhook={webhook} /> },
  { id: 'created', width: 100, header: shared.created, cell: ({ meta }) => <Time value={meta?.createdAt} isAge /> },
]

function Count({ list }: { list: readonly unknown[] | null | undefined }) {
  if (!list) return <NoValue kind={list === null ? 'null' : 'absent'} />
  return <span className="number">{list.length}</span>
}

/** Left out where there is no room: of every other address it is said. */
const USUAL = 'https://'

/** Text, never a link: an address from data is not followed by accident. */
function Address({ text }: { text: string | null | undefined }) {
  if (!text) return <Text value={text} />
  const scheme = text.startsWith(USUAL) ? USUAL : ''
  return (
    <bdi translate="no" title={text.slice(0, 2000)}>
      {scheme && <span className={styles.scheme}>{scheme}</span>}
      {text.slice(scheme.length, 300)}
    </bdi>
  )
}

function Findings({ webhook }: { webhook: WebhookRow }) {
  const found = lint(webhook)
  if (found.length === 0) return <span className="quiet">{texts.noFindings}</span>
  return (
    <span className={styles.findings} title={found.map(({ text }) => text).join('\n')}>
      {texts.findings(found.length)}
    </span>
  )
}
