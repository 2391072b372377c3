/**
 * Every page and state of which there is a picture: no automated violation in light, dark and forced colors at four
 * widths, and nothing wider than the view. `CHECK_ONLY=connections,webhook` looks at some.
 */
import { checkEveryLook } from '../axe'
import { shots } from '../screenshots/shots.data'
import { openStudio, type Studio } from '../screenshots/studio'
import { test } from '../test'

let studio: Studio
test.beforeAll(async () => {
  studio = await openStudio()
})
test.afterAll(() => studio.close())

const only = process.env.CHECK_ONLY?.split(',')
for (const shot of shots.filter(({ name }) => only?.some((part) => name.startsWith(part)) ?? true)) {
  test(`${shot.name} in three schemes at four widths`, async () => {
    await studio.with(shot, { viewport: { width: 1440, height: 900 } }, checkEveryLook)
  })
}
