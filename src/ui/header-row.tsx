/** The row of a table that names its columns. */
import type { ReactNode } from 'react'
import { ZoneNote } from './time'

interface Props {
  headers: readonly ReactNode[]
  /** The place of the column whose cells are dates: its header says their zone. */
  dated?: number | undefined
}

export const HeaderRow = ({ headers, dated }: Props) => (
  <tr>
    {headers.map((header, index) => (
      <th key={index} scope="col">
        {header}
        {index === dated && <ZoneNote />}
      </th>
    ))}
  </tr>
)
