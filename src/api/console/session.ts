/** Endpoints of the sign-in and of the tokens that were added in a browser. */
import * as z from 'zod/mini'
import type { Session, SignInState, SignOutFacts } from '../config'
import { roles } from '../roles'
import { consoleEndpoint } from './endpoint'

const Tokens = (): z.ZodMiniType<Session> =>
  z.object({
    account: z.string(),
    version3: z.boolean(),
    version2: z.boolean(),
    vehicles: z.record(z.string(), z.boolean()),
    version3EndsAt: z.optional(z.string()),
  })

export const session = {
  read: consoleEndpoint('GET /session', {
    role: 'viewer',
    sends: 'route',
    use: 'Which tokens this browser has added.',
    response: Tokens,
  }),
  add: consoleEndpoint('POST /session', {
    role: 'operator',
    what: 'Adding a token',
    sends: 'route',
    use: 'Adds tokens.',
    body: () =>
      z.strictObject({
        version3: z.optional(z.string()),
        version2: z.optional(z.string()),
        vehicles: z.optional(z.record(z.string(), z.string())),
      }),
    response: Tokens,
  }),
  forget: consoleEndpoint('DELETE /session', {
    role: 'viewer',
    sends: 'route',
    use: 'Forgets the tokens this browser has added.',
    response: Tokens,
  }),
}

export const signIn = {
  begin: consoleEndpoint('GET /auth/sign-in', {
    role: 'none',
    sends: 'route',
    use: 'Begins a sign-in. `return` is the path of the page that it leads back to.',
    query: () => z.object({ return: z.optional(z.string()) }),
  }),
  callback: consoleEndpoint('GET /auth/callback', {
    role: 'none',
    sends: 'route',
    use: 'Ends a sign-in at the provider.',
    // As OpenID Connect has it (authorization code flow), with `iss` of RFC 9207.
    query: () =>
      z.object({
        state: z.optional(z.string()),
        code: z.optional(z.string()),
        iss: z.optional(z.string()),
        error: z.optional(z.string()),
        error_description: z.optional(z.string()),
      }),
  }),
  done: consoleEndpoint('GET /auth/done', {
    role: 'none',
    sends: 'route',
    use: 'The page after a sign-in in a window of its own.',
  }),
  read: consoleEndpoint('GET /auth/session', {
    role: 'none',
    isForOwnPages: true,
    sends: 'route',
    use: 'Who is signed in, and until when.',
    response: (): z.ZodMiniType<SignInState> =>
      z.object({
        signIn: z.enum(['none', 'oidc', 'proxy']),
        operator: z.nullable(
          z.object({
            id: z.string(),
            name: z.string(),
            role: z.nullable(z.enum(roles)),
            noRole: z.optional(z.string()),
          }),
        ),
        endsAt: z.nullable(z.string()),
      }),
  }),
  signOutFacts: consoleEndpoint('GET /auth/sign-out', {
    role: 'none',
    isForOwnPages: true,
    sends: 'route',
    use: 'Counts the jobs that signing out would pause.',
    response: (): z.ZodMiniType<SignOutFacts> => z.object({ jobs: z.number(), until: z.nullable(z.string()) }),
  }),
  signOut: consoleEndpoint('POST /auth/sign-out', {
    role: 'none',
    isForOwnPages: true,
    sends: 'route',
    use: 'Signs out.',
    body: () => z.optional(z.strictObject({ jobs: z.optional(z.enum(['pause', 'continue'])) })),
    response: () => z.object({ endSession: z.nullable(z.string()) }),
  }),
}
