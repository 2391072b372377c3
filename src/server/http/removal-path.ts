/** The address of a removal page. */
import type { Context } from 'hono'
import { type RemovalKind, removals } from '../../api/removal-page'
import type { TeamEnv } from '../../gateway/console/handler'
import { readable } from '../../gateway/record/audit'

export interface RemovalPath {
  kind: RemovalKind
  id: string
  /** As the request has it. */
  rawId: string
  /** Path of the question, built from its parts. */
  path: string
  /** The segment behind it. */
  rest: string | undefined
}

const PATH = /^\/(\w+)\/([^/?#]+)\/remove(?:\/([^/?#]+))?(?:[?#]|$)/
const isKind = (name: string): name is RemovalKind => Object.hasOwn(removals, name)

/** Reads the raw request target, because decoded once too often it could name another thing. */
export function readRemovalPath({ env }: Context<TeamEnv>): RemovalPath | undefined {
  const [, kind = '', rawId = '', rest] = PATH.exec(env.incoming.url ?? '') ?? []
  if (!isKind(kind)) return undefined
  const { id = '' } = readable({ id: rawId })
  return { kind, id, rawId, path: `/${kind}/${encodeURIComponent(id)}/remove`, rest }
}
