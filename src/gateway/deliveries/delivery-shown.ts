/** What of deliveries a role may see: places and VINs are for whoever may read a vehicle, the rest for everybody. */
import { masked } from '../../api/mask'
import {
  type DeliveredValue,
  isPrivateValue,
  type TeamDeliveryDetail,
  type TeamLastValue,
  type TeamVehicleError,
  type ToldError,
} from '../../api/team-deliveries'
import type { RefusedDelivery } from '../../receiver/receiver'
import type { Refusal } from '../../receiver/refusals'

/** In the place of a value that is not for this role. */
export const HIDDEN = { hidden: true } as const

/** Where nothing came, nothing is hidden. */
function shownValue(value: DeliveredValue): DeliveredValue {
  return value.isPrivate && value.body !== undefined ? { ...value, body: HIDDEN } : value
}

/** @param mayRead true for the reader's role, and where nobody signs in */
export function shownDetail(detail: TeamDeliveryDetail, mayRead: boolean): TeamDeliveryDetail {
  if (mayRead) return detail
  const { values, previous, errors, ...rest } = detail
  return {
    ...rest,
    values: values.map(shownValue),
    errors: errors.map(shownError),
    previous: previous && { ...previous, values: previous.values.map(shownValue) },
  }
}

const maskedText = (text: string | null) => (text === null ? null : String(masked(text)))

/** What a provider wrote for people may name a vehicle, too. */
const shownError = <E extends ToldError>(error: E): E => ({
  ...error,
  description: maskedText(error.description),
  suggestedUserMessage: maskedText(error.suggestedUserMessage),
})

export const shownErrors = (errors: TeamVehicleError[], mayRead: boolean): TeamVehicleError[] =>
  mayRead ? errors : errors.map(shownError)

export function shownLastValue(one: TeamLastValue, mayRead: boolean): TeamLastValue {
  const { value } = one
  if (mayRead || !value || value.body === undefined) return one
  if (!(value.isPrivate || isPrivateValue(one.code, value.body))) return one
  return { ...one, value: { ...value, body: HIDDEN } }
}

/** So much of a body that nobody proved is shown. */
export const MOST_REFUSED_TEXT = 128 * 1024

/** @returns `text`: null if the body isn't kept; `bytes` is how long it was */
export function shownRefusal({ body, at, ...refusal }: RefusedDelivery) {
  const text = body?.subarray(0, MOST_REFUSED_TEXT).toString('utf8') ?? null
  return { ...refusal, at: at.toISOString(), text }
}

export const shownRefusals = (refusals: readonly Refusal[]) =>
  refusals.map(({ at, ...refusal }) => ({ ...refusal, at: at.toISOString() }))
