/** What the address of the record may say: the server's own parameters, each with the name of its field. */
import { activityKinds, activityOutcomes, isIsoTime, MOST_RECORDS } from '../../api/activity'
import { choiceField, countField, formField, searchOf, textField } from '../../api/search'

export const ActivitySearch = searchOf({
  operation: textField,
  operator: textField,
  outcome: choiceField(...activityOutcomes),
  kind: choiceField(...activityKinds),
  since: formField(isIsoTime),
  until: formField(isIsoTime),
  text: textField,
  before: countField(Number.MAX_SAFE_INTEGER),
  limit: countField(MOST_RECORDS),
})
export type ActivitySearch = ReturnType<typeof ActivitySearch>
