/** Whose reading it is: a service that names users by header wants one (product: `HEADER_PREFIX`). */

import { userIdOf } from '../../api/connections'
import { useConfig } from '../../core/config'
import { Button } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { cutMiddle } from '../../ui/format'
import type { KnownVehicle } from '../vehicles/vehicle-page'
import styles from './signals.module.css'
import * as texts from './texts'

export interface User {
  id: string
  name: string
}

/** The only user is taken; of several one must be chosen; nothing is read before it is known which. */
export function whoseOf(users: readonly User[], isPending: boolean, chosen: string | undefined) {
  if (chosen !== undefined) return { user: chosen, reason: undefined }
  if (isPending) return { user: undefined, reason: texts.whosePending }
  if (users.length > 1) return { user: undefined, reason: texts.whoseUnknown }
  return { user: users[0]?.id, reason: undefined }
}

export function useWhose({ rows, isPending }: KnownVehicle, chosen: string | undefined) {
  const { headerPrefix } = useConfig()
  if (headerPrefix === null) return { user: undefined, reason: undefined }
  return whoseOf(usersOf(rows), isPending, chosen)
}

export function usersOf(rows: KnownVehicle['rows']): User[] {
  const users = new Map<string, string>()
  for (const row of rows) {
    const id = userIdOf(row)
    if (id !== undefined) users.set(id, row.attributes?.user?.externalId ?? cutMiddle(id))
  }
  return [...users].map(([id, name]) => ({ id, name }))
}

interface Props {
  known: KnownVehicle
  chosen: string | undefined
  onChoose: (userId: string) => void
}

export function WhoseReading({ known, chosen, onChoose }: Props) {
  const { headerPrefix } = useConfig()
  const users = usersOf(known.rows)
  if (users.length < 2 && chosen === undefined) return null
  const isKnown = chosen === undefined || users.some(({ id }) => id === chosen)
  const offered = isKnown ? users : [...users, { id: chosen, name: chosen }]
  return (
    <div className={styles.controls}>
      <Choice
        label={texts.whose}
        description={headerPrefix === null ? texts.userNotSent : undefined}
        size="xs"
        value={chosen ?? ''}
        choices={[
          { value: '', label: texts.chooseUser },
          ...offered.map(({ id, name }) => ({ value: id, label: name.slice(0, 60) })),
        ]}
        onChoose={onChoose}
      />
      {chosen !== undefined && (
        <Button size="xs" variant="subtle" onClick={() => onChoose('')}>
          {texts.clearUser}
        </Button>
      )}
    </div>
  )
}
