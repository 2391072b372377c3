/** Finding users and vehicles while somebody types: in slices, going on where the last one ended as entries come in. */

import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Directory } from './directory-state'
import { isPresent, type UserEntry, type VehicleEntry } from './entries'

/** What a question must find, all of it, in any order. */
export const wordsOf = (question: string): string[] => question.toLowerCase().split(/\s+/).filter(Boolean)

/** A user is found by their ids, and by the vehicles they are connected to. */
export const findsUser = (user: UserEntry, words: readonly string[]): boolean =>
  words.every((word) => user.text.includes(word) || user.connections.some((one) => one.vehicle?.text.includes(word)))

/** A vehicle is found by its id, make, model and year, and by the users who are connected to it. */
export const findsVehicle = (vehicle: VehicleEntry, words: readonly string[]): boolean =>
  words.every((word) => vehicle.text.includes(word) || vehicle.connections.some((one) => one.user?.text.includes(word)))

/** What finds entries by the words of a question. */
export const byWords =
  <T>(finds: (entry: T, words: readonly string[]) => boolean) =>
  (question: string) => {
    const words = wordsOf(question)
    return (entry: T) => finds(entry, words)
  }

/** How each filter of a list finds entries. */
export type Finders<K extends string, T> = Readonly<Record<K, (value: string) => (entry: T) => boolean>>

/** What the filters in the address find, all of them together. */
export function useFinder<K extends string, T>(finders: Finders<K, T>, search: Partial<Record<K, string>>) {
  const names = Object.keys(finders) as K[] // its own keys
  const question = JSON.stringify(names.map((name) => search[name] ?? ''))
  const wanted = useMemo(() => {
    return names.flatMap((name) => (search[name] === undefined ? [] : finders[name](search[name])))
  }, [finders, question])
  const finds = useCallback((entry: T) => wanted.every((find) => find(entry)), [wanted])
  return { question, finds, isAny: wanted.length === 0 }
}

/** How long one slice may take: what is typed meanwhile is painted between two of them. */
const SLICE_MS = 8
/** The clock is looked at once for so many entries. */
const STRIDE = 256

const pause = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel() // not throttled as nested timers are
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })

/** The state of one search: how far it came, and what it found. */
export class Scan<T extends UserEntry | VehicleEntry> {
  readonly matches: T[] = []
  #at = 0
  constructor(
    readonly list: readonly T[],
    readonly test: (entry: T) => boolean,
  ) {}

  get isDone(): boolean {
    return this.#at >= this.list.length
  }

  /** Looks through what is new, giving way every few milliseconds. */
  async run(isWanted: () => boolean, now = () => performance.now()): Promise<void> {
    let until = now() + SLICE_MS
    while (!this.isDone) {
      const end = Math.min(this.#at + STRIDE, this.list.length)
      for (; this.#at < end; this.#at += 1) {
        const entry = this.list[this.#at]
        if (entry && isPresent(entry) && this.test(entry)) this.matches.push(entry)
      }
      if (now() < until) continue
      await pause()
      if (!isWanted()) return
      until = now() + SLICE_MS
    }
  }
}

export interface Found<T> {
  /** In the order of the list; a new array with every change. */
  matches: readonly T[]
  isScanning: boolean
  /** True until the first search has ended. */
  isFirst: boolean
}

/**
 * What a question finds. The rows of the question before stay until the new ones are complete.
 * @param question names `list` and `test`: a new one starts from the beginning
 */
export function useFound<T extends UserEntry | VehicleEntry>(
  { version, phase }: Directory,
  list: readonly T[],
  question: string,
  test: (entry: T) => boolean,
): Found<T> {
  const [scan, setScan] = useState<{ question: string; scan: Scan<T> }>()
  const [found, setFound] = useState<{ question?: string; matches: readonly T[] }>({ matches: [] })
  const isSame = scan?.question === question && scan.scan.list === list
  const current = isSame ? scan.scan : new Scan(list, test)
  if (!isSame) setScan({ question, scan: current })
  const isOpen = phase === 'open'
  useEffect(() => {
    if (!isOpen) return
    let isWanted = true
    void current
      .run(() => isWanted)
      .then(() => {
        if (isWanted) setFound({ question, matches: [...current.matches] })
      })
    return () => {
      isWanted = false
    }
  }, [current, version, isOpen])
  return useMemo(
    () => ({ matches: found.matches, isScanning: found.question !== question, isFirst: found.question === undefined }),
    [found, question],
  )
}
