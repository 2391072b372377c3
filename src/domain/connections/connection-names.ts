/** What cars and connections are called where one line must do. */
import { type ConnectionRow, userIdOf } from '../../api/connections'
import { cut, cutMiddle } from '../../ui/format'

type Car = Partial<Record<'make' | 'model', string | null>> & { year?: number | null | undefined }

/** What is known, and no word of the model already: some are called `2023 Simulated PHEV`. */
const words = (model: string | null | undefined, ...parts: unknown[]): string[] =>
  parts.flatMap((part) => (part && !` ${model} `.includes(` ${part} `) ? cut(String(part), 60) : []))

/** E.g. `2023 Tesla Model 3`; empty where nothing is known. */
export const carOf = (car: Car | null | undefined): string =>
  [...words(car?.model, car?.year, car?.make), ...words('', car?.model)].join(' ')

/** What is not in the name of make and model, e.g. `2023 · BEV`. */
export const carBeside = (car: Car & { powertrainType?: string | null | undefined }): string =>
  words(car.model, car.year, car.powertrainType).join(' · ')

/** What a connection is called: its car, else its id. */
export function titleOf(connection: Pick<ConnectionRow, 'id' | 'attributes'>): string {
  const car = carOf(connection.attributes?.vehicle)
  return car ? `${car} (${cutMiddle(connection.id)})` : cutMiddle(connection.id)
}

/** What tells one connection of a vehicle from the others: whose it is. */
export const nameOf = (row: ConnectionRow): string =>
  row.attributes?.user?.externalId?.slice(0, 40) || cutMiddle(userIdOf(row) ?? row.id, 6, 4)
