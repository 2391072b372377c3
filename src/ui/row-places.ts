/** Which row of a table draws which record: what takes another's place takes its elements over, too. */
import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'

/** The place of each row by its key, in the order in which they are drawn. */
export type RowPlaces = ReadonlyMap<string, number>

/**
 * A row that is drawn already stays in its place, wherever it moves to. Another one takes that of the row which stood
 * there and has gone, or gets one of its own.
 * @param held how many rows stand before the one that has the focus: nobody takes its place, for a key is meant for it
 */
export function placesFor(keys: readonly string[], before: RowPlaces, held?: number): RowPlaces {
  const stay = new Set(keys)
  const drawn = [...before]
  let next = drawn.reduce((most, [, place]) => Math.max(most, place + 1), 0)
  const placeAt = (at: number): number => {
    const [key, place] = drawn[at] ?? []
    return key === undefined || place === undefined || stay.has(key) || at === held ? next++ : place
  }
  return new Map(keys.map((key, at) => [key, before.get(key) ?? placeAt(at)]))
}

const focusedIn = (frame: HTMLElement | null) =>
  frame?.querySelector<HTMLTableRowElement>('tbody > tr:focus-within')?.sectionRowIndex

/**
 * @param frame the element that the table is in
 * @returns a name for each row to be drawn by, by its key; the key itself where none takes another's place over
 */
export function useRowPlaces(
  rows: readonly { key: string }[] | undefined,
  isReused: boolean,
  frame: RefObject<HTMLElement | null>,
) {
  const drawn = useRef<RowPlaces>(new Map())
  const places = useMemo(
    () =>
      isReused ? placesFor(rows?.map(({ key }) => key) ?? [], drawn.current, focusedIn(frame.current)) : undefined,
    [rows, isReused, frame],
  )
  useLayoutEffect(() => {
    if (places) drawn.current = places
  }, [places])
  return (key: string): string | number => places?.get(key) ?? key
}
