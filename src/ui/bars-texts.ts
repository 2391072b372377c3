/** The texts of counts as bars. */
import { formatCount } from './format'

export const share = 'Share'
export const liveAndSimulated = 'Live and simulated'
export const simulatedAmong = (count: number) => `, ${formatCount(count)} of them simulated`
export const column = (name: string, count: number) => `${name}: ${formatCount(count)}`
export const most = (count: number) => `most ${formatCount(count)}`
export const live = 'live'
export const simulated = 'simulated'
