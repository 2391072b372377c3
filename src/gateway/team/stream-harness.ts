/** For tests of streams: what one says. */

/** What a stream says, as it comes. */
export function listen({ body }: Response) {
  let text = ''
  let isEnded = false
  const decoder = new TextDecoder()
  const read = async () => {
    for await (const chunk of body ?? []) text += decoder.decode(chunk, { stream: true })
  }
  void read()
    .catch(() => undefined) // cut off
    .finally(() => {
      isEnded = true
    })
  return { text: () => text, isEnded: () => isEnded }
}
