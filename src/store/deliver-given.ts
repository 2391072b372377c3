/**
 * Rows as a statement takes them: a list for each column, and all bytes in one text. As JSON they took the engines several
 * times as long.
 */

/** The names of columns by their type. `bytes`: of a Buffer, or undefined. `list`: of texts. */
export type GivenColumns = Partial<
  Record<'text' | 'bigint' | 'integer' | 'float8' | 'boolean' | 'timestamptz' | 'bytes' | 'list', readonly string[]>
>
/** Named as its columns are. */
export type GivenRow = Readonly<Record<string, unknown>>

export interface Given {
  /** What stands behind FROM, and its parameters. */
  from: string
  values: unknown[]
}

/** Nothing that people read has it. */
const PARTING = '\u001f'

export const namesOf = (columns: GivenColumns): string => Object.values(columns).flat().join(', ')

/** @param first the number of the first of its parameters */
export function givenRows(columns: GivenColumns, rows: readonly GivenRow[], first: number): Given {
  const values: unknown[] = [''] // for all bytes
  const lists: string[] = []
  const names: string[] = []
  const selected: string[] = []
  const pieces: Buffer[] = []
  let place = 1
  const add = (name: string, type: string, list: readonly unknown[]) => {
    names.push(name)
    lists.push(`$${first + values.push(list) - 1}::${type}[]`)
  }
  const placeOf = (bytes: unknown): [at: number | null, size: number | null] => {
    if (!Buffer.isBuffer(bytes)) return [null, null]
    pieces.push(bytes)
    place += bytes.length
    return [place - bytes.length, bytes.length]
  }
  for (const [type, ofType] of Object.entries(columns))
    for (const name of ofType) {
      const column = rows.map((row) => row[name])
      if (type === 'bytes') {
        const places = column.map(placeOf)
        for (const [part, at] of [`${name}_at`, `${name}_size`].entries())
          add(
            at,
            'integer',
            places.map((one) => one[part] ?? null),
          )
        selected.push(`substring(all_bytes FROM ${name}_at FOR ${name}_size) AS ${name}`)
      } else if (type === 'list') {
        const texts = (column as string[][]).map((list) => list.map((text) => text.replaceAll(PARTING, ' '))) // by its type
        add(
          name,
          'text',
          texts.map((list) => list.join(PARTING)),
        )
        selected.push(`string_to_array(${name}, chr(31)) AS ${name}`)
      } else {
        add(
          name,
          type,
          column.map((value) => value ?? null),
        )
        selected.push(name)
      }
    }
  values[0] = Buffer.concat(pieces).toString('base64')
  return {
    from: `(
      SELECT ${selected.join(', ')}
      FROM (SELECT decode($${first}, 'base64') AS all_bytes OFFSET 0) AS bytes, unnest(${lists.join(', ')}) AS lists (${names.join(', ')})
    )`,
    values,
  }
}
