/** A field of a record in words, as signals are named: tirePressure → Tire pressure. */
import { signalName } from '../../api/signal-names'

/** Longer names are cut on screen. */
const MOST_NAME = 60

export const fieldName = (field: string): string =>
  signalName(field.charAt(0).toUpperCase() + field.slice(1)).slice(0, MOST_NAME)
