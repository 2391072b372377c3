/** The texts of one signal of several vehicles. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'

export const heading = (signal: string) => `${signal} of several vehicles`
export const label = (name: string | undefined, id: string) => (name ? `${name} (${id})` : id)

// Which
export const add = 'Add vehicles'
export const field = 'Vehicles to add'
export const fieldHint = 'One ID or several, with spaces or commas between them'
export const addVerb = 'Add'
export const addOne = (name: string) => `Add ${name}`
export const recent = 'Recently viewed'
export const full = (most: number) => `At most ${formatCount(most)} vehicles are compared.`
export const notAdded = (count: number, most: number) => `${full(most)} ${plural(count, 'vehicle')} not added.`
export const takeOut = (name: string) => `Stop comparing ${name}`
export const whose = (name: string) => `Whose reading: ${name}`

// Reading
export const readAll = (count: number) => `Read ${plural(count, 'vehicle')} (${plural(count, 'request')})`
export const readOne = 'Read'
export const readAgain = 'Read again'
export const readAmong = (names: number) => `Read ${plural(names, 'vehicle')} again (${plural(names, 'request')})`
export const progress = (read: number, all: number) => `${formatCount(read)} of ${plural(all, 'vehicle')} read`
export const onThisPage = 'From this page'
export const readAt = (time: ReactNode) => <>Read {time}</>
export const cancelled = 'Canceled'
export const noValues = 'No values'
export const noNumbers = 'No numbers to draw'
export const times = (count: number) => `×${formatCount(count)}`

// What was read
export const table = 'Compared vehicles'
export const columns = ['Vehicle', 'Status', 'Latest', 'Min', 'Max', 'Values', 'Requests', 'Actions']
export const newestOnly = (most: number) => `The newest ${formatCount(most)} values of each vehicle, at most.`
export const showTable = 'Show as table'
export const points = 'Compared values'
/** Within a sentence. */
export const pointsTable = 'compared values'
export const pointColumns = ['Time', 'Vehicle', 'Value']
export const morePoints = (count: number) => `${plural(count, 'older value')} only in the CSV.`
export const save = (rows: number) => `Save comparison as CSV (${plural(rows, 'row')})`
export const fileName = (signal: string) => `${signal} compared`
export const vehicles = (count: number) => plural(count, 'vehicle')
