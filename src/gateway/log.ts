/** The log: one JSON line for whatever happens, with its level, on standard output. The record is not part of it. */
import { type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]
/** Takes a line without its end. */
export type WriteLine = (line: string) => void
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>

/** What may hold a credential: nothing of it belongs in a line, and if it gets there, not its value. */
const secretNames: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'token',
  'access_token',
  'id_token',
  'client_secret',
])
/** How deep in a line it is looked for. */
const DEEPEST = 3

/** What the secret names hold is left out. The same object where there are none, which is nearly every line. */
function withoutSecrets(given: Record<string, unknown>, depth = DEEPEST): Record<string, unknown> {
  let told = given
  for (const [name, value] of Object.entries(given)) {
    const isObject = typeof value === 'object' && value !== null && !(value instanceof Error) // has its own serializer
    const rest = isObject && depth > 1 ? withoutSecrets(value as Record<string, unknown>, depth - 1) : value // any object
    if (secretNames.has(name)) told = { ...told, [name]: '…' }
    else if (rest !== value) told = { ...told, [name]: rest }
  }
  return told
}

/** Credentials inside text, as in an error's message. */
const withoutCredentials = (text: string) =>
  text.replace(/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 …').replace(/(\w:\/\/)[^\s/]*@/g, '$1…@')

/** @param write takes each line without its end */
export function createLog(write: WriteLine, level: LogLevel = 'info'): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
      serializers: {
        err(error: unknown) {
          if (!(error instanceof Error)) return withoutCredentials(String(error))
          const { type, message, stack } = stdSerializers.err(error)
          return { type, message: withoutCredentials(message), stack: withoutCredentials(stack ?? '') }
        },
      },
    },
    { write: (text: string) => write(text.trimEnd()) }, // no worker, no buffer: a line is out when it is written
  )
}
