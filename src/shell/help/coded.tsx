/** A text in which what is between backticks is code. */
export function Coded({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code translate="no" key={index}>
        {part}
      </code>
    ) : (
      part
    ),
  )
}
