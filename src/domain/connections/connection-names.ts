/** What cars and connections are called where one line must do. */
import type { ConnectionRow } from '../../api/connections'
import { cut, cutMiddle } from '../../ui/format'

type Car = Partial<Record<'make' | 'model', string | null>> & { year?: number | null | undefined }

/** What of the parts is known and no word of the model already: some are called `2023 Simulated PHEV`. */
const besides = (vehicle: Car | null | undefined, ...parts: (string | number | null | undefined)[]): string[] =>
  parts.flatMap((part) => (part && !` ${vehicle?.model ?? ''} `.includes(` ${part} `) ? cut(String(part), 60) : []))
const named = (parts: string[], model: string | null | undefined) =>
  [...parts, ...(model ? [cut(model, 60)] : [])].join(' ')

/** E.g. `2023 Tesla Model 3`; empty where nothing is known. */
export const carOf = (vehicle: Car | null | undefined): string =>
  named(besides(vehicle, vehicle?.year, vehicle?.make), vehicle?.model)

/** The same in two parts: `Tesla Model 3`, and what is said more quietly, `2023 · BEV`. */
export const carInParts = (vehicle: Car & { powertrainType?: string | null | undefined }) =>
  [
    named(besides(vehicle, vehicle.make), vehicle.model),
    besides(vehicle, vehicle.year, vehicle.powertrainType).join(' · '),
  ] as const

/** What a connection is called: its car, else its id. */
export function titleOf(connection: Pick<ConnectionRow, 'id' | 'attributes'>): string {
  const car = carOf(connection.attributes?.vehicle)
  return car ? `${car} (${cutMiddle(connection.id)})` : cutMiddle(connection.id)
}

/** The user that a connection names: by relationship, else embedded (some services leave the latter out). */
export const userIdOf = ({ attributes, relationships }: ConnectionRow): string | undefined =>
  relationships?.user?.data?.id ?? attributes?.user?.id ?? undefined

export const vehicleIdOf = ({ relationships }: ConnectionRow): string | undefined =>
  relationships?.vehicle?.data?.id ?? undefined
