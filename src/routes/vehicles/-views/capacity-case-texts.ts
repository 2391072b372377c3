/** The texts of what case a battery capacity is, apart: a batch of several reads says it too. */
import { formatNumber } from '../../../ui/measure'

/** The cases by what they are called, and what each means. */
export const cases = {
  determined: ['Determined by the service', 'The service knows this battery’s capacity; nobody has to choose.'],
  undetermined: [
    'The owner must choose',
    'The provider can’t tell which battery this is. The owner can choose on the hosted page that the link leads to.',
  ],
  undeterminedUnlinked: [
    'Not determined',
    'The provider can’t tell which battery this is, and sent no address where the owner could choose.',
  ],
  chosen: ['The owner chose', 'The owner picked this capacity on the hosted page, and may pick again there.'],
  chosenUnlinked: [
    'The owner chose',
    'The owner picked this capacity. The provider sent no address for another choice.',
  ],
  outside: ['Not one of the cases that the interface shows', 'What was sent is shown below as far as it can be read.'],
} as const

// What in the answer says so
export const capacityNull = 'capacity is null'
export const capacityAbsent = 'capacity is absent'
export const sourceIs = (source: string | null | undefined) =>
  `capacity.source is ${source === null ? 'null' : (source ?? 'absent')}`
export const candidatesAbsent = 'the candidates are absent'
export const candidates = (count: number) => `there ${count === 1 ? 'is 1 candidate' : `are ${count} candidates`}`
export const urlSet = 'url is set'
export const urlEmpty = 'url is empty'
export const urlNull = 'url is null'
export const urlAbsent = 'url is absent'

// What does not fit the case
export const urlExpected = 'In this case the interface shows a url set.'
export const noUrlExpected = 'In this case the interface shows a url of null.'
export const oneExpected = (count: number) => `In this case the interface shows one candidate; there are ${count}.`
export const severalExpected = (count: number) =>
  `In this case the interface shows several candidates; there ${count === 1 ? 'is one' : 'are none'}.`
export const notAmongThem = (capacity: number) =>
  `The chosen ${formatNumber(capacity)} kWh is not among the candidates.`
