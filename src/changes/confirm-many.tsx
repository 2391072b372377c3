/** The confirmation of a change for many: it always asks, and above 20 the number is typed. */
import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Host } from '../api/endpoint'
import { acceptAccount } from '../core/account'
import { BucketLine } from '../requests/rate-bucket-line'
import { Confirm } from '../ui/confirm'
import { Mantine } from '../ui/mantine'
import { OtherAccount } from './other-account'

const typeFirst = (count: number) => `Type ${count} first`
const typeField = (count: number) => `Type ${count} to confirm`

const MOST_UNTYPED = 20

interface Props {
  count: number
  title: string
  verb: string
  isRemoval: boolean
  /** Whom the requests go to. */
  host: Host
  /** Why it cannot be confirmed yet, beside its number. */
  wait?: string | undefined
  onConfirm: () => void
  onCancel: () => void
  children: ReactNode
}

export function ConfirmMany({ count, title, verb, isRemoval, host, wait, onConfirm, onCancel, children }: Props) {
  const [typed, setTyped] = useState('')
  const needsNumber = count > MOST_UNTYPED
  const isTyped = typed.trim().replaceAll(',', '') === String(count)
  return (
    <Confirm
      title={title}
      verb={verb}
      isRemoval={isRemoval}
      wait={wait ?? (needsNumber && !isTyped ? typeFirst(count) : undefined)}
      onConfirm={() => {
        if (isRemoval) acceptAccount()
        onConfirm()
      }}
      onCancel={onCancel}
    >
      {children}
      {isRemoval && <OtherAccount />}
      <BucketLine host={host} requests={count} />
      {needsNumber && (
        <Mantine>
          <TextInput
            translate="no"
            label={typeField(count)}
            size="xs"
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Mantine>
      )}
    </Confirm>
  )
}
