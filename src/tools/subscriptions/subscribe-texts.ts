/** What is said, and kept in the journal, of the creation of a subscription. */
import type { Trio } from './ledger-entries'

export const subject = ({ webhookId, userId, vehicleId }: Trio) =>
  `subscription of vehicle ${vehicleId} (user ${userId}) to webhook ${webhookId}`
export const answered = (status: number, message: string | null | undefined) =>
  message ? `The service answered ${status}: ${message}.` : `The service answered ${status}.`
export const isListed = 'The service’s list has it.'
