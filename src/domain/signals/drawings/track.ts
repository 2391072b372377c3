/** Positions in the order of time, laid out flat: kilometers from the middle, east and south. */
import { positionOf } from '../../../api/position'
import { type TableRow, valueIn } from '../../../core/table-row'
import { columnsOf, secondsOf, timeOf } from '../signal-values'

export interface Position {
  latitude: number
  longitude: number
  /** Milliseconds since the epoch, where the record says. */
  at: number | undefined
  /** Of the drawing’s width and height, from 0 to 1. */
  x: number
  y: number
}

export interface Track {
  /** The oldest first. */
  positions: readonly Position[]
  /** Records that name no place on earth. */
  leftOut: number
  isOnePlace: boolean
  /** From position to position as the crow flies. */
  km: number
  /** The drawing’s width. */
  widthKm: number
}

const KM_PER_DEGREE = 111.32
const EARTH_KM = 6371
/** Less is the inaccuracy of a position: a car that stands. */
const LEAST_KM = 0.2
/** Room around the track, as a share of the drawing. */
const MARGIN = 0.12

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** @param ratio the drawing’s width by its height */
export function trackOf(records: readonly TableRow[], ratio: number): Track | undefined {
  if (!records.some(positionOf)) return undefined
  const time = timeOf(columnsOf(records).columns)
  const placed = records.flatMap((record) => {
    const place = positionOf(record)
    const seconds = time === undefined ? undefined : secondsOf(valueIn(record, time))
    return place ? [{ ...place, at: seconds === undefined ? undefined : seconds * 1000 }] : []
  })
  const isDated = placed.every(({ at }) => at !== undefined)
  placed.reverse() // the newest came first
  if (isDated) placed.sort((a, b) => (a.at ?? 0) - (b.at ?? 0))

  const east = unwrapped(placed.map(({ longitude }) => longitude))
  const north = placed.map(({ latitude }) => latitude)
  const [west, mostEast, south, mostNorth] = [least(east), most(east), least(north), most(north)]
  const middle = (south + mostNorth) / 2
  const kmPerDegreeEast = KM_PER_DEGREE * Math.max(0.01, Math.cos(radians(middle)))
  const wide = (mostEast - west) * kmPerDegreeEast
  const high = (mostNorth - south) * KM_PER_DEGREE
  const widthKm = Math.max(wide, high * ratio, LEAST_KM) / (1 - 2 * MARGIN)
  const positions = placed.map(
    (place, index): Position => ({
      ...place,
      x: 0.5 + (((east[index] ?? 0) - (west + mostEast) / 2) * kmPerDegreeEast) / widthKm,
      y: 0.5 - ((place.latitude - middle) * KM_PER_DEGREE * ratio) / widthKm,
    }),
  )
  return {
    positions,
    leftOut: records.length - placed.length,
    isOnePlace: wide === 0 && high === 0,
    km: placed.reduce((sum, place, index) => sum + distance(placed[index - 1] ?? place, place), 0),
    widthKm,
  }
}

const least = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.min(a, b))
const most = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b))

/** Longitudes of a way that may cross 180°: each is the nearest to the one before it. */
function unwrapped(longitudes: readonly number[]): number[] {
  let before = longitudes[0] ?? 0
  return longitudes.map((longitude) => {
    before = longitude + 360 * Math.round((before - longitude) / 360)
    return before
  })
}

interface Place {
  latitude: number
  longitude: number
}

/** Over the sphere, in km. */
function distance(a: Place, b: Place): number {
  const [from, to] = [radians(a.latitude), radians(b.latitude)]
  const half = (one: number) => Math.sin(one / 2) ** 2
  const chord = half(to - from) + Math.cos(from) * Math.cos(to) * half(radians(b.longitude - a.longitude))
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** A length for the scale that people know, at most a quarter of the drawing, in km: 1, 2 or 5 of something. */
export function scaleOf(widthKm: number): number {
  const room = widthKm / 4
  const power = 10 ** Math.floor(Math.log10(room))
  return ([5, 2, 1].find((one) => one * power <= room) ?? 1) * power
}
