/** Why an answer has no value, in words: nothing is ever shown as a bare dash. Zero is a value and never stands here. */
import { cut } from './format'
import { Icon } from './icon'
import type { IconName } from './icon-names'
import styles from './no-value.module.css'

/** Its sign, its word, and what that means. */
export type Word = readonly [icon: IconName, word: string, explanation: string]

const words = {
  null: ['minus', 'Not reported', 'null: the vehicle reported no value.'],
  absent: ['circle-dashed', 'Not in response', 'absent: the response doesn’t have this field as documented.'],
  empty: ['circle-slash', 'None', 'The list in the response is empty.'],
} as const

export const NoValue = ({ kind }: { kind: keyof typeof words }) => <Said kind={kind} word={words[kind]} />

export function Said({ kind, word: [icon, word, explanation] }: { kind: string; word: Word }) {
  return (
    <span className={styles.value} data-kind={kind} title={explanation}>
      <Icon name={icon} size={14} /> {word}
    </span>
  )
}

/** What is longer is no text for a line; the raw JSON has the whole. */
const MOST_DRAWN = 1000

/** Text as it is, or the word for why there is none. */
export function Text({ value }: { value: string | number | null | undefined }) {
  if (value === undefined) return <NoValue kind="absent" />
  if (value === null) return <NoValue kind="null" />
  return <bdi translate="no">{value === '' ? '“”' : typeof value === 'string' ? cut(value, MOST_DRAWN) : value}</bdi>
}
