/** Errors of the engines as the store's failures: the word that decides, and nothing of a row, an address or a password. */
import { describe, expect, it } from 'vitest'
import { inWords, toFolderError, toStoreError } from './failures'
import { databaseRemedy } from './postgres-remedies'
import { StoreError } from './store'

const engineError = (code: string | undefined, beside = {}) =>
  Object.assign(new Error('Key (id)=(canary) at postgresql://a:canary@b'), { detail: 'canary', code, ...beside })

describe('a failure', () => {
  it.each([
    ['53100', 'full'],
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['57014', 'timeout'],
    ['55P03', 'timeout'],
    ['25P03', 'timeout'],
    ['XX001', 'corrupt'],
    ['08006', 'unavailable'],
    ['28P01', 'unavailable'],
    ['3D000', 'unavailable'],
    ['53300', 'unavailable'],
    ['57P01', 'unavailable'],
    ['57P03', 'unavailable'],
    ['ECONNREFUSED', 'unavailable'],
    ['ENOTFOUND', 'unavailable'],
    ['23505', 'failed'],
    ['40001', 'conflict'],
    ['40P01', 'conflict'],
    ['25006', 'readonly'],
    ['57P02', 'unavailable'],
    ['EHOSTUNREACH', 'unavailable'],
    ['22021', 'failed'],
  ])('of code %s is %s', (code, failure) => {
    const found = toStoreError(engineError(code))
    const remedy = databaseRemedy(code, '')
    const words = remedy ? `${code}: ${remedy}` : code
    expect(found).toMatchObject({ failure, cause: { message: words } })
    expect(inWords(found)).toBe(`${found.message.slice(0, -1)} (${words}).`)
    expect(`${inWords(found)} ${found.stack} ${JSON.stringify(found)} ${found.cause}`).not.toContain('canary')
  })
  it('names a constraint, and of a wrong statement what is wrong with it', () => {
    expect(inWords(toStoreError(engineError('23505', { constraint: 'users_pkey' })))).toBe(
      'The store rejected a statement (23505, users_pkey).',
    )
    expect(inWords(toStoreError(Object.assign(new Error('column "a" does not exist'), { code: '42703' })))).toBe(
      'The store rejected a statement (42703: column "a" does not exist).',
    )
  })
  it('without a code is what it can only be, and says only what the driver is known to say', () => {
    expect(toStoreError(engineError(undefined), 'unavailable')).toMatchObject({
      failure: 'unavailable',
      cause: undefined,
    })
    expect(toStoreError(new Error('Query read timeout'), 'unavailable')).toMatchObject({
      failure: 'unavailable',
    })
    // All its connections are in use: it is there, and slow.
    expect(toStoreError(new Error('timeout exceeded when trying to connect'), 'unavailable')).toMatchObject({
      failure: 'timeout',
    })
    expect(inWords(toStoreError(new Error('Connection terminated unexpectedly'), 'unavailable'))).toBe(
      'The store can’t be reached (Connection terminated unexpectedly).',
    )
    expect(toStoreError('canary')).toMatchObject({ failure: 'failed', cause: undefined })
    expect(toStoreError(engineError('ERR_CANARY'), 'unavailable')).toMatchObject({ failure: 'unavailable' })
  })
  it.each([
    ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432', 'no database listens at the address'],
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND canary', 'check its name'],
    ['ENOENT', 'connect ENOENT /run/canary/.s.PGSQL.5432', 'the socket of the address doesn’t exist'],
    ['28P01', 'password authentication failed for user "canary"', 'the database rejected the password'],
    ['3D000', 'database "canary" does not exist', 'an administrator can create it'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain', 'sslrootcert=PATH'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', 'NODE_EXTRA_CA_CERTS'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'Hostname/IP does not match', 'another name than the address has'],
    ['CERT_HAS_EXPIRED', 'certificate has expired', 'has expired'],
    ['', 'The server does not support SSL connections', 'sslmode=disable'],
    ['28000', 'no pg_hba.conf entry for host "10.0.0.1", user "canary", no encryption', 'sslmode=verify-full'],
    ['08P01', 'unsupported startup parameter: options', 'refuses the parameter options of the address'],
    ['08P01', 'unsupported startup parameter in options: search_path', 'the parameter search_path of'],
    ['08P01', 'transaction blocks not allowed in statement pooling mode', 'transaction or session mode'],
    ['08P01', 'server login failed: FATAL password authentication failed for user "canary"', 'can’t sign in'],
    ['42501', 'permission denied for schema public', 'GRANT CREATE, USAGE ON SCHEMA public'],
  ])('of code %s, "%s", has its remedy', (code, message, remedy) => {
    const line = inWords(toStoreError(Object.assign(new Error(message), code && { code }), 'unavailable'))
    expect(line).toContain(remedy)
    expect(line).not.toContain('canary')
  })
  it('that is one stays what it is', () => {
    const error = new StoreError('locked')
    expect(toStoreError(error, 'unavailable')).toBe(error)
    expect(inWords(error)).toBe('The store is in use by another process.')
  })
})

describe('an error of the store’s folder', () => {
  it.each([
    [
      'EROFS',
      'unavailable',
      'The store can’t be reached (STORE_DIR: /data/store, EROFS: its file system is read-only).',
    ],
    [
      'EACCES',
      'unavailable',
      'The store can’t be reached (STORE_DIR: /data/store, EACCES: let the server’s user write to it).',
    ],
    ['ENOSPC', 'full', 'The store has no room left (ENOSPC).'],
  ])('%s names the folder and the remedy', (code, failure, words) => {
    const error = toFolderError(Object.assign(new Error('canary'), { code }), '/data/store')
    expect(error).toMatchObject({ failure })
    expect(inWords(error)).toBe(words)
  })
  it('that is already the store’s stays', () => {
    const error = new StoreError('locked')
    expect(toFolderError(error, '/data/store')).toBe(error)
  })
})
