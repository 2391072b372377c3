/** Records as the table "Signal values": columns as they occur, each typed by what it holds. */

import { useMemo } from 'react'
import { positionOf } from '../../api/position'
import { useConfig } from '../../core/config'
import { type TableRow, valueIn } from '../../core/table-row'
import { type Column, DataTable } from '../../ui/data-table'
import { mapLinkOf } from './map-link'
import { columnsOf, hasUnit, type SignalColumn } from './signal-values'
import * as texts from './texts'
import { Cell } from './value-cell'

interface Row {
  record: TableRow
  /** 1-based, over all pages. */
  number: number
}

export function ValuesTable({ records, first }: { records: readonly TableRow[]; first: number }) {
  const { mapUrl } = useConfig()
  const columns = useMemo(() => {
    const { columns: found, others } = columnsOf(records)
    return unique([numberColumn, ...found.map(columnOf), ...mapColumn(records, mapUrl), ...othersColumn(others)])
  }, [records, mapUrl])
  return (
    <DataTable
      name={texts.valuesTitle}
      isPlain
      columns={columns}
      expected={records.length}
      rows={records.map((record, index) => ({
        key: String(first + index),
        row: { record, number: first + index },
      }))}
    />
  )
}

/** For who reads the headers: names that are cut alike, or named as one of ours, get a number. */
const unique = (columns: Column<Row>[]): Column<Row>[] =>
  columns.map((column, index) =>
    columns.findIndex(({ header }) => header === column.header) === index
      ? column
      : { ...column, header: `${column.header} (${index})` },
  )

const numberColumn: Column<Row> = {
  id: 'number',
  header: '#',
  width: 72,
  cell: ({ number }) => <span className="quiet number">{number}</span>,
}

const columnOf = ({ name, kind }: SignalColumn): Column<Row> => ({
  id: `field:${name}`, // a name of the service's is none of ours
  header: name.slice(0, 60),
  isTime: kind === 'time',
  ...(kind === 'number' && { kind: 'number' as const }),
  ...(kind === 'text' && { kind: 'text' as const }),
  cell: ({ record }) => (
    <Cell
      name={name}
      value={valueIn(record, name)}
      kind={kind}
      unit={hasUnit(name, record) ? record.unit : undefined}
    />
  ),
})

/** A link only where an address for maps is configured. */
function mapColumn(records: readonly TableRow[], mapUrl: string | null): Column<Row>[] {
  if (mapUrl === null || !records.some(positionOf)) return []
  return [
    {
      id: 'map',
      header: texts.map,
      cell: ({ record }) => {
        const href = mapLinkOf(positionOf(record), mapUrl)
        return href ? (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {texts.openMap}
          </a>
        ) : null
      },
    },
  ]
}

const othersColumn = (others: readonly string[]): Column<Row>[] =>
  others.length === 0
    ? []
    : [
        {
          id: 'others',
          header: texts.moreColumns(others.length),
          cell: ({ record }) => (
            <Cell
              name=""
              value={Object.fromEntries(
                others.flatMap((name) => (Object.hasOwn(record, name) ? [[name, record[name]]] : [])),
              )}
              kind="mixed"
            />
          ),
        },
      ]
