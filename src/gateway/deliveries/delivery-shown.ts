/** What of deliveries a role may see: places and VINs are for whoever may read a vehicle, the rest for everybody. */
import { masked } from '../../api/mask'
import {
  type DeliveredValue,
  isPrivateValue,
  type TeamDeliveryDetail,
  type TeamLastValue,
} from '../../api/team-deliveries'

/** In the place of a value that is not for this role. */
export const HIDDEN = { hidden: true } as const

function shownValue<V extends DeliveredValue>(value: V): V {
  return value.isPrivate ? { ...value, body: HIDDEN } : value
}

/** @param mayRead true for the reader's role, and where nobody signs in */
export function shownDetail(detail: TeamDeliveryDetail, mayRead: boolean): TeamDeliveryDetail {
  if (mayRead) return detail
  const { values, previous, errors, ...rest } = detail
  return {
    ...rest,
    values: values.map(shownValue),
    // What a provider wrote for people may name a vehicle, too.
    errors: errors.map((error) => ({
      ...error,
      description: maskedText(error.description),
      suggestedUserMessage: maskedText(error.suggestedUserMessage),
    })),
    previous: previous && { ...previous, values: previous.values.map(shownValue) },
  }
}

const maskedText = (text: string | null) => (text === null ? null : String(masked(text)))

export function shownLastValue(one: TeamLastValue, mayRead: boolean): TeamLastValue {
  const { value } = one
  if (mayRead || !value || !(value.isPrivate || isPrivateValue(one.code, value.body))) return one
  return { ...one, value: { ...value, body: HIDDEN } }
}
