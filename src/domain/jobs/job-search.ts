/** What the addresses of jobs may say: the server's own parameters. Part of every first load: what they mean the pages know. */
import { searchOf, textField } from '../../api/search'

export const JobsSearch = searchOf({ state: textField, operation: textField, after: textField, limit: textField })
export type JobsSearch = ReturnType<typeof JobsSearch>
