/** The OpenAPI document of this server’s settings: its hosts and its names of parameters, and nothing secret. */
import { version } from '../../../package.json'
import { consoleOpenApi } from '../../api/openapi/console'
import { openApiOf } from '../../api/openapi/openapi'
import { readEnvironment, type Settings } from '../settings/environment'
import { SettingError } from '../settings/setting-error'

/** @param hosts those in use; undefined where none is configured */
export const openApiText = ({ config, headerPrefix, basePath }: Settings, hosts: Settings['hosts']): string =>
  JSON.stringify(
    openApiOf({
      version,
      addresses: hosts,
      basePath,
      parameters: config.parameters,
      headerPrefix: headerPrefix ?? null,
    }),
    null,
    2,
  )

/** The document of the server's own addresses. */
export const consoleOpenApiText = ({ basePath }: Settings): string =>
  JSON.stringify(consoleOpenApi(version, basePath), null, 2)

/** The same for `npm run openapi`, or the one line that says why not. */
export function printOpenApi(env: NodeJS.ProcessEnv): { isDone: boolean; text: string } {
  try {
    const settings = readEnvironment(env)
    return { isDone: true, text: openApiText(settings, settings.hosts) }
  } catch (error) {
    if (error instanceof SettingError) return { isDone: false, text: error.message }
    throw error
  }
}
