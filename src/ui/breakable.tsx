/** A path that breaks where it may: before a slash or behind an underscore, never within a word. */
import { Fragment } from 'react'

export const Breakable = ({ path }: { path: string }) =>
  path.split(/(?<=[^/])(?=\/)|(?<=_)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
