/** Columns of the record of changes and vehicle reads in a file. */
import type { ActivityRecord } from './activity'
import type { FileColumns } from './file-columns'

type Recorded = Omit<ActivityRecord, 'host' | 'subject'> & { host?: string | undefined }

export const activityColumns: FileColumns<Recorded> = {
  time: ({ time }) => time,
  kind: ({ kind }) => kind,
  operator: ({ operator }) => operator,
  operation: ({ operation }) => operation,
  host: ({ host }) => host,
  parameters: ({ parameters }) =>
    Object.entries(parameters)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  requests: ({ requests }) => requests,
  status: ({ status }) => status,
  reason: ({ reason }) => reason,
  durationMs: ({ durationMs }) => durationMs,
  requestId: ({ requestId }) => requestId,
  id: ({ id }) => id,
  client: ({ client }) => client,
}
