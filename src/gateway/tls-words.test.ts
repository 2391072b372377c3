/** Words for TLS failures of real handshakes, with certificates made here. */
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, type Server } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { createCertificate } from '../receiver/certificate-harness'
import { createOutbound } from './forward/outbound'
import { createConnector, tlsWords } from './tls-words'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const root = createCertificate({ name: 'Example Root CA', isAuthority: true })
const intermediate = createCertificate({ name: 'Example Issuing CA', isAuthority: true, issuer: root })
const DAY_MS = 86_400_000
const now = Date.now()
const hosts = ['127.0.0.1']
const plainTrust = { hasSystemStore: false, hasExtraFile: false }

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => new Promise((resolve) => server.close(resolve)))
  return (server.address() as AddressInfo).port // listening on TCP
}

/** @returns the error of a connection to a server with these options */
async function failureOf(options: TlsOptions, ca: string | null = root.cert): Promise<unknown> {
  const server = createTlsServer(options, (socket) => socket.on('error', () => undefined).end())
  server.on('tlsClientError', () => undefined)
  return connectTo(await listen(server), ca)
}

function connectTo(port: number, ca: string | null): Promise<unknown> {
  const connector = createConnector(ca === null ? {} : { ca })
  return new Promise((resolve) =>
    connector({ hostname: '127.0.0.1', protocol: 'https:', port: String(port) }, (error, socket) => {
      socket?.destroy()
      resolve(error ?? 'connected')
    }),
  )
}

/** Ports differ from run to run. */
const wordsOf = (error: unknown, trust = plainTrust) => tlsWords(error, trust)?.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
const dateText = (date: Date) => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`

describe('names host, issuer and remedy for', () => {
  it('a certificate that can be trusted: nothing', async () => {
    const { key, cert } = createCertificate({ name: 'leaf', hosts, issuer: root })
    expect(await failureOf({ key, cert })).toBe('connected')
  })
  it('a self-signed certificate', async () => {
    const { key, cert } = createCertificate({ name: 'vehicle.example', hosts })
    expect(wordsOf(await failureOf({ key, cert }))).toBe(
      'the certificate of HOST is self-signed (issuer “vehicle.example”). To trust it, set NODE_EXTRA_CA_CERTS to a PEM file with that certificate, and restart this server',
    )
  })
  it('a root that is sent, but not trusted', async () => {
    const { key, cert } = createCertificate({ name: 'leaf', hosts, issuer: intermediate })
    const error = await failureOf({ key, cert: cert + intermediate.cert + root.cert }, null)
    expect(wordsOf(error)).toBe(
      'the certificate of HOST was issued by “Example Root CA”, which this server doesn’t trust. To trust it, set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of that authority, and restart this server',
    )
  })
  it('a root that isn’t sent', async () => {
    const { key, cert } = createCertificate({ name: 'leaf', hosts, issuer: intermediate })
    const words = wordsOf(await failureOf({ key, cert: cert + intermediate.cert }, null))
    expect(words).toContain('was issued by “Example Root CA”, which this server doesn’t trust.')
  })
  it('an intermediate certificate that the host forgets to send', async () => {
    const { key, cert } = createCertificate({ name: 'leaf', hosts, issuer: intermediate })
    const words = wordsOf(await failureOf({ key, cert }))
    expect(words).toContain('was issued by “Example Issuing CA”, which this server doesn’t trust')
    expect(words).toContain('If the issuer is an intermediate authority, HOST has to send its certificate, too.')
  })
  it('a certificate that has expired, and one that isn’t valid yet', async () => {
    const past = new Date(now - DAY_MS)
    const expired = createCertificate({ name: 'leaf', hosts, issuer: root, to: past })
    expect(wordsOf(await failureOf(expired))).toBe(
      `the certificate of HOST has expired (${dateText(past)}) (issuer “Example Root CA”). It has to be renewed, unless the clock of this computer is wrong`,
    )
    const future = new Date(now + DAY_MS)
    const early = createCertificate({ name: 'leaf', hosts, issuer: root, from: future })
    expect(wordsOf(await failureOf(early))).toContain(`the certificate of HOST isn’t valid before ${dateText(future)}`)
  })
  it('an authority’s certificate that has expired', async () => {
    const to = new Date(now - DAY_MS)
    const old = createCertificate({ name: 'Old CA', isAuthority: true, issuer: root, to })
    const { key, cert } = createCertificate({ name: 'leaf', hosts, issuer: old })
    expect(wordsOf(await failureOf({ key, cert: cert + old.cert }))).toContain(
      `the certificate of HOST depends on that of “Old CA”, which has expired (${dateText(to)})`,
    )
  })
  it('a certificate of other names, the first five', async () => {
    const names = Array.from({ length: 8 }, (_, nth) => `name-${nth}.example`)
    const { key, cert } = createCertificate({ name: 'leaf', hosts: names, issuer: root })
    expect(wordsOf(await failureOf({ key, cert }))).toBe(
      'the certificate of HOST is for other names: name-0.example, name-1.example, name-2.example, name-3.example, name-4.example and 3 more (issuer “Example Root CA”). Check the address, or have a certificate issued for this name',
    )
  })
  it('a version of TLS that is too old', async () => {
    const { key, cert } = createCertificate({ name: 'leaf', hosts, issuer: root })
    const old = { key, cert, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    expect(wordsOf(await failureOf(old))).toContain('HOST offers no version of TLS that this server accepts')
  })
  it('a port without TLS', async () => {
    const port = await listen(createHttpServer((_, response) => response.end()))
    expect(wordsOf(await connectTo(port, null))).toContain('HOST doesn’t use TLS at this port')
  })
  it('a server that requires a client certificate', async () => {
    const { key, cert } = createCertificate({ name: 'leaf', hosts, issuer: root })
    // With TLS 1.3 the client learns of it only after its request.
    const error = await failureOf({ key, cert, requestCert: true, ca: root.cert, maxVersion: 'TLSv1.2' })
    expect(wordsOf(error)).toMatch(/^HOST (refused the TLS handshake|requires a client certificate)/)
  })
})

describe('the remedy', () => {
  const selfSigned = () => failureOf(createCertificate({ name: 'leaf', hosts }))
  it('mentions the system’s store only if this Node knows it', async () => {
    const error = await selfSigned()
    expect(wordsOf(error, { hasSystemStore: true, hasExtraFile: false })).toContain(
      'or NODE_OPTIONS to --use-system-ca if this computer trusts it',
    )
    const isKnown = process.allowedNodeEnvironmentFlags.has('--use-system-ca')
    expect(tlsWords(error)?.includes('--use-system-ca')).toBe(isKnown)
  })
  it('adds to a file of NODE_EXTRA_CA_CERTS that is set', async () => {
    expect(wordsOf(await selfSigned(), { hasSystemStore: false, hasExtraFile: true })).toContain(
      'add that certificate to the file of NODE_EXTRA_CA_CERTS, and restart',
    )
  })
})

it('prints names of a certificate bounded, in one line and without control characters', async () => {
  const name = `\u202eevil\u0000\r\n\u001b[31m${'x'.repeat(3_000)}`
  const { key, cert } = createCertificate({ name, hosts })
  const words = wordsOf(await failureOf({ key, cert })) ?? ''
  expect(words).toContain('(issuer “evil [31mxxx')
  expect(words).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  expect(words.length).toBeLessThan(350)
  const blank = createCertificate({ name: ' \u200b ', hosts })
  expect(wordsOf(await failureOf(blank))).toMatch(/^the certificate of HOST is self-signed\. /)
})

it('is found in the causes of an error, and is undefined for errors of other kinds', async () => {
  const { key, cert } = createCertificate({ name: 'leaf', hosts })
  const error = await failureOf({ key, cert })
  const wrapped = new TypeError('fetch failed', { cause: new Error('more', { cause: error }) })
  expect(wordsOf(wrapped)).toBe(wordsOf(error))
  expect(wordsOf({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })).toMatch(/^the certificate of the host is self-signed\. /)
  const cyclic = new Error('cyclic')
  cyclic.cause = cyclic
  const others = [cyclic, new Error('no code'), Object.assign(new Error(), { code: 'ECONNRESET' }), 'text', null]
  expect(others.map((one) => tlsWords(one))).toEqual(others.map(() => undefined))
  const write = Object.assign(
    new Error('write EPROTO 80:error:0A00010B:SSL routines:get_record:wrong version number:'),
    {
      code: 'EPROTO',
    },
  )
  expect(tlsWords(write)).toContain('doesn’t use TLS at this port')
})

it('names the proxy if it is the proxy’s certificate', async () => {
  const { key, cert } = createCertificate({ name: 'leaf', hosts })
  const server = createTlsServer({ key, cert })
  server.on('tlsClientError', () => undefined)
  const proxy = `127.0.0.1:${await listen(server)}`
  const outbound = createOutbound({ httpsProxy: `https://${proxy}`, httpProxy: '', noProxy: '' })
  closers.push(outbound.close)
  const error: unknown = await outbound.fetch('https://vehicle.example/', {}).catch((reason: unknown) => reason)
  expect(tlsWords(error, plainTrust)).toContain(`the certificate of ${proxy} is self-signed`)
})

it('explains the host’s certificate behind a proxy’s tunnel, too', async () => {
  const { key, cert } = createCertificate({ name: 'leaf', hosts, issuer: intermediate })
  const server = createTlsServer({ key, cert: cert + intermediate.cert + root.cert })
  server.on('tlsClientError', () => undefined)
  const target = await listen(server)
  const proxy = createHttpServer()
  const requested: (string | undefined)[] = []
  proxy.on('connect', (request, socket, head) => {
    requested.push(request.url)
    const other = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      other.write(head)
      other.pipe(socket).pipe(other)
    })
    for (const one of [other, socket]) one.on('error', () => undefined)
    socket.on('close', () => other.destroy())
  })
  const port = await listen(proxy)
  const outbound = createOutbound({ httpsProxy: `http://127.0.0.1:${port}`, httpProxy: '', noProxy: '' })
  closers.push(outbound.close)
  for (const address of ['https://vehicle.example/', 'https://vehicle.example:8443/']) {
    const error: unknown = await outbound.fetch(address, {}).catch((reason: unknown) => reason)
    expect(tlsWords(error, plainTrust)).toContain(
      `the certificate of ${new URL(address).host} was issued by “Example Root CA”, which this server doesn’t trust`,
    )
  }
  expect(requested).toEqual(['vehicle.example:443', 'vehicle.example:8443'])
})
