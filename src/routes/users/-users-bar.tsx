/** What is selected among the users, and what can be done with all of them at once. */
import { useState } from 'react'
import { useConfig } from '../../tools/config'
import { presentOf, type UserEntry } from '../../tools/directory/entries'
import { userColumns, userRow } from '../../tools/directory/files'
import { SelectionBar } from '../../tools/selection/bar'
import type { Selected } from '../../tools/selection/selection'
import { cutMiddle } from '../../ui/format'
import { later } from '../../ui/later'
import * as texts from './-texts'
import { noun } from './-user-texts'

/** Loaded when it is asked for, with what it starts. */
const RemoveMany = later(() => import('./-remove-many').then((module) => module.RemoveMany))

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
  if (selected.size === 0) return null
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
      removal={{ verb: texts.removeVerb(selected.size), onAsk: () => setAsking(true) }}
    >
      {isAsking && <RemoveMany selected={selected} onClose={() => setAsking(false)} />}
    </SelectionBar>
  )
}
