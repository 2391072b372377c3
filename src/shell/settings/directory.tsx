/** The server's directory: its state, what its checks for changes cost a day, and whether they are made. */
import { DirectoryBar } from '../../domain/directory/directory-bar'
import { useDirectory } from '../../domain/directory/directory-queries'
import { noDirectory } from '../../domain/directory/directory-texts'
import { Unavailable } from '../../domain/directory/unavailable'
import * as texts from './texts'

export function Directory() {
  const directory = useDirectory()
  const { state, error, retry } = directory
  if (error !== undefined) return <Unavailable error={error} describe={noDirectory} onRetry={retry} />
  const perDay = state?.estimate.requestsADay
  return (
    <>
      <DirectoryBar directory={directory} what="user" mayStopChecks />
      {state?.nextCheckAt && perDay && <p className="quiet">{texts.checksCost(perDay)}</p>}
    </>
  )
}
