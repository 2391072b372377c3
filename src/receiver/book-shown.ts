/** Deliveries and what follows from them as pages read them: opened, as far as a key of ours opens them. */
import * as z from 'zod/mini'
import { type Delivery, deliveryKinds } from '../api/deliveries'
import { readDelivery } from '../api/read-delivery'
import {
  type DeliveredValue,
  isPrivateValue,
  type TeamDelivery,
  type TeamDeliveryDetail,
  type TeamLastValue,
  type TeamVehicleError,
  type ToldError,
} from '../api/team-deliveries'
import type { BodyRow, DeliveryRow, ErrorRow, ValueRow } from '../store/deliver-rows'
import type { DeliveryOne } from '../store/deliver-search'
import { places } from './book-save'
import type { Vault } from './vault'

const text = z.optional(z.string())
const number = z.optional(z.number())
/** As book-save.ts has it. */
const Head = z.object({
  ...{ vehicleId: text, userId: text, externalId: text, make: text, model: text, year: number },
  ...{ webhookName: text, deliveryId: text, version: text, sequence: number },
})
const KeptValue = z.object({
  ...{ name: text, group: text, fetchedAt: number, body: z.optional(z.unknown()) },
  isRedacted: z.optional(z.boolean()),
})
const KeptError = z.object({
  ...{ type: text, code: text, state: text, description: text, suggestedUserMessage: text, docUrl: text },
  ...{ resolution: text, signals: z.array(z.string()) },
})

const Kind = z.catch(z.enum(deliveryKinds), 'other')
const SignedWith = z.catch(z.enum(['current', 'old', 'none']), 'none')

const MOST_MS = 8.64e15
/** Undefined, and 0 as the store has it, are unknown. */
const timeOf = (ms: number | undefined): string | null =>
  ms !== undefined && ms > 0 && ms <= MOST_MS ? new Date(ms).toISOString() : null

export const shownValues = ({ signals }: Pick<Delivery, 'signals'>): DeliveredValue[] =>
  signals.map(({ code, name = null, group = null, body, status = null, error, recordedAt, fetchedAt }) => ({
    ...{ code, name, group, body, status },
    error: error ? { type: error.type ?? null, code: error.code ?? null } : null,
    recordedAt: timeOf(recordedAt),
    fetchedAt: timeOf(fetchedAt),
    isPrivate: isPrivateValue(code, body),
  }))

const shownError = (
  error: Partial<Omit<z.infer<typeof KeptError>, 'signals'>> & { signals?: readonly string[] },
): ToldError => ({
  type: error.type ?? null,
  code: error.code ?? null,
  state: error.state ?? null,
  description: error.description ?? null,
  suggestedUserMessage: error.suggestedUserMessage ?? null,
  docUrl: error.docUrl ?? null,
  resolution: error.resolution ?? null,
  signals: [...(error.signals ?? [])],
})

export function createShown(vault: Vault, realm: number) {
  const place = places(realm)

  function opened<T>(schema: z.ZodMiniType<T>, sealed: Buffer, about: string): T | undefined {
    const bytes = vault.open(sealed, about)
    return bytes && schema.parse(JSON.parse(bytes.toString('utf8')))
  }
  const headOf = ({ head, eventKey }: DeliveryRow) => opened(Head, head, place.head(eventKey))

  function row(of: DeliveryRow, head = headOf(of)): TeamDelivery {
    const { id, eventKey, eventType, mode, webhookId, webhookName, triggers, signals, flags, attempts, bytes } = of
    const { at, lastAt, sentAt, hasBody, pinnedAt, pinnedBy } = of
    const { vehicleId = null, userId = null, externalId = null, make = null, model = null, year = null } = head ?? {}
    return {
      ...{ id, eventId: eventKey, kind: Kind.parse(of.kind), eventType, mode, webhookId },
      webhookName: webhookName ?? head?.webhookName ?? null,
      ...{ vehicleId, userId, externalId, vehicle: { make, model, year } },
      ...{ triggers, signals, flags, attempts, bytes, hasBody, signedWith: SignedWith.parse(of.signedWith) },
      ...{ at: at.toISOString(), lastAt: lastAt.toISOString(), sentAt: sentAt?.toISOString() ?? null },
      isSealed: head === undefined,
      pinned: pinnedAt && { at: pinnedAt.toISOString(), by: pinnedBy },
    }
  }

  const bodyOf = ({ eventKey, body }: Pick<BodyRow, 'eventKey' | 'body'>) =>
    body && vault.open(body, place.body(eventKey))

  return {
    row,
    bodyOf,
    vehicleIdOf: (of: DeliveryRow): string | undefined => headOf(of)?.vehicleId,
    one(of: DeliveryOne, before: BodyRow | undefined): { detail: TeamDeliveryDetail; body: Buffer | undefined } {
      const head = headOf(of.row)
      const { eventKey, signature } = of.row
      const body = bodyOf({ eventKey, body: of.body })
      const read = body && readDelivery(body.toString('utf8'))
      const earlier = before && bodyOf(before)
      const detail: TeamDeliveryDetail = {
        ...row(of.row, head),
        ...{ deliveryId: head?.deliveryId ?? null, version: head?.version ?? null, sequence: head?.sequence ?? null },
        signature,
        tries: of.attempts.map(({ at, sentAt, status, address }) => ({
          ...{ at: at.toISOString(), sentAt: sentAt?.toISOString() ?? null, status },
          address: (address && vault.open(address, place.address(eventKey))?.toString('utf8')) ?? null,
        })),
        values: read ? shownValues(read) : [],
        errors: (read?.errors ?? []).map(shownError),
        unread: [...(read?.unread ?? [])],
        previous:
          before && earlier
            ? {
                id: before.id,
                at: before.at.toISOString(),
                values: shownValues(readDelivery(earlier.toString('utf8'))),
              }
            : null,
      }
      return { detail, body }
    },
    value({ code, vehicleKey, value, status }: ValueRow): TeamLastValue {
      const kept = value && opened(KeptValue, value.sealed, place.value(vehicleKey, code))
      return {
        ...{ code, name: kept?.name ?? null, group: kept?.group ?? null },
        value: value
          ? {
              body: kept?.body,
              ...{ recordedAt: timeOf(value.recorded), fetchedAt: timeOf(kept?.fetchedAt), sentAt: timeOf(value.sent) },
              ...{ receivedAt: value.receivedAt.toISOString(), deliveryId: value.delivery },
              isPrivate: isPrivateValue(code, kept?.body),
              ...{ isRedacted: kept?.isRedacted === true, isSealed: kept === undefined },
            }
          : null,
        failing: status?.isFailing ? { type: status.type, code: status.code, at: status.at.toISOString() } : null,
      }
    },
    error(of: ErrorRow): TeamVehicleError {
      const { vehicleKey, type, code, state, webhookId, delivery, sent, receivedAt } = of
      const kept = opened(KeptError, of.details, place.error(vehicleKey, type, code))
      return {
        ...shownError(kept ?? {}),
        ...{ type, code: code || null, state: state || null, isOpen: state.toUpperCase() !== 'RESOLVED' },
        ...{ sentAt: timeOf(sent), receivedAt: receivedAt.toISOString(), webhookId, deliveryId: delivery },
        isSealed: kept === undefined,
      }
    },
  }
}
