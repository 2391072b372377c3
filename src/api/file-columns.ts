/** The columns of a list's file, the same for the tab that writes one and for the server. */

/** Each column's name with what it takes from a row. */
export type FileColumns<Row> = Readonly<Record<string, (row: Row) => unknown>>
