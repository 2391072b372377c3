/** Why there is no value, in words: nothing is ever shown as a bare dash. */

const words = {
  null: ['null', 'The service sent null: it has no value for this.'],
  absent: ['absent', 'The answer does not have this field, or not as the interface shows it.'],
  empty: ['none', 'The answer has an empty list here.'],
} as const

export function NoValue({ kind }: { kind: keyof typeof words }) {
  const [word, explanation] = words[kind]
  return (
    <span className="quiet" title={explanation}>
      — {word}
    </span>
  )
}

/** Text as it is, or the word for why there is none. */
export function Text({ value }: { value: string | number | null | undefined }) {
  if (value === undefined) return <NoValue kind="absent" />
  if (value === null) return <NoValue kind="null" />
  return <bdi>{value === '' ? '“”' : value}</bdi>
}
