/** Bodies of every shape, and answers that are none, on every tab of a vehicle. */
import { answersThatAreNone, everyShape, tabs } from '../bodies'
import { test } from '../test'

for (const [tab, title, button] of tabs) {
  test(`${title}: bodies of every shape, and answers that are none`, async ({ signedIn: page }) => {
    await everyShape(page, tab)
    await answersThatAreNone(page, tab, button)
  })
}
