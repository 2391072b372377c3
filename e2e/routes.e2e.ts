/** A page that the router knows stands in each table of pages that the checks go through: one that is forgotten is named. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rows } from './faults.data'
import { routes } from './routes.data'
import { expect, test } from './test'
import { paths } from './urls'

/** The router's own list, as its file has it. */
const known = [
  ...(/fullPaths:\n((?: +\| '.*'\n)+)/
    .exec(readFileSync(fileURLToPath(new URL('../src/routeTree.gen.ts', import.meta.url)), 'utf8'))?.[1]
    ?.matchAll(/'(.*)'/g) ?? []),
].map(([, path = '']) => path.replace(/(?<=.)\/$/, ''))

const tables: Record<string, readonly string[]> = {
  'faults and hostile data': rows.map(({ route }) => route),
  'generated addresses': paths,
  'the accessibility sweep': routes.map(([route]) => route),
}

for (const [name, addresses] of Object.entries(tables))
  test(`every page has its line among those of ${name}`, () => {
    expect(known.length).toBeGreaterThan(20)
    const places = addresses.map((address) => address.replace(/\?.*/, ''))
    const missing = known.filter((path) => {
      const pattern = new RegExp(`^${path.replace(/\/\{-\$\w+\}/g, '(/[^/]+)?').replace(/\$\w+/g, '[^/]+')}$`)
      return !places.some((place) => pattern.test(place))
    })
    expect(missing).toEqual([])
  })
