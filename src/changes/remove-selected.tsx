/** The removal of the selected rows of a list, of whatever kind: confirmed, then a job that sends each once. */
import type { ComponentType } from 'react'
import type { Endpoint } from '../api/endpoint'
import { type RemovalOperation, removalOperations } from '../api/team-jobs'
import { forgetLooked } from '../core/recent'
import type { LeaveMany, RemovalDefinition } from './define-removal'
import { ConfirmJob } from './jobs/confirm-job'

const isRemoval = (operation: string): operation is RemovalOperation =>
  (removalOperations as readonly string[]).includes(operation)

export interface RemoveSelectedProps<T> {
  selected: ReadonlyMap<string, T>
  /** The words of the button, which begin with what it does. */
  verb: string
  leave?: LeaveMany | undefined
  onClose: () => void
}

/** @returns the confirmation that starts the job, for one kind of thing */
export function removeSelected<E extends Endpoint, T>(
  of: RemovalDefinition<E, T>,
): ComponentType<RemoveSelectedProps<T>> {
  const { endpoint, many, stale } = of
  const { operation, host } = endpoint
  if (!isRemoval(operation)) throw new Error(`No job has the operation ${operation}`)
  return function RemoveSelected({ selected, verb, leave, onClose }) {
    return (
      <ConfirmJob
        isRemoval
        host={host}
        count={selected.size}
        title={many.title?.(selected.size) ?? `${verb}?`}
        verb={verb}
        consequences={many.useConsequences(selected)}
        draft={{ operation, targets: [...selected.keys()] }}
        stale={stale}
        onOver={(removed) => {
          forgetLooked(removed)
          of.deselect(removed) // those that failed stay selected
          return leave?.(removed)
        }}
        onClose={onClose}
      />
    )
  }
}
