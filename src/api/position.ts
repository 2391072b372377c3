/** Positions in bodies of the API, whatever else they hold. */

export interface Position {
  latitude: number
  longitude: number
}

const isWithin = (value: unknown, most: number): value is number => typeof value === 'number' && Math.abs(value) <= most

/** The position that a body names. A car at 0°, 0° has none: that is what a device without a fix reports. */
export function positionOf(body: unknown): Position | undefined {
  const { latitude, longitude }: { latitude?: unknown; longitude?: unknown } = { ...(typeof body === 'object' && body) }
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180) || (latitude === 0 && longitude === 0)) return undefined
  return { latitude, longitude }
}
