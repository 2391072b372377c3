/**
 * The pages of a removal at its own address: the question, whose form works without script, and the outcome. A click in
 * the console asks in a dialog instead (`remove-button.tsx`).
 */
import { queryOptions, type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ownAddress } from '../api/base-path'
import { type Answer, call, keyOf, sendOf } from '../api/client'
import type { Endpoint, Input, Output } from '../api/endpoint'
import { isNotFound } from '../api/errors'
import { type RemovalOutcome, type RemovalPage, removalFields, UNKNOWN_CLICK } from '../api/removal-page'
import { Failure } from '../requests/failure'
import { useRefusal } from '../requests/refusal'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import { Page } from '../ui/page'
import { cancel as cancelText } from '../ui/texts'
import * as outcomes from './outcome-texts'
import styles from './removal-page.module.css'
import * as texts from './removal-page-texts'

/** A free request that shows whether the thing is still there. A response without it is no error. */
export const isThereQuery = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  check: string | undefined,
  isThere: (answer: Answer<Output<E>>) => boolean = () => true,
) =>
  queryOptions({
    queryKey: [...keyOf(endpoint), 'is there', check, input] as const,
    queryFn: (context) =>
      call(endpoint, input, { signal: context.signal, fetch: sendOf(context) }).then(isThere, (error: unknown) => {
        if (isNotFound(error)) return false
        throw error
      }),
    enabled: check !== undefined,
    staleTime: Number.POSITIVE_INFINITY, // the next check is another one
    retry: false,
  })

interface Props {
  /** What the server added to this page; undefined if it was opened in another way than by its address. */
  removal: RemovalPage | undefined
  /** E.g. `connection`. */
  noun: string
  id: string
  trail: ReactNode
  /** The page of the thing, which Cancel leads to. */
  cancel: (text: string) => ReactNode
  children: ReactNode
  /** Why the thing couldn't be read. Below the button, which stays where it is. */
  failure?: ReactNode
  /** Of the button. */
  verb: string
  /** The last check of whether it is still there. */
  found: Pick<UseQueryResult<boolean>, 'data' | 'error' | 'isPending'>
  check: string | undefined
}

export function RemovalPages({ removal, noun, id, trail, ...props }: Props) {
  const { outcome } = removal ?? {}
  const shownId = (
    <span translate="no" className="mono">
      {id}
    </span>
  )
  return (
    <Page title={outcome ? titleOf(outcome) : texts.title(noun)} trail={trail}>
      <div className={styles.page}>
        {!outcome && props.children}
        <p>{texts.subject(noun, shownId)}</p>
        {removal && !outcome && <Question removal={removal} {...props} />}
        {!outcome && props.failure}
        {removal && outcome && <Outcome removal={removal} outcome={outcome} {...props} />}
        {!removal && (
          <p>
            {texts.notOpen} <a href="?">{texts.openAgain}</a>
          </p>
        )}
      </div>
    </Page>
  )
}

interface LinesProps {
  /** Of a narrow page; 2 if not set. */
  lines?: 2 | 3
  children: ReactNode
}

/** A text about the item to remove. Its height is reserved while the item is loading, so that the button doesn't move. */
export function RemovalLines({ lines = 2, children }: LinesProps) {
  return (
    <p className={styles.lines} data-lines={lines}>
      {children}
    </p>
  )
}

type PartProps = Omit<Props, 'removal' | 'noun' | 'id' | 'trail'> & { removal: RemovalPage }

function Question({ removal, verb, cancel }: PartProps) {
  const reason = useRefusal('change')
  return (
    <form method="post" action={ownAddress(removal.path)} className={styles.actions}>
      <input type="hidden" name={removalFields.click} value={removal.click} />
      <input type="hidden" name={removalFields.account} value={removal.account} />
      <Button type="submit" className={styles.danger} reason={reason}>
        {verb}
      </Button>
      {cancel(cancelText)}
    </form>
  )
}

const titles = {
  removed: outcomes.removed,
  'already gone': outcomes.alreadyGone,
  failed: outcomes.failed,
  unknown: outcomes.unknown,
} as const
const titleOf = ({ state }: RemovalOutcome): string => titles[state]

function Outcome({ removal, outcome, found, check }: PartProps & { outcome: RemovalOutcome }) {
  const { state, status, code, title, detail } = outcome
  // A whole load of the page, because another click needs an ID of its own.
  const again = <a href={ownAddress(removal.path)}>{texts.askAgain}</a>
  if (state === 'removed') return <p>{texts.removedWith(status)}</p>
  if (state === 'already gone') return <p>{texts.nothingLeft}</p>
  const why = code === UNKNOWN_CLICK ? '' : texts.failedWith(title, code, status)
  if (state === 'failed')
    return (
      <>
        <div role="alert">
          <p translate="no">{why}</p>
          {detail && <p translate="no">{detail}</p>}
        </div>
        <p>{again}</p>
      </>
    )
  return (
    <>
      <p>{code === UNKNOWN_CLICK ? texts.unknownClick : texts.unknown}</p>
      {why && <p translate="no">{why}</p>}
      {detail && <p translate="no">{detail}</p>}
      {check !== undefined && (
        <>
          {found.isPending && <p role="status">{texts.checking}</p>}
          {found.data !== undefined && <Notice tone="calm">{found.data ? texts.stillThere : texts.isGone}</Notice>}
          {found.error && <Failure error={found.error} />}
        </>
      )}
      <p className={styles.actions}>
        <Link to="." search={{ check: String(Number(check ?? 0) + 1) } as never /* the route's own */}>
          {texts.check}
        </Link>
        {again}
      </p>
    </>
  )
}
