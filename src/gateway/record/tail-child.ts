/** For tests: a process of its own that takes a record over into a database for as long as it lives. */
import { createActivity } from '../../store/activity'
import { createPostgres } from '../../store/postgres'
import { openRealm } from '../../store/realms'
import { followRecord } from './activity-tail'

const [path = '', url = ''] = process.argv.slice(2)
const print = (line: string) => console.error(line)
const log = { info: () => undefined, warn: print, error: print }
const store = createPostgres({ url, pool: 2 }, log)
const activity = createActivity(store, await openRealm(store, 'killed'))
followRecord({ path, activity, retainDays: 400, log, everyMs: 5 })
console.info('here')
