/** The row of a table that names its columns. */
import type { ReactNode } from 'react'

export const HeaderRow = ({ headers }: { headers: readonly ReactNode[] }) => (
  <tr>
    {headers.map((header, index) => (
      <th key={index} scope="col">
        {header}
      </th>
    ))}
  </tr>
)
