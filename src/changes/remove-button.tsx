/**
 * The button "Remove …" and the removal of one thing. It ignores clicks that were meant for another row. Without script it
 * opens the page of the question.
 */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useState } from 'react'
import { ownAddress } from '../api/base-path'
import type { CallInput } from '../api/client'
import type { Endpoint } from '../api/endpoint'
import type { RemovalKind } from '../api/removal-page'
import { acceptAccount, isOtherAccount } from '../core/account'
import { opensAddress } from '../core/hydration'
import { CallBehind } from '../requests/inspector/call-behind'
import { useRefusal } from '../requests/refusal'
import { Button } from '../ui/button'
import { Confirm } from '../ui/confirm'
import { useRefused } from '../ui/refused'
import { useRowForm } from '../ui/row-form'
import type { Leave } from './define-removal'
import { OtherAccount } from './other-account'
import { isAccepted, type Remove, removeOne, useRemoval } from './removal'
import { RemovalAddress } from './removal-address'
import * as texts from './removal-texts'
import styles from './remove-button.module.css'

interface Props {
  /** What removes it. */
  endpoint: { operation: string }
  /** Fetches what its removal means. */
  load: () => Promise<{ remove: Remove }>
  /** Which page has the question, as long as no script handles the click. */
  kind: RemovalKind
  /** The id of what is removed. */
  id: string
  /** Its description beside the ID, in notices. */
  what?: string | undefined
  /** E.g. `connection`. */
  noun: string
  /** What it removes, in the button's name: whole on a page of its own, where one is drawn in each row for readers only. */
  title: string
  /** On a page of its own, the visible words after "Remove". */
  words?: string | undefined
  isInRow: boolean
  /** Rows that have just moved make it ignore clicks for a moment (milliseconds of `performance.now()`). */
  movedAt?: RefObject<number> | undefined
  leave?: Leave | undefined
  /** Draws the question that comes first. @param send takes what has become known since */
  ask: (send: (what?: string) => void, cancel: () => void) => ReactNode
  /** True if one click is enough with the same account as before. Looked up on click: a list has hundreds of these buttons. */
  isOneClick: () => boolean
}

/** A second click must never hit the row that took the place of a removed one. */
const SETTLE_MS = 500

export function RemoveButton(props: Props) {
  const { endpoint, load, kind, id, what, noun, title, words = noun, isInRow, movedAt, leave, ask, isOneClick } = props
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const removal = useRemoval(endpoint, id)
  const reason = useRefusal('change')
  const isIdle = removal?.phase !== 'sending' && !isAccepted(removal)
  const send = (known = what) => {
    setAsking(false)
    void removeOne(endpoint, load, { id, what: known, client, leave })
  }
  const click = (event: React.MouseEvent) => {
    if (opensAddress(event)) return // the browser opens the page of the question
    event.preventDefault()
    if (!isIdle) return
    if (movedAt && performance.now() - movedAt.current < SETTLE_MS) return
    if (event.detail > 1) return // the second click of a double click
    if (isOneClick() && !isOtherAccount()) send()
    else setAsking(true)
  }
  /** So that a click sends the change without waiting for its code. A click loads it again if this fails. */
  const loadAhead = () => void load().catch(() => undefined)
  const { given, tip } = useRefused(reason)
  const page = ownAddress(`/${kind}/${encodeURIComponent(id)}/remove`)
  const rowForm = useRowForm()
  const disabled = !isIdle || undefined
  return (
    <>
      {isInRow ? (
        // A list has hundreds of them: there it is a plain button.
        <button
          type="submit"
          form={rowForm}
          formAction={page}
          translate="no" // only its style shows a word
          tabIndex={0} // or Safari gives it no focus by a click, see `opensAddress`
          className={styles.row}
          data-short={texts.inRow}
          aria-disabled={disabled}
          onPointerEnter={loadAhead}
          onFocus={loadAhead}
          onClick={click}
          {...given}
        >
          {texts.removeRow(noun, title)}
        </button>
      ) : (
        <form className={styles.alone}>
          <Button
            type="submit"
            formAction={page}
            size="sm"
            variant="default"
            aria-disabled={disabled}
            reason={reason}
            onPointerEnter={loadAhead}
            onFocus={loadAhead}
            onClick={click}
          >
            {texts.remove(words, title)}
          </Button>
        </form>
      )}
      {isInRow && tip}
      {isAsking && (
        <RemovalAddress kind={kind} id={id} onClosed={() => setAsking(false)}>
          {(close) =>
            ask(
              (known) => {
                acceptAccount()
                close(() => send(known))
              },
              () => close(),
            )
          }
        </RemovalAddress>
      )}
    </>
  )
}

interface ConfirmProps {
  title: string
  verb: string
  /** What it is called, where that is known. */
  name?: ReactNode
  id: string
  consequences: string
  /** What else is to be known of it. */
  children?: ReactNode
  endpoint: Endpoint
  input: CallInput
  onConfirm: () => void
  onCancel: () => void
}

/** The common question: what it is, what its removal means, and the call behind it. */
export function ConfirmRemoval({ name, id, consequences, children, endpoint, input, ...asked }: ConfirmProps) {
  return (
    <Confirm {...asked}>
      {name && <p>{name}</p>}
      <p translate="no" className="mono">
        {id}
      </p>
      <p>{consequences}</p>
      <OtherAccount />
      {children}
      <CallBehind endpoint={endpoint} input={input} />
    </Confirm>
  )
}
