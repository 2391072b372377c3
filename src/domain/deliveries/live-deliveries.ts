/**
 * What is shown of a list that moves on: new rows are taken in while nobody uses the list, and wait to be shown while
 * somebody does (scrolled, text selected, a row in focus): nothing moves away under a hand.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { TeamDeliveries, TeamDelivery } from '../../api/team-deliveries'
import { useAccount } from '../../core/account'
import { type DeliveriesQuestion, deliveryList } from './delivery-queries'
import { followDeliveries } from './delivery-tail'

/** How often what has come is taken in, at most, in ms: less often what fills the page anew, which nobody reads faster. */
const EVERY_MS = 250
const EVERY_PAGE_MS = 1_000

interface Shown {
  /** Of what question, and of which account. */
  key: string
  page: TeamDeliveries
}

export interface LiveDeliveries {
  shown: readonly TeamDelivery[] | undefined
  /** How many new ones wait. */
  waiting: number
  /** Takes them in. */
  show: () => void
  /** Of the list. */
  frame: React.RefObject<HTMLDivElement | null>
}

export function useLiveDeliveries(
  question: DeliveriesQuestion,
  isLive: boolean,
  page: TeamDeliveries | undefined,
): LiveDeliveries {
  const client = useQueryClient()
  const frame = useRef<HTMLDivElement>(null)
  const { epoch } = useAccount()
  const asked = JSON.stringify(question)
  const key = `${epoch} ${asked}`
  const [taken, setTaken] = useState<Shown>()
  const isOther = taken?.key !== key
  const isHeld =
    page !== undefined && !isOther && isLive && taken !== undefined && taken.page !== page && isInUse(frame.current)
  if (page && !isHeld && (isOther || taken.page !== page)) setTaken({ key, page })

  useEffect(() => {
    if (!isLive) return
    const of: DeliveriesQuestion = JSON.parse(asked)
    const { queryKey } = deliveryList(of)
    let every = EVERY_MS
    let gathered: TeamDelivery[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const take = () => {
      timer = undefined
      const rows = gathered
      gathered = []
      every = rows.length < of.limit ? EVERY_MS : EVERY_PAGE_MS
      client.setQueryData<TeamDeliveries>(queryKey, (known) => known && withNew(known, rows, of))
    }
    const end = followDeliveries({
      rows(rows) {
        gathered.push(...rows)
        timer ??= setTimeout(take, every)
      },
      missed: () => void client.invalidateQueries({ queryKey }),
    })
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [client, asked, isLive])

  // What was held is taken in once the list is let go.
  const [, letGo] = useState(0)
  useEffect(() => {
    if (!isHeld) return
    const look = () => !isInUse(frame.current) && letGo((times) => times + 1)
    const events = ['scroll', 'focusout', 'selectionchange'] as const
    for (const event of events) document.addEventListener(event, look, { capture: true, passive: true })
    return () => {
      for (const event of events) document.removeEventListener(event, look, { capture: true })
    }
  }, [isHeld])

  return {
    shown: isHeld ? taken.page.rows : page?.rows,
    waiting: isHeld ? newIn(page, taken.page) : 0,
    show: () => page && setTaken({ key, page }),
    frame,
  }
}

/** More may have come than a page holds. */
function newIn({ rows, count }: TeamDeliveries, shown: TeamDeliveries): number {
  const top = shown.rows[0]?.id ?? 0
  return Math.max(rows.filter(({ id }) => id > top).length, count.value - shown.count.value)
}

/** Scrolled past its head, a part of it selected, or something in it in focus. */
function isInUse(frame: HTMLElement | null): boolean {
  if (!frame) return false
  if (document.activeElement && document.activeElement !== document.body && frame.contains(document.activeElement))
    return true
  const selection = getSelection()
  if (selection && !selection.isCollapsed && selection.anchorNode && frame.contains(selection.anchorNode)) return true
  return frame.getBoundingClientRect().top < 0
}

/** The first page with what has come since: of a row that comes again its newer state. */
export function withNew(
  known: TeamDeliveries,
  rows: readonly TeamDelivery[],
  question: DeliveriesQuestion,
): TeamDeliveries {
  const byId = new Map(known.rows.map((row) => [row.id, row]))
  const top = known.rows[0]?.id ?? 0
  let added = 0
  for (const row of rows) {
    if (!isAsked(row, question)) continue
    if (!byId.has(row.id)) {
      if (row.id <= top) continue // of an older page, or one that came late: the next load has it
      added += 1
    }
    byId.set(row.id, row)
  }
  const all = [...byId.values()].toSorted((a, b) => b.id - a.id)
  const kept = all.slice(0, question.limit)
  const last = kept.at(-1)
  return {
    rows: kept,
    next: all.length > kept.length && last ? last.id : known.next,
    count: { ...known.count, value: known.count.value + added },
  }
}

const bare = (webhookId: string | null | undefined) => webhookId?.replace(/^wh_/, '')

/** As the server chooses them. */
function isAsked(
  row: TeamDelivery,
  { kind, webhook, vehicle, user, signal, trigger, flag, since, until }: DeliveriesQuestion,
): boolean {
  return (
    (kind === undefined || row.kind === kind) &&
    (webhook === undefined || bare(row.webhookId) === bare(webhook)) &&
    (vehicle === undefined || row.vehicleId === vehicle) &&
    (user === undefined || row.userId === user) &&
    (signal === undefined || row.signals.includes(signal)) &&
    (trigger === undefined || row.triggers.includes(trigger)) &&
    (since === undefined || Date.parse(row.at) >= Date.parse(since)) &&
    (until === undefined || Date.parse(row.at) <= Date.parse(until)) &&
    (flag === undefined || (flag === 'none' ? row.flags.length === 0 : row.flags.includes(flag)))
  )
}
