/** One process in a folder, however many come at once and however the one before it ended. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { childProgram, folder } from './child-harness'

/** Processes that come to a folder at the same time, and what each says. */
async function race(place: string, count: number) {
  const go = `${place}.go`
  const children = Array.from({ length: count }, () => {
    const child = spawn(process.execPath, [childProgram(), 'take', place, go], { stdio: ['ignore', 'pipe', 'inherit'] })
    return { child, said: sayingsOf(child) }
  })
  await Promise.all(children.map(({ said }) => said.next())) // it is there
  mkdirSync(go)
  const answers = await Promise.all(children.map(async ({ child, said }) => ({ child, answer: await said.next() })))
  const end = async () => {
    await Promise.all(
      children.map(({ child }) => {
        const exit = new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(0)))
        child.kill('SIGKILL')
        return exit
      }),
    )
  }
  return { answers: answers.map(({ answer }) => answer), end }
}

/** Lines as they come. */
function sayingsOf(child: ChildProcess) {
  const lines: string[] = []
  const waiting: ((line: string) => void)[] = []
  child.stdout?.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n').filter(Boolean)) {
      const wanting = waiting.shift()
      if (wanting) wanting(line)
      else lines.push(line)
    }
  })
  return {
    next: () =>
      new Promise<string>((resolve) => {
        const line = lines.shift()
        if (line !== undefined) resolve(line)
        else waiting.push(resolve)
      }),
  }
}

describe('a folder', () => {
  it('is taken by exactly one of 20 processes, again and again, though each before was killed', async () => {
    const place = join(folder, 'raced')
    for (let round = 1; round <= 3; round += 1) {
      const { answers, end } = await race(place, 20)
      expect(answers.toSorted()).toEqual([...Array<string>(19).fill('locked'), 'taken'])
      await end()
      expect(existsSync(join(place, `lock.${round}`))).toBe(true)
      rmdirSync(`${place}.go`)
    }
  }, 120_000)
})
