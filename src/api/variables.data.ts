/**
 * The environment variables of the server: the parser takes its defaults from here, the console's help and nothing else
 * describes them. Text between backticks is code.
 */
export type VariableGroup =
  | 'server'
  | 'hosts'
  | 'tokens'
  | 'limits'
  | 'record'
  | 'recordings'
  | 'store'
  | 'deliveries'
  | 'sign-in'
  | 'network'
  | 'sandbox'

export interface VariableDescription {
  group: VariableGroup
  meaning: string
  /** What the parser takes where the variable is not set. */
  fallback?: string | number | boolean
  /** What happens without it, in words; where this is absent, the fallback is shown. */
  otherwise?: string
  /** The same name with `_FILE` names a file that holds the value. */
  isSecret?: true
}

export const variables = {
  PORT: {
    group: 'server',
    meaning: 'The port the server listens on. `0` takes any free port.',
    fallback: 4173,
  },
  HOST: {
    group: 'server',
    meaning:
      'The address the server listens on. It must be a loopback address while tokens or client credentials are configured without sign-in.',
    fallback: '127.0.0.1',
  },
  PUBLIC_ORIGIN: {
    group: 'server',
    meaning:
      'The origin that people type, such as `https://console.example`. Requests with another `Host` get no data. If it is https, every response sends `Strict-Transport-Security`, and cookies get the prefix `__Host-` (`__Secure-` if they have a path, as all do under `BASE_PATH`).',
    otherwise: '`http://localhost:PORT` and its loopback spellings',
  },
  BASE_PATH: {
    group: 'server',
    meaning:
      'The path under which the console is served, such as `/forecourt`. It begins every address of the console, and a proxy passes it on unchanged. A path is no wall: every program under the same host name can act as the person who is signed in here. `PUBLIC_ORIGIN` stays without a path.',
    otherwise: 'The console is at `/`',
  },
  SESSION_SECRET: {
    group: 'server',
    meaning:
      '32 bytes or more that seal cookies. The same on every instance. Required with `DATABASE_URL` for sign-in, added tokens and the receiver, and with `STORE=memory` for sign-in. `openssl rand -base64 33` makes one.',
    otherwise:
      'Made once, in the file `secret` of the store’s folder. Without a folder random at each start, with a warning: added tokens end with the process',
    isSecret: true,
  },
  SESSION_SECRET_OLD: {
    group: 'server',
    meaning: 'The secret before `SESSION_SECRET`. Cookies sealed with it stay valid; new ones use the new secret.',
    isSecret: true,
  },
  READ_ONLY: {
    group: 'server',
    meaning: '`1`: refuse every operation that changes something, whatever the role.',
    fallback: false,
    otherwise: 'Off',
  },
  CONFIG: {
    group: 'server',
    meaning: 'The path of a JSON file for what the API’s documentation leaves open, for roles and for budgets.',
    otherwise: 'Built-in defaults',
  },
  VEHICLE_DATA_URL: {
    group: 'hosts',
    meaning:
      'The version 2.0 host, without `/v2.0`. Set all three hosts or none. The server forwards to these hosts and nowhere else.',
    otherwise: 'The sandbox',
  },
  VEHICLE_URL: {
    group: 'hosts',
    meaning: 'The version 3 host of vehicles, connections and users, without `/v3`.',
    otherwise: 'The sandbox',
  },
  MANAGEMENT_URL: {
    group: 'hosts',
    meaning: 'The version 3 host of webhooks and subscriptions, without `/v3`.',
    otherwise: 'The sandbox',
  },
  CONNECT_URL: {
    group: 'hosts',
    meaning: 'The host that owner links may lead to.',
    otherwise: 'The sandbox’s while it runs, else none: owner links are plain text',
  },
  DOCS_URL: {
    group: 'hosts',
    meaning: 'The host that links in errors may lead to.',
    otherwise: 'The sandbox’s while it runs, else none: links in errors are plain text',
  },
  OWNER_RETURN_URI: {
    group: 'hosts',
    meaning: 'Where the hosted battery capacity flow sends owners back to. It is used exactly as written.',
    otherwise: '`/return/battery-capacity` at `PUBLIC_ORIGIN` and `BASE_PATH`',
  },
  HEADER_PREFIX: {
    group: 'hosts',
    meaning:
      'The provider’s header prefix. If set, signal reads may send `{prefix}-user-id`. The sandbox uses it, too (`sb` by default).',
  },
  PRESET: {
    group: 'hosts',
    meaning:
      '`smartcar`: that provider’s hosts, header prefix, token address, extension and rate bucket. `example`: an invented provider that differs in names, page sizes, errors and signatures. Any variable or key of `CONFIG` that is set overrides the preset. `npm run sandbox` spells as the preset does.',
  },
  INSECURE_HTTP: {
    group: 'hosts',
    meaning:
      '`1`: tokens may be sent to hosts, and added by operators, over plain http beyond this computer. The start prints a warning.',
    fallback: false,
    otherwise: 'Off: a plain http host stops the start, and adding a token is refused (403 `INSECURE_HTTP`)',
  },
  ACCESS_TOKEN: {
    group: 'tokens',
    meaning: 'Bearer token for the version 3 hosts.',
    isSecret: true,
  },
  MANAGEMENT_TOKEN: {
    group: 'tokens',
    meaning: 'Bearer token for the management host, if it needs its own.',
    otherwise: 'The token of the vehicle host',
    isSecret: true,
  },
  VEHICLE_DATA_TOKEN: {
    group: 'tokens',
    meaning: 'Bearer token for the version 2.0 host.',
    isSecret: true,
  },
  TOKEN_URL: {
    group: 'tokens',
    meaning:
      'The token address for OAuth 2.0 client credentials, used instead of `ACCESS_TOKEN`. https, or http on this computer. Set `TOKEN_URL`, `CLIENT_ID` and `CLIENT_SECRET` together.',
  },
  CLIENT_ID: {
    group: 'tokens',
    meaning:
      'The client ID for client credentials. With `PRESET=smartcar` it begins with `client_`; an application ID (a UUID) is another one, and the start warns of it.',
  },
  CLIENT_SECRET: {
    group: 'tokens',
    meaning: 'The client secret for client credentials.',
    isSecret: true,
  },
  READ_TIMEOUT_MS: {
    group: 'limits',
    meaning:
      'How long a response may take to begin, waiting for a free place included, and as long again until its body has ended.',
    fallback: 30_000,
  },
  VEHICLE_READ_TIMEOUT_MS: {
    group: 'limits',
    meaning: 'The same for billed vehicle reads.',
    fallback: 180_000,
  },
  PAGE_WAIT_MS: {
    group: 'limits',
    meaning:
      'How long the server waits for a page’s rows before it sends the page without them. 0: the browser requests everything itself.',
    fallback: 400,
  },
  BODY_LIMIT_KB: {
    group: 'limits',
    meaning: 'The largest request body, in kB.',
    fallback: 256,
  },
  CONNECTION_LIMIT: {
    group: 'limits',
    meaning:
      'The most connections at once; one address can have half of them, unless it is this computer’s or in `TRUSTED_PROXY`. At the limit, a connection without a request is closed for a new one; if there is none, a new one gets only `/healthz` and `/readyz`. Each event stream of a browser is a connection.',
    fallback: 4_000,
  },
  KEEP_ALIVE_MS: {
    group: 'limits',
    meaning:
      'How long a connection without a request is kept, also by the receiver of deliveries. Set it longer than a load balancer keeps its own end. With `TRUSTED_PROXY` it is for connections of the proxy; others are kept for 5 s.',
    fallback: 5_000,
    otherwise: '5000; with `TRUSTED_PROXY` 620000',
  },
  DRAIN_DELAY_MS: {
    group: 'limits',
    meaning:
      'After SIGTERM, SIGINT or SIGHUP, `/readyz` returns 503 for this long before the server stops listening. Set it longer than a load balancer takes to notice.',
    fallback: 0,
    otherwise: '0: listening ends immediately',
  },
  AUDIT_LOG: {
    group: 'record',
    meaning:
      'The file to which changes and vehicle reads are appended as JSON lines. It is cut into numbered parts of 64 MiB (`audit.1.jsonl` is the oldest).',
    otherwise: '`record.jsonl` in the store’s folder. In memory and with `DATABASE_URL`: standard output only',
  },
  LOG_LEVEL: {
    group: 'record',
    meaning:
      'The lowest level in the log: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`. The record is always complete.',
    fallback: 'info',
  },
  METRICS_PORT: {
    group: 'record',
    meaning: 'A separate port for `/metrics` and `/hostz`, on `METRICS_HOST`.',
  },
  METRICS_HOST: {
    group: 'record',
    meaning:
      'The address that `METRICS_PORT` listens on. Metrics have no sign-in, so let only your own network reach any other address than the default.',
    fallback: '127.0.0.1',
  },
  RECORD: {
    group: 'recordings',
    meaning:
      'The folder that keeps every response of the hosts for `REPLAY`, up to 100 MB. Only for the sandbox and your own accounts: names, IDs and locations aren’t masked. Refused with sign-in, and with a `HOST` or `PUBLIC_ORIGIN` beyond this computer.',
    otherwise: 'Nothing is recorded',
  },
  REPLAY: {
    group: 'recordings',
    meaning:
      'The folder of a recording to show instead of a provider: no host is called and no token needed. Not together with hosts, tokens, `AUDIT_LOG` or a store.',
    otherwise: 'The hosts, or the sandbox',
  },
  STORE_DIR: {
    group: 'store',
    meaning:
      'The folder of the built-in database, which has the directory, jobs, deliveries and users’ external IDs. It is readable by its user alone, if its file system has permissions. One server can use it at a time, on any file system.',
    otherwise:
      'With a provider’s hosts: a folder of its own for them in `forecourt` in the user’s data directory (`~/.local/share`, `~/Library/Application Support`, `%LOCALAPPDATA%`). With the sandbox: in memory',
  },
  DATABASE_URL: {
    group: 'store',
    meaning:
      'A PostgreSQL database (15 or later) instead, which several servers can share: `postgresql://user:password@host/database`. They then share the rate buckets, too. Add `?sslmode=verify-full` unless it is on this computer: else the start warns that the connection isn’t encrypted. `sslmode` means what it means to `psql`.',
    isSecret: true,
  },
  DATABASE_LISTEN_URL: {
    group: 'store',
    meaning: 'The address of the database itself if `DATABASE_URL` is a pooler: for notifications and migrations.',
    otherwise: '`DATABASE_URL`',
    isSecret: true,
  },
  DATABASE_PASSWORD_FILE: {
    group: 'store',
    meaning:
      'A file with the password of the database, read for each new connection, so it can be replaced while the server runs. The addresses then have none.',
    otherwise: 'The password in `DATABASE_URL`',
  },
  DATABASE_PASSWORD_COMMAND: {
    group: 'store',
    meaning:
      'A program and its arguments that print the password of the database, such as a token of AWS or Google, instead of a file. It runs without a shell and without the server’s own secrets, has 10 s, and runs again after 5 minutes or once the password was rejected.',
    otherwise: 'The password in `DATABASE_URL`',
  },
  DATABASE_POOL: {
    group: 'store',
    meaning: 'How many connections to the database one server opens, besides the one for notifications.',
    fallback: 5,
  },
  STORE: {
    group: 'store',
    meaning:
      '`memory`: keep nothing on a disk. Directory, jobs and history then end with the server. Not together with `STORE_DIR` or `DATABASE_URL`.',
    otherwise: 'A folder, see `STORE_DIR`',
  },
  STORE_ACCOUNT: {
    group: 'store',
    meaning:
      'A name for the account at the provider. Set it where the token changes: the directory is kept under this name instead of one that follows from the token.',
    otherwise: '`CLIENT_ID`, else a name that follows from the token',
  },
  INSTANCE_NAME: {
    group: 'store',
    meaning: 'What this server is called under Instances in Settings, where several share one store.',
    otherwise: 'The computer’s name',
  },
  RETAIN_ACTIVITY_DAYS: {
    group: 'store',
    meaning:
      'For how many days the store keeps its copy of the record for Activity. The files themselves are never erased.',
    fallback: 400,
  },
  RETAIN_GONE_DAYS: {
    group: 'store',
    meaning:
      'For how many days the directory keeps a connection that is in no list any more, and the ID of a removed user or connection, and how long ended jobs are kept. Then they are erased.',
    fallback: 30,
  },
  NOTIFY_URL: {
    group: 'store',
    meaning:
      'An address that the server calls when a job on the server has ended, stopped for a reason, or paused because of a sign-in: a signed `POST` with counts, without IDs or names. Retried for a day.',
    otherwise: 'No calls',
  },
  NOTIFY_SECRET: {
    group: 'store',
    meaning:
      'The secret of the signature: `x-forecourt-signature` is `sha256=` and the HMAC-SHA256 of the body in hexadecimal digits. Required with `NOTIFY_URL`; 32 bytes or more.',
    isSecret: true,
  },
  RECEIVER_PORT: {
    group: 'deliveries',
    meaning:
      'The port of the public listener that receives what webhooks deliver. `0` takes any free port. It serves nothing else of the console, and requires a store, a token of the server’s own, `RECEIVER_URL` and `RECEIVER_SECRET`.',
    otherwise: 'With the sandbox and a store: any free port. With other hosts: no deliveries are received',
  },
  RECEIVER_HOST: {
    group: 'deliveries',
    meaning: 'The address that the public listener listens on.',
    fallback: '127.0.0.1',
  },
  RECEIVER_URL: {
    group: 'deliveries',
    meaning:
      'The https address that the provider calls, whose last part is a random name of 16 characters or more: `https://hooks.example/deliveries/NAME`. Set it as callback URI of a second webhook beside your own.',
    otherwise: 'With the sandbox: an address on this computer',
  },
  RECEIVER_SECRET: {
    group: 'deliveries',
    meaning:
      'The application management token that signs deliveries. Required with `RECEIVER_PORT`: nothing is accepted unproven.',
    otherwise: 'With the sandbox: random at each start',
    isSecret: true,
  },
  RECEIVER_SECRET_OLD: {
    group: 'deliveries',
    meaning: 'The token before `RECEIVER_SECRET`: deliveries signed with it are still accepted while you rotate.',
    isSecret: true,
  },
  DELIVERIES_DAYS: {
    group: 'deliveries',
    meaning: 'For how many days deliveries are kept. Pinned ones stay.',
    fallback: 7,
  },
  DELIVERIES_MAX_MB: {
    group: 'deliveries',
    meaning: 'How much the kept deliveries may take, in MB. Past that the oldest are erased first.',
    fallback: 512,
  },
  DELIVERIES_KEY: {
    group: 'deliveries',
    meaning:
      '32 bytes or more that encrypt what deliveries say of users and vehicles: bodies, values and IDs are never stored in clear. The same on every instance. What was encrypted with a key derived from `SESSION_SECRET` stays readable.',
    otherwise: 'Derived from `SESSION_SECRET`',
    isSecret: true,
  },
  DELIVERIES_KEY_OLD: {
    group: 'deliveries',
    meaning:
      'Earlier keys, separated by commas, that still open what they encrypted and find it for a removal: an earlier `DELIVERIES_KEY`, or an earlier `SESSION_SECRET` if the key was derived from it. Keep one for 90 days, and for `DELIVERIES_DAYS` if that is longer.',
    isSecret: true,
  },
  DELIVERIES_REDACT: {
    group: 'deliveries',
    meaning:
      'Codes of signals whose values are never stored, separated by commas: `location-preciselocation,vehicleidentification-vin`. Not together with `FORWARD_TO`, which passes bodies on unchanged.',
    otherwise: 'None',
  },
  FORWARD_TO: {
    group: 'deliveries',
    meaning:
      'Where proven deliveries are passed on, body and signature unchanged: a JSON list of `{"name", "url", "webhookId"}`, the last one optional. Only public https addresses; redirects aren’t followed, and no proxy is used. Retried for seven hours.',
    otherwise: 'Nowhere',
    isSecret: true,
  },
  JOB_SIGN_IN_DAYS: {
    group: 'sign-in',
    meaning:
      'For how many days jobs that change something or bill continue after the last sign-in of the person they belong to; behind a proxy, after their last request. Then they pause. 1 to 60.',
    fallback: 7,
  },
  OIDC_ISSUER: {
    group: 'sign-in',
    meaning:
      'Sign-in with an OpenID Connect provider (code flow, PKCE). Set `OIDC_ISSUER`, `OIDC_CLIENT_ID` and `OIDC_CLIENT_SECRET` together. Register `PUBLIC_ORIGIN/auth/callback`, and `PUBLIC_ORIGIN/` for after sign-out; with `BASE_PATH`, it comes after the origin in both.',
  },
  OIDC_CLIENT_ID: {
    group: 'sign-in',
    meaning: 'The client ID at that provider.',
  },
  OIDC_CLIENT_SECRET: {
    group: 'sign-in',
    meaning: 'The client secret at that provider.',
    isSecret: true,
  },
  TRUSTED_USER_HEADER: {
    group: 'sign-in',
    meaning:
      'Used instead of a provider: the header with the user’s name, set by a proxy that signs people in. Requires `TRUSTED_PROXY`; ignored from other addresses.',
  },
  TRUSTED_PROXY: {
    group: 'sign-in',
    meaning:
      'The addresses or networks of the proxy, separated by commas, with either kind of sign-in. Its `X-Forwarded-For` has the client’s address.',
  },
  ROLE_CLAIM: {
    group: 'sign-in',
    meaning:
      'Required with sign-in: the claim that has a person’s roles, as a text, a list or ZITADEL’s object; the name can be a path (`realm_access.roles`). With `TRUSTED_USER_HEADER` it is a header (see `ROLE_FORMAT`). `none`: everyone who signs in is an operator.',
  },
  ROLE_FORMAT: {
    group: 'sign-in',
    meaning:
      'How the proxy’s header of roles joins them: `comma`, `pipe` (`a|b`), `semicolon`, `space`, `brackets` (`[a b]`), `json` (`["a","b"]`) or `single` (the whole header is one role). Default: `pipe` for headers that begin with `X-authentik-`, else `comma`. A role whose name has the separator can’t be told from two.',
  },
  HTTPS_PROXY: {
    group: 'network',
    meaning:
      'The HTTP proxy for https requests to the hosts, the token server, the sign-in provider and `NOTIFY_URL`, such as `proxy.example:3128`; without it that of `HTTP_PROXY`. The lower-case name overrides it. This computer is never reached through a proxy. A value that can’t be used, such as a SOCKS proxy, stops the start only if one of these would be reached through it.',
  },
  HTTP_PROXY: {
    group: 'network',
    meaning: 'The HTTP proxy for http requests. The lower-case name overrides it.',
  },
  NO_PROXY: {
    group: 'network',
    meaning:
      'What is reached without the proxy, separated by commas: names with all below them (`internal`, `.internal`, `*.internal`), addresses, networks (`10.0.0.0/8`, `fd00::/8`), each with or without a port (`[fd00::1]:443`), or `*`. Names aren’t resolved. The lower-case name overrides it.',
  },
  REDIS_URL: {
    group: 'network',
    meaning:
      'Not supported; setting it stops the start. Sealed cookies need no shared store, and instances share the rate bucket with `DATABASE_URL`.',
  },
  SANDBOX_CONNECTIONS: {
    group: 'sandbox',
    meaning: 'How many connections the sandbox has.',
    fallback: 2500,
  },
  SANDBOX_SEED: {
    group: 'sandbox',
    meaning: 'The seed of the sandbox’s random data: the same seed gives the same fleet.',
    fallback: 1,
  },
  SANDBOX_LATENCY_MS: {
    group: 'sandbox',
    meaning: 'How long the sandbox waits before each response.',
    fallback: 40,
  },
} as const satisfies Record<string, VariableDescription>

export type VariableName = keyof typeof variables
/** A variable whose value may also come from a file. */
export type SecretName = {
  [Name in VariableName]: (typeof variables)[Name] extends { isSecret: true } ? Name : never
}[VariableName]
export type SecretFile = `${SecretName}_FILE`

const isSecretName = (name: string): name is SecretName =>
  name in variables && 'isSecret' in variables[name as VariableName] // it has just been looked for
export const secretNames: readonly SecretName[] = Object.keys(variables).filter(isSecretName)
