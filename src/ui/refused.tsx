/**
 * What makes a button that is refused say why: it keeps its place among the keys, its reason is read out with it and
 * shown while it has the focus or the pointer, and a click does nothing.
 */
import { type ReactNode, type SyntheticEvent, useId } from 'react'

const refused = {
  'aria-disabled': true,
  'data-disabled': true,
  onClick: (event: SyntheticEvent) => event.preventDefault(), // it may be one that submits
}

/**
 * @param saidAt the id of what says the reason on the page already, where something does: it is not said twice
 * @returns what the button takes, in the place of what it would do, and what stands behind it; neither without a reason
 */
export function useRefused(reason: string | undefined, saidAt?: string): { given?: object; tip?: ReactNode } {
  const id = useId()
  if (reason === undefined) return {}
  if (saidAt !== undefined) return { given: { ...refused, 'aria-describedby': saidAt } }
  import('./reason').catch(() => undefined) // shows it from then on; it is read out in any case
  return {
    given: { ...refused, 'aria-describedby': id },
    tip: (
      <span id={id} role="tooltip" popover="manual">
        {reason}
      </span>
    ),
  }
}
