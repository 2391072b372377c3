/** The log: one JSON line for whatever happens, with its level, on standard output. The record is not part of it. */
import { type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]
/** Takes a line without its end. */
export type WriteLine = (line: string) => void
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>

/** What may hold a credential, wherever it stands: nothing of it belongs in a line, and if it gets there, not its value. */
const secretNames = ['authorization', 'cookie', 'set-cookie', 'token', 'access_token', 'id_token', 'client_secret']
const paths = secretNames.flatMap((name) =>
  ['', '*.', '*.*.'].map((before) => (before === '' ? `["${name}"]` : `${before.slice(0, -1)}["${name}"]`)),
)

/** Credentials inside text, as in an error's message. */
const withoutBearers = (text: string) => text.replace(/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 …')

/** @param write takes each line without its end */
export function createLog(write: WriteLine, level: LogLevel = 'info'): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths, censor: '…' },
      serializers: {
        err(error: unknown) {
          if (!(error instanceof Error)) return withoutBearers(String(error))
          const { type, message, stack } = stdSerializers.err(error)
          return { type, message: withoutBearers(message), stack: withoutBearers(stack ?? '') }
        },
      },
    },
    { write: (text: string) => write(text.trimEnd()) }, // no worker, no buffer: a line is out when it is written
  )
}
