/** Which addresses a saved view may have. */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { isPage } from './view-address'

const routes = fileURLToPath(new URL('../routes', import.meta.url))
const files = readdirSync(routes, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.tsx') && !/^(__root|\$)\.tsx$/.test(file),
)

it.each(files)('the page in %s has one', (file) => {
  const path = file
    .replace(/\.tsx$/, '')
    .replaceAll(/[.\\]/g, '/') // a dot in the name of a route is a slash of its address
    .replaceAll('_/', '/')
    .replace(/(^|\/)index$/, '')
  const withIds = path.replaceAll(/\{-(\$\w+)\}/g, '$1').replaceAll(/\$\w+/g, '7')
  expect(isPage(`/${withIds}`)).toBe(true)
  expect(isPage(`/${withIds}?page[size]=5`)).toBe(true)
})
it.each(['/Users', '/users/', '/connections/a.b', '/connections/../users'])('%s is a page', (address) => {
  expect(isPage(address)).toBe(true)
})
it.each([
  '/api/vehicle/v3/connections',
  '/team/views',
  '/team',
  '/session',
  '/auth/sign-out',
  '/activity.json',
  '/activity/file',
  '/deliveries.json',
  '/deliveries/tail',
  '/deliveries/7/body',
  '/healthz',
  '/users/../api/x',
  '/%61pi/x',
  '/nowhere',
  '//users',
  'https://evil.example/users',
])('%s is none', (address) => {
  expect(isPage(address)).toBe(false)
})
