/** The removal of all that is selected in a list, of whatever kind: asked, then a job that sends each once. */
import { useQueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Endpoint } from '../api/endpoint'
import type { RemovalOperation } from '../api/team-jobs'
import { useConfig } from '../core/config'
import { usePreferences } from '../core/preferences'
import { later } from '../ui/later'
import { ConfirmMany } from './confirm-many'
import { type LeaveMany, type RemovalDefinition, type SelectedRow, subjectOf } from './define-removal'
import { removeMany } from './remove-many'
import * as texts from './remove-many-texts'

/** Loaded where the server has a store: it can run the job as well. */
const ConfirmJob = later(() => import('./jobs/confirm-job').then((module) => module.ConfirmJob))

const onServer: readonly string[] = [
  'DELETE /v3/connections/{connectionId}',
  'DELETE /v3/users/{userId}',
  'DELETE /v3/subscriptions/{subscriptionId}',
] satisfies RemovalOperation[]
const isOnServer = (operation: string): operation is RemovalOperation => onServer.includes(operation)

export interface RemoveSelectedProps<T> {
  selected: ReadonlyMap<string, T>
  /** The words of the button, which begin with what it does. */
  verb: string
  leave?: LeaveMany | undefined
  onClose: () => void
}

/** @returns the question and what starts the job, for one kind of thing */
export function removeSelected<E extends Endpoint, T extends SelectedRow>(
  of: RemovalDefinition<E, T>,
): ComponentType<RemoveSelectedProps<T>> {
  const { endpoint, many } = of
  return function RemoveSelected({ selected, verb, leave, onClose }) {
    const client = useQueryClient()
    const { walkers } = usePreferences()
    const { hasTeam } = useConfig()
    const consequences = many.useConsequences(selected)
    const start = () => {
      onClose()
      removeMany({
        of,
        title: verb,
        concurrency: walkers,
        items: [...selected].map(([id, row]) => ({
          id,
          label: row.label,
          subject: subjectOf(of, id, many.whatOf?.(row) ?? row.label),
        })),
        client,
        leave,
      })
    }
    const title = many.title?.(selected.size) ?? texts.question(verb)
    const course = many.course?.(walkers) ?? texts.course(walkers)
    const { operation, host } = endpoint
    const question = { isRemoval: true, host, count: selected.size, title, verb }
    if (hasTeam && isOnServer(operation)) {
      const targets = [...selected.keys()]
      return (
        <ConfirmJob
          {...{ ...question, consequences, course, onClose }}
          draft={{ operation, targets }}
          stale={of.stale}
          onBegun={() => of.deselect(targets)}
          onTab={start}
        />
      )
    }
    return (
      <ConfirmMany {...question} onConfirm={start} onCancel={onClose}>
        <p>{consequences}</p>
        <p>{course}</p>
      </ConfirmMany>
    )
  }
}
