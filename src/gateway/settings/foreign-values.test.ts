/** Values of HOST and ports that other programs set: the refusal names the program and the remedy. */
import { expect, it } from 'vitest'
import { variables } from '../../api/variables.data'
import { readEnvironment } from './environment'
import { refusal } from './settings-harness'

it.each([
  ...['x86_64-conda-linux-gnu', 'x86_64-conda_cos6-linux-gnu', 'aarch64-conda-linux-gnu', 'arm64-apple-darwin20.0.0'],
  ...['x86_64-apple-darwin13.4.0', 'x86_64-w64-mingw32', 'powerpc64le-conda-linux-gnu', 'x86_64-alpine-linux-musl'],
])('HOST as conda sets it (%s) is named', (HOST) => {
  expect(refusal({ HOST })).toBe(
    `HOST: got "${HOST}", expects a host name or an IP address. That is the system that conda’s compilers build for, not an address. Unset HOST, or set it to 127.0.0.1.`,
  )
})
it.each(['arm64-builder.example', 'linux-gnu.example', 'my-darwin', 'conda', 'x86-64.example'])(
  'HOST may be the name %s',
  (HOST) => expect(readEnvironment({ HOST }).host).toBe(HOST),
)
it('names Kubernetes’ Service if it sets the port of another variable', () => {
  const ports = Object.keys(variables).filter((name) => name.endsWith('_PORT'))
  expect(ports).toEqual(expect.arrayContaining(['METRICS_PORT', 'RECEIVER_PORT']))
  for (const name of ports)
    expect(refusal({ [name]: 'tcp://10.0.0.1:4173' })).toMatch(
      new RegExp(`^${name}: got .* for a Service called ${name.slice(0, -5).toLowerCase()}\\. Set enableServiceLinks`),
    )
})
