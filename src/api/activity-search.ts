/** What the address of the record may say: the server's own parameters, each with the name of its field. */
import { activityKinds, activityOutcomes, isIsoTime, isRecordCursor, isStatus, MOST_RECORDS } from './activity'
import { hostNames } from './endpoint'
import { choiceField, countField, formField, searchOf, textField } from './search'

export const ActivitySearch = searchOf({
  operation: textField,
  operator: textField,
  outcome: choiceField(...activityOutcomes),
  status: formField(isStatus),
  kind: choiceField(...activityKinds),
  host: choiceField(...hostNames),
  since: formField(isIsoTime),
  until: formField(isIsoTime),
  text: textField,
  before: formField(isRecordCursor),
  limit: countField(MOST_RECORDS),
})
export type ActivitySearch = ReturnType<typeof ActivitySearch>
