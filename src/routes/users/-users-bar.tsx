/** What is selected among the users, and their removal: asked with what is known, then a job that sends each once. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { users } from '../../api/users'
import { useConfig } from '../../tools/config'
import { isWhole, useDirectory } from '../../tools/directory/directory'
import { presentOf, type UserEntry } from '../../tools/directory/entries'
import { userColumns, userRow } from '../../tools/directory/files'
import { usePreferences } from '../../tools/preferences'
import { SelectionBar } from '../../tools/selection/bar'
import { deselect, type Selected } from '../../tools/selection/selection'
import { cutMiddle } from '../../ui/format'
import { later } from '../../ui/later'
import { removalOf } from './-remove'
import * as texts from './-texts'
import { noun, subject } from './-user-texts'

/** Loaded when it is asked for, with what it starts. */
const ConfirmMany = later(async () => {
  const [{ ConfirmMany }] = await Promise.all([
    import('../../tools/jobs/confirm-many'),
    import('../../tools/jobs/remove-many'),
  ])
  return ConfirmMany
})

export interface SelectedUser {
  /** What a job calls them. */
  label: string
  /** Their connections, as far as they were read. */
  live: number
  simulated: number
  entry: UserEntry
}

export function selectable(user: UserEntry): readonly [id: string, SelectedUser] {
  const present = presentOf(user)
  const simulated = present.filter(({ mode }) => mode === 'simulated').length
  const label = [user.externalId?.slice(0, 80), cutMiddle(user.id)].filter(Boolean).join(' · ')
  return [user.id, { label, live: present.length - simulated, simulated, entry: user }]
}

interface Props {
  selected: Selected<SelectedUser>
  onClear: () => void
}

export function UsersBar({ selected, onClear }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { hosts } = useConfig()
  const { walkers } = usePreferences()
  const client = useQueryClient()
  const whole = isWhole(useDirectory())
  if (selected.size === 0) return null
  const verb = texts.removeVerb(selected.size)
  const sum = (name: 'live' | 'simulated') => [...selected.values()].reduce((total, user) => total + user[name], 0)
  const start = async () => {
    setAsking(false)
    const { removeMany } = await import('../../tools/jobs/remove-many')
    removeMany({
      title: verb,
      page: '/users',
      concurrency: walkers,
      checkPrice: 2, // their connections in both modes
      items: [...selected].map(([id, { label, live, simulated }]) => ({
        label,
        removal: removalOf(id, subject(id, texts.connectionsRead(live, simulated)), client),
      })),
      onEnd: (items) =>
        deselect(
          'users',
          items.flatMap(({ key, state }) => (state === 'done' ? key : [])),
        ),
    })
  }
  return (
    <SelectionBar
      list="users"
      one={noun}
      count={selected.size}
      onClear={onClear}
      file={{
        columns: Object.keys(userColumns),
        service: hosts.vehicle,
        rows: () => [...selected.values()].map(({ entry }) => userRow(entry)),
      }}
      removal={{ verb: verb, onAsk: () => setAsking(true) }}
    >
      {isAsking && (
        <ConfirmMany
          isRemoval
          host={users.remove.host}
          count={selected.size}
          title={texts.confirmTitle(selected.size)}
          verb={verb}
          onConfirm={() => void start()}
          onCancel={() => setAsking(false)}
        >
          <p>{texts.consequences(sum('live'), sum('simulated'), whole)}</p>
          <p>{texts.course(walkers)}</p>
        </ConfirmMany>
      )}
    </SelectionBar>
  )
}
