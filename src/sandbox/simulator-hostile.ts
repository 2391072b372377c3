/** A body that no field of which is what it should be: whoever reads or shows it has to bear all of it. */
import type { Attempt } from './deliver'

const LEVELS = 5_000
/** What these become when they are put into a page, a file of a spreadsheet, an address or a table of names. */
const markup = '<img src=x onerror=alert(1)>'
const formula = "=cmd|' /C calc'!A0"
const path = '..%2f..%2f'
const rightToLeft = '\u202eATLAF'
const controls = '\u0000\u0007\u001b[31m'
const halfCharacter = '\ud800'

/** Each event has an id of its own, or the second would be an attempt of the first. */
export function hostileBody(eventId: string, { deliveryId }: Attempt): string {
  const signal = (code: string, body: unknown) => ({
    code,
    name: 'constructor',
    group: null,
    body,
    status: 'OK',
    meta: { oemUpdatedAt: 8_640_000_000_000_001, retrievedAt: -1 },
  })
  const body = {
    eventId,
    eventType: markup,
    vehicleId: [path],
    data: {
      user: { id: formula, externalId: controls },
      vehicle: { id: path, make: rightToLeft, model: 'a'.repeat(300), year: 'NaN', mode: halfCharacter },
      signals: [
        signal('__proto__', { value: { toString: 1 } }),
        signal('constructor', { value: 1e308, ['__proto__']: { isAdmin: true } }),
        7,
        null,
        signal(markup.repeat(50), 'NESTED'),
      ],
    },
    triggers: 'all',
    meta: { deliveryId, deliveredAt: 'yesterday', webhookName: 'javascript:alert(1)', mode: 7, sequence: '-0' },
  }
  const nested = '['.repeat(LEVELS) + ']'.repeat(LEVELS)
  return JSON.stringify(body).replace('"NESTED"', nested)
}
