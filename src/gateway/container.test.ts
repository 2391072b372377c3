/** How the server is run, read by rule where no engine, systemd or proxy is at hand: no root, no moving tag, every file is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { engines } from '../../package.json'
import { variables } from '../api/variables.data'
import { longestChangeMs } from './forward/exchange'
import { readEnvironment } from './settings/environment'

const file = readFileSync('.container/Containerfile', 'utf8')
/** One instruction a line, with what continues it. */
const instructions = file
  .replace(/\\\n/g, '')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => ({ name: /^\S+/.exec(line)?.[0] ?? '', rest: line.replace(/^\S+\s+/, '').trim() }))
const allOf = (name: string) => instructions.filter((one) => one.name === name).map(({ rest }) => rest)
/** The stage that is run. */
const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
const lastOf = (name: string) => last.filter((one) => one.name === name).map(({ rest }) => rest)
const environment = Object.fromEntries(
  lastOf('ENV').flatMap((rest) => rest.split(/\s+/).map((pair) => pair.split('=') as [string, string])), // name=value
)

describe('.container/Containerfile', () => {
  it('holds nothing but known instructions', () => {
    const known = ['FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'VOLUME', 'EXPOSE', 'USER', 'HEALTHCHECK', 'CMD']
    expect(instructions.filter(({ name }) => !known.includes(name))).toEqual([])
  })
  it('stands on one major version of Node by its full name, which the server runs on', () => {
    const images = allOf('FROM').map((rest) => rest.split(' ')[0] ?? '')
    expect(images).toHaveLength(2)
    for (const image of images) expect(image).toMatch(/^docker\.io\/library\/node:\d+-slim$/)
    const major = Number(/node:(\d+)/.exec(images[1] ?? '')?.[1])
    expect(major).toBeGreaterThanOrEqual(Number(/\d+/.exec(engines.node)?.[0]))
    expect(file).not.toContain('latest')
  })
  it('does not run as root, and says so with a number, after the last thing that needs to be', () => {
    expect(lastOf('USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)])
    const user = last.findIndex(({ name }) => name === 'USER')
    expect(last.slice(user).map(({ name }) => name)).not.toContain('RUN')
  })
  it('copies what is there: of the folder what is not ignored, of the first stage what it made', () => {
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
    for (const rest of allOf('COPY')) {
      const sources = rest.split(/\s+/).slice(0, -1)
      if (sources[0] !== '--from=build') {
        for (const source of sources)
          expect([source, existsSync(source), ignored.includes(`!${source}`)]).toEqual([source, true, true])
        continue
      }
      for (const source of sources.slice(1)) expect(source).toMatch(/^\/src\/(package\.json|build|dist)$/)
    }
  })
  it('gets no secret into the image: everything is ignored but what the build needs', () => {
    const [first, ...more] = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    expect(first).toBe('*')
    const allowed = more.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
    expect(allowed.toSorted()).toEqual(
      allOf('COPY')
        .filter((rest) => !rest.startsWith('--from'))
        .flatMap((rest) => rest.split(/\s+/).slice(0, -1))
        .toSorted(),
    )
    expect(instructions.filter(({ name, rest }) => name === 'ENV' && /TOKEN|SECRET/.test(rest))).toEqual([])
  })
  it('is asked for its health where it listens, and starts what the build makes', () => {
    expect(environment).toMatchObject({ HOST: '0.0.0.0', PORT: lastOf('EXPOSE')[0] })
    const [check] = lastOf('HEALTHCHECK')
    const command = JSON.parse(/CMD (\[.*\])$/.exec(check ?? '')?.[1] ?? '[]')
    expect(command.slice(0, 2)).toEqual(['node', '-e'])
    expect(command[2]).toContain('/healthz')
    expect(() => new Function(command[2])).not.toThrow()
    expect(lastOf('CMD').map((rest) => JSON.parse(rest))).toEqual([['node', 'build/main.js']])
  })
  it('is run with a volume in every command that the documents have', () => {
    const commands = ['.container/Containerfile', 'README.md', 'src/gateway/README.md', 'src/shell/help/manual.data.ts']
      .flatMap((path) => readFileSync(path, 'utf8').replace(/\\\n/g, '').split('\n'))
      .filter((line) => /\b(podman|docker) run\b/.test(line))
    expect(commands.length).toBeGreaterThan(1)
    for (const command of commands) expect(command).toContain(`-v forecourt:${lastOf('VOLUME')[0]}`)
  })
  it('is built with its health check, which Podman keeps in the format of Docker alone', () => {
    const commands = ['.container/Containerfile', 'src/gateway/README.md']
      .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
      .filter((line) => /\bpodman build\b/.test(line))
    expect(commands).toHaveLength(2)
    for (const command of commands) expect(command).toContain('--format docker')
  })
  it('writes to its volume alone', () => {
    const [volume = ''] = lastOf('VOLUME')
    for (const name of ['AUDIT_LOG', 'STORE_DIR']) expect(environment[name]).toMatch(new RegExp(`^${volume}/\\w`))
    // Also as any user of group 0, which OpenShift chooses. Nobody else in the image is in that group.
    expect(lastOf('RUN')).toEqual([`install -d -o node -g 0 -m 0770 ${volume}`])
  })
})

describe('.container/forecourt.service', () => {
  const unit = readFileSync('.container/forecourt.service', 'utf8')
  it('starts what is built, as nobody, with a record in its own folder', () => {
    expect(readdirSync('.container').toSorted()).toEqual(
      ['Caddyfile', 'Containerfile', 'forecourt.service', 'nginx.conf'].toSorted(),
    )
    for (const line of [
      'ExecStart=/usr/bin/node /opt/forecourt/build/main.js',
      'Environment=AUDIT_LOG=/var/lib/forecourt/audit.jsonl',
      'Environment=STORE_DIR=/var/lib/forecourt/store',
      ...['DynamicUser=yes', 'StateDirectory=forecourt', 'NoNewPrivileges=yes', 'ProtectSystem=strict'],
      'CapabilityBoundingSet=',
    ])
      expect(unit.split('\n')).toContain(line)
    // With everything that a change may wait for.
    const env = { PRESET: 'smartcar', CLIENT_ID: 'a', CLIENT_SECRET: 'b' }
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])
    expect(seconds * 1000).toBeGreaterThan(longestChangeMs(readEnvironment(env)))
  })
})

describe.each([
  ['nginx.conf', /proxy_read_timeout (\d+)s; +# above/, /client_max_body_size 8m;/],
  ['Caddyfile', /response_header_timeout (\d+)s/, /max_size 8MiB/],
])('.container/%s', (name, timeout, body) => {
  const text = readFileSync(`.container/${name}`, 'utf8')
  it('leads to where the server listens, and waits as long as it does', () => {
    expect(text).toContain(`127.0.0.1:${variables.PORT.fallback}`)
    const { READ_TIMEOUT_MS, VEHICLE_READ_TIMEOUT_MS } = variables
    const longest = READ_TIMEOUT_MS.fallback + VEHICLE_READ_TIMEOUT_MS.fallback + 10_000
    expect(Number(timeout.exec(text)?.[1]) * 1000).toBeGreaterThan(longest)
  })
  it('keeps its connections to both listeners for less time than the server does', () => {
    const connections = text.match(/proxy_pass http|reverse_proxy 127/g)?.length
    const seconds = [...text.matchAll(/^\s*keepalive(?:_timeout)? (\d+)s/gm)].map(([, found]) => Number(found))
    expect([connections, seconds.length]).toEqual([2, 2])
    for (const one of seconds) expect(one * 1000).toBeLessThan(variables.KEEP_ALIVE_MS.fallback)
    expect(text.match(/versions 1\.1|proxy_http_version 1\.1/g)).toHaveLength(2)
    expect(text.match(/^[^#\n]*(?:add_)?header Strict-Transport-Security "?max-age=31536000/gm)).toHaveLength(2)
  })
  it('lets a job in, replaces a name that a client sent, and keeps deliveries apart', () => {
    expect(text).toMatch(body)
    expect(text).toMatch(/X-Remote-User (\$remote_user|\{http\.auth\.user\.id\})/)
    expect(text).toContain('hooks.example')
    expect(text).toMatch(/\/deliveries\//)
  })
})
