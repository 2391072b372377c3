/** Who asks: the operator of a request, and what their role permits. */
import type { Context } from 'hono'
import type { OperatorInfo } from '../../api/config'
import type { Effect } from '../../api/endpoint'
import { isEnough, neededRole, type Role } from '../../api/roles'
import { gatewayError } from '../errors'

export interface Operator {
  /** The provider's own id of the person; behind a proxy the name as its header has it. */
  subject: string
  name: string
  /** Undefined: `ROLE_CLAIM` is set and nothing in it gives a role. */
  role: Role | undefined
  /** Without a role: which claim or header was read, what it had, and what to do. */
  noRole?: string | undefined
  /** When their sign-in began; behind a proxy the time of the request. In ms since the epoch. */
  signedInAt: number
}

declare module 'hono' {
  interface ContextVariableMap {
    operator: Operator | undefined
    /** Called when it is a change's turn, for its operator. @throws SignedOut, SignInUnconfirmed */
    confirmSignIn: (() => Promise<void>) | undefined
  }
}

/** The operator of a request that passed the guard; undefined where no sign-in is configured. */
export const operatorOf = (c: Context): Operator | undefined => c.get('operator')

export const infoOf = (operator: Operator | undefined): OperatorInfo | null =>
  operator
    ? {
        id: operator.subject,
        name: operator.name,
        role: operator.role ?? null,
        ...(operator.noRole !== undefined && { noRole: operator.noRole }),
      }
    : null

/** @returns why the operator's role is not enough; undefined if it is, and without sign-in: then everyone may do everything */
export function roleProblem(
  operator: Operator | undefined,
  needed: Role,
  what: string,
): { code: 'NO_ROLE' | 'ROLE'; detail: string } | undefined {
  if (!operator) return undefined
  const { role, noRole = '' } = operator
  if (!role)
    return {
      code: 'NO_ROLE',
      detail: `This sign-in has no role, so nothing can be read or changed. ${noRole}`.trim(),
    }
  if (isEnough(role, needed)) return undefined
  return { code: 'ROLE', detail: `${what} requires the ${needed} role. This sign-in has the ${role} role.` }
}

/** @returns the refusal where the operator's role is not enough; undefined where the request may pass */
export function refusalFor(c: Context, effect: Effect, what: string): Response | undefined {
  const problem = roleProblem(operatorOf(c), neededRole[effect], what)
  return problem && gatewayError(problem.code, problem.detail)
}
