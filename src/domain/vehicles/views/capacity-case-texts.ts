/** The texts of what case a battery capacity is, apart: a batch of several reads says it too. */
import { plural } from '../../../ui/format'
import { formatNumber } from '../../../ui/measure'

/** The cases by what they are called, and what each means. */
export const cases = {
  determined: [
    'Determined by the provider',
    'The provider knows this battery’s capacity. The owner doesn’t need to choose.',
  ],
  undetermined: [
    'The owner needs to choose',
    'The provider can’t tell which battery this is. Send the owner the link to choose.',
  ],
  undeterminedUnlinked: [
    'Not determined',
    'The provider can’t tell which battery this is, and offers the owner no choice.',
  ],
  chosen: ['The owner chose', 'The choice was made on the hosted page, and can be made again there.'],
  chosenUnlinked: ['The owner chose', 'It can’t be changed from here.'],
  outside: ['Unexpected response', 'It matches none of the API’s cases, and is shown below as far as it can be read.'],
} as const

// What in the answer says so
export const capacityNull = 'has no capacity'
export const capacityAbsent = 'leaves out the capacity'
export const sourceIs = (source: string | null | undefined) =>
  source === undefined
    ? 'leaves out the capacity’s source'
    : source === null
      ? 'has no source of the capacity'
      : `names ${source} as the capacity’s source`
export const candidatesAbsent = 'leaves out the candidates'
export const candidates = (count: number) => `lists ${count === 0 ? 'no candidates' : plural(count, 'candidate')}`
export const urlSet = 'includes a link'
export const urlEmpty = 'has an empty link'
export const urlNull = 'has no link'
export const urlAbsent = 'leaves out the link'

// What does not fit the case
export const urlExpected = 'The link to choose is missing. The API specifies a url for this case.'
export const noUrlExpected = 'The API specifies a url of null for this case.'
export const oneExpected = (count: number) => `The API specifies one candidate for this case; there are ${count}.`
export const severalExpected = (count: number) =>
  `The API specifies several candidates for this case; there ${count === 1 ? 'is one' : 'are none'}.`
export const notAmongThem = (capacity: number) =>
  `The chosen ${formatNumber(capacity)} kWh is not among the candidates.`
