/** Secrets from files: what an orchestrator mounts is read at the start, instead of the variable itself. */
import { readFileSync } from 'node:fs'
import { type SecretFile, secretNames } from '../../api/variables.data'
import { codeOf } from '../record/audit-file'
import type { Env } from './kinds'
import { SettingError } from './setting-error'

/**
 * @returns the environment with each secret in its own variable
 * @throws SettingError that names the variable and the reason, never what a file holds
 */
export function withSecretFiles(env: Env): Env {
  const read: Record<string, string> = {}
  for (const name of secretNames) {
    const variable: SecretFile = `${name}_FILE`
    const path = env[variable]
    if (!path) continue
    if (env[name]) throw new SettingError(`${variable}: set together with ${name}, expects one of the two.`)
    const secret = contentOf(variable, path).replace(/\r?\n$/, '') // which editors and echo add
    if (secret === '')
      throw new SettingError(`${variable}: the file is empty, expects the path of a file with the secret.`)
    read[name] = secret
  }
  return { ...env, ...read }
}

function contentOf(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    // Without the value: it may be the secret itself, set in the wrong variable.
    throw new SettingError(
      `${variable}: the file can’t be read (${codeOf(error)}), expects the path of a readable file.`,
    )
  }
}
