/** Why an operation is refused before it is sent: by the server's setting, or by the operator's role. */
import type { Effect } from '../api/endpoint'
import { isEnough, neededRole, type Role } from '../api/roles'
import { useConfig } from '../core/config'
import { useOfOperator } from '../core/operator'
import * as texts from '../core/texts'

/** The role that what belongs to an operation of this effect requires; undefined if the operator has it. */
export const useMissingRole = (effect: Effect): Role | undefined =>
  useOfOperator(({ operator }) => {
    const needed = neededRole[effect]
    return !operator?.role || isEnough(operator.role, needed) ? undefined : needed
  })

/** Why an operation of this effect is refused before it is sent: the server's setting, or the operator's role. */
export function useRefusal(effect: Effect): string | undefined {
  const { readOnly } = useConfig()
  return useOfOperator(({ operator }) => {
    if (effect === 'change' && readOnly) return texts.readOnly
    const needed = neededRole[effect]
    const role = operator?.role
    if (!role || isEnough(role, needed)) return undefined
    const what = { free: texts.reads, billed: texts.vehicleReads, change: texts.changes }[effect]
    return texts.takesRole(what, needed, role)
  })
}
