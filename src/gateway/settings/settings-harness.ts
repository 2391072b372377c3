/** For tests of settings: values that are not taken, and the line at which the start is given up. */
import { expect } from 'vitest'
import { readEnvironment } from './environment'
import { SettingError } from './setting-error'

export type Env = Record<string, string | undefined>

/** What is said of an environment that cannot be used. */
export function refusal(env: Env): string {
  try {
    readEnvironment(env)
  } catch (error) {
    expect(error).toBeInstanceOf(SettingError)
    return error instanceof Error ? error.message : ''
  }
  throw new Error(`${JSON.stringify(env)} was taken`)
}

/** Environments in each of which one variable has a value that it does not take, and how their refusal begins. */
export const wrong = (beside: Env, name: string, ...values: string[]) =>
  values.map((value): [Env, string] => [{ ...beside, [name]: value }, `${name}: got`])
