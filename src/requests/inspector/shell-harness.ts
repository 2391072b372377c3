/** The words that Windows' shells and its C runtime make of a command, by their documented rules. */

/** The arguments of a program by the rules of the C runtime ("Parsing C command-line arguments"), its own name left out. */
export function programArguments(line: string): string[] {
  const words: string[] = []
  let [word, isQuoted, isWord] = ['', false, false]
  for (let at = 0; at < line.length; at += 1) {
    const [run = ''] = /^\\*/.exec(line.slice(at)) ?? []
    if (run !== '') {
      const isBeforeQuote = line[at + run.length] === '"'
      word += isBeforeQuote ? '\\'.repeat(run.length / 2) : run
      at += run.length - 1
      isWord = true
      if (!isBeforeQuote || run.length % 2 === 0) continue
      word += '"'
      at += 1
    } else if (line[at] === '"') {
      if (isQuoted && line[at + 1] === '"') {
        word += '"'
        at += 1
      } else isQuoted = !isQuoted
      isWord = true
    } else if (/[ \t]/.test(line[at] ?? '') && !isQuoted) {
      if (isWord) words.push(word)
      ;[word, isWord] = ['', false]
    } else {
      word += line[at]
      isWord = true
    }
  }
  if (isQuoted) throw new Error(`A quote is open: ${line}`)
  return [...words, ...(isWord ? [word] : [])].slice(1)
}

/** Expands variables as cmd does at its prompt: one that doesn't exist stays as it is. */
function expanded(line: string, variables: Readonly<Record<string, string>>): string {
  for (let at = line.indexOf('%'); at >= 0; at = line.indexOf('%', at + 1)) {
    const end = line.indexOf('%', at + 1)
    const name = line
      .slice(at + 1, end)
      .replace(/:.*/s, '')
      .toUpperCase()
    const value = end < 0 ? undefined : variables[name]
    if (value === undefined) continue
    line = line.slice(0, at) + value + line.slice(end + 1)
    at += value.length - 1
  }
  return line
}

/** @throws if cmd would end the command, redirect it or start another one */
export function cmdArguments(command: string, variables: Readonly<Record<string, string>>): string[] {
  const text = command
    .split('\n')
    .map((line) => expanded(line, variables))
    .join('\n')
  let [line, isQuoted] = ['', false]
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === '^' && !isQuoted) {
      at += text[at + 1] === '\n' ? 2 : 1
      line += text[at] ?? ''
      continue
    }
    if (character === '\n' || (!isQuoted && /[&|<>()]/.test(character)))
      throw new Error(`cmd reads ${JSON.stringify(character)} itself: ${command}`)
    if (character === '"') isQuoted = !isQuoted
    line += character
  }
  return programArguments(line)
}

export interface Piped {
  words: string[]
  input: string | undefined
}

const TOKEN = /\s+|`\n|\||'(?:[^'\u2018-\u201b]|['\u2018-\u201b]{2})*'|"[^"`]*"|[\w./:-]+/gy

/** A command of PowerShell as literals, barewords and one pipe. @throws if it is anything else */
export function powershellArguments(command: string, variables: Readonly<Record<string, string>>): Piped {
  const parts: string[][] = [[]]
  let read = 0
  for (const [token] of command.matchAll(TOKEN)) {
    read += token.length
    const inside = token.slice(1, -1)
    if (token === '|') parts.push([])
    else if (token.startsWith("'")) parts.at(-1)?.push(inside.replace(/(['\u2018-\u201b])./g, '$1'))
    else if (token.startsWith('"'))
      parts.at(-1)?.push(inside.replace(/\$env:(\w+)/g, (_, name: string) => variables[name] ?? ''))
    else if (!/^(\s+|`\n)$/.test(token)) parts.at(-1)?.push(token)
  }
  if (read !== command.length) throw new Error(`PowerShell reads ${command.slice(read)} itself`)
  const [program = [], input] = parts.toReversed()
  return { words: program, input: input?.[0] }
}

/** The words that reach the program: versions before 7.3 add quotes around a space, and escape none. */
export const windowsPowershellArguments = (words: readonly string[]): string[] =>
  programArguments(words.map((word) => (/\s/.test(word) || word === '' ? `"${word}"` : word)).join(' '))
