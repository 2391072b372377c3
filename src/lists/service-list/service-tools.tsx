/** The tools of a list of the service, beside its title: there before its rows are. */
import { later } from '../../ui/later'
import type { Named } from '../columns'
import { ListTools } from '../list-tools'
import type { TakeAwayProps } from './export-list'

/** Loaded when it is opened. */
const TakeAway = later(() => import('./export-list').then((module) => module.TakeAway))

interface Props<Row extends { id: string }> extends Omit<TakeAwayProps<Row>, 'answer'> {
  columns: readonly Named[]
  answer: TakeAwayProps<Row>['answer'] | undefined
}

export function ServiceTools<Row extends { id: string }>({ columns, answer, file, ...list }: Props<Row>) {
  return (
    <ListTools list={list.id} columns={columns}>
      {answer?.value.data?.length ? (
        <TakeAway {...list} answer={answer} file={file as never /* of the same rows as the answer */} />
      ) : undefined}
    </ListTools>
  )
}
