/** The contract as an OpenAPI 3.1 document, from the one table of endpoints: nothing in it is written a second time. */
import { type Host, hostNames, hosts } from '../endpoint'
import { type Names, namedOperations } from '../operations'
import type { OpenApi, PathItem } from './document'
import * as texts from './openapi-texts'
import { operationOf } from './operation'
import { schemasOf } from './schemas'

interface Options extends Names {
  /** Of this program. */
  version: string
  /** The provider's three addresses, without `/v2.0` or `/v3`; undefined: none is configured. */
  addresses?: Readonly<Record<Host, string>> | undefined
  /** The base path of this server. */
  basePath?: string
}

/** Every operation of the table, the extensions among them: `x-extension` names these. */
export function openApiOf({ version, addresses, basePath = '', ...names }: Options): OpenApi {
  const paths: Record<string, PathItem> = {}
  for (const operation of namedOperations) {
    const { host, path, method } = operation.endpoint
    const item = { [methodKeys[method]]: operationOf(operation, names) }
    paths[path] = { ...(paths[path] ?? { servers: serversOf(host, addresses, basePath) }), ...item }
  }
  return {
    openapi: '3.1.0',
    info: { title: texts.title, version, description: texts.about },
    tags: [...new Set(namedOperations.map(({ resource }) => resource))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: Object.fromEntries(
        hostNames.map((host) => [host, { type: 'http', scheme: 'bearer', description: texts.bearer(host) }]),
      ),
      schemas: schemasOf(namedOperations),
    },
  }
}

export const methodKeys = { GET: 'get', POST: 'post', DELETE: 'delete' } as const

/** The provider's own host, and this server, which forwards to it. */
function serversOf(host: Host, addresses: Options['addresses'], basePath: string): PathItem['servers'] {
  const own = { url: basePath + hosts[host], description: texts.throughServer }
  const description = texts.hosts[host]
  if (addresses) return [{ url: addresses[host], description }, own]
  const example = `https://${hosts[host].slice('/api/'.length)}.example`
  const variables = { address: { default: example, description: texts.hostVariable(host) } }
  return [{ url: '{address}', description, variables }, own]
}
